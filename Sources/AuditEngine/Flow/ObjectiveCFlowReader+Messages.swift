import OmamoriReport

extension ObjectiveCFlowReader {
  /// Where the result of a message comes from.
  func origins(of message: MessageSend, _ next: Next) -> [FlowOrigin] {
    guard spend(message.selector.utf8.count / 64) else { return [] }
    let name = parts(of: message.selector).first ?? ""
    if let found = source(of: message, name, next) { return [found] }
    if ObjectiveCFlowPasses.endsText(name) { return [] }
    if message.arguments.isEmpty, !ObjectiveCFlowPasses.parts.contains(name), !name.hasPrefix("init") {
      var found = origins(ofMember: name, of: message.receiver, message.tokens, next)
      if let known = callPlaces[message.tokens.lowerBound],
        !found.contains(where: { if case .source = $0.leaf { true } else { false } })
      {
        let cleaned = cleaned(byMember: name)
        found.append(
          FlowOrigin(leaf: .result(call: known), region: region(message.tokens), cleaned: cleaned))
      }
      return SwiftFlowReader.merged(found)
    }
    if ObjectiveCFlowPasses.parts.contains(name) {
      let found = origins(of: message.receiver, next)
      guard name.hasSuffix("ForKey") || name == "objectForKeyedSubscript", let key = message.arguments.first,
        let entry = entry(key, next.function, message.tokens, type: .own(nil))
      else { return found }
      return [entry] + found
    }
    switch name {
    case "stringWithFormat", "initWithFormat", "localizedStringWithFormat", "stringByAppendingFormat":
      let isAppended = name == "stringByAppendingFormat"
      var found = isAppended ? origins(of: message.receiver, next) : []
      found += origins(ofFormat: message.arguments, next).map { $0.joined(isAppended) }
      return SwiftFlowReader.merged(found)
    default: break
    }
    if ObjectiveCFlowSinks.joins(message.selector, name) {
      var found = origins(of: message.receiver, next)
      let start = source.value(message.receiver, in: next.function)?.string?.prefix(1_024)
      let isAddress = start?.contains("://") ?? false
      for argument in message.arguments { found += origins(of: argument, next).map { $0.joined(true) } }
      return SwiftFlowReader.merged(isAddress ? found.map { $0.cleaned(.path) } : found)
    }
    if isOfFoundation(message) {
      let fallback = fallback(of: message, name)
      var found = message.arguments.prefix(24).flatMap { origins(of: $0, next) }
      found += origins(of: message.receiver, next)
      return SwiftFlowReader.merged(
        fallback.cleaned.isEmpty ? found : found.map { $0.cleaned(fallback.cleaned) })
    }
    guard let known = callPlaces[message.tokens.lowerBound] else { return [] }
    return [FlowOrigin(leaf: .result(call: known), region: region(message.tokens))]
  }

  /// Whether a class of Foundation makes something of what it is passed.
  private func isOfFoundation(_ message: MessageSend) -> Bool {
    guard let root = createdClass(message), root.hasPrefix("NS") else { return false }
    let name = parts(of: message.selector).first ?? ""
    return name.contains("With") || name == "JSONObjectWithData" || name.hasPrefix("unarchive")
  }

  /// The class that the message is sent to, or to whose new instance.
  private func createdClass(_ message: MessageSend) -> String? {
    let receiver = source.bare(message.receiver)
    if receiver.count == 1, let first = receiver.first, tokens[first].text.first?.isUppercase == true,
      !scopes.isLocal(tokens[first].text, in: message.function)
    {
      return tokens[first].text
    }
    guard let inner = source.message(at: receiver), inner.selector == "alloc",
      inner.receiver.count == 1, let first = inner.receiver.first
    else { return nil }
    return tokens[first].text
  }

  /// Looks at a format and what is filled in: `%d` carries a number only.
  func origins(ofFormat parts: [Range<Int>], _ next: Next) -> [FlowOrigin] {
    guard let first = parts.first else { return [] }
    guard let format = source.value(first, in: next.function)?.string else {
      return SwiftFlowReader.merged(parts.prefix(24).flatMap { origins(of: $0, next) })
    }
    guard spend(min(format.utf8.count, 8_192) / 256) else { return [] }
    var found: [FlowOrigin] = []
    for (argument, hole) in zip(parts.dropFirst(), Self.holes(of: format)) where hole.isText {
      var values = origins(of: argument, next).map { $0.joined(hole.isBehindText) }
      if hole.isInAddress { values = values.map { $0.cleaned(.path) } }
      if hole.isQuoted { values = values.map { $0.cleaned(.sql) } }
      found += values
    }
    return SwiftFlowReader.merged(found)
  }

  struct Hole {
    let isText: Bool
    /// Whether something stands before it.
    let isBehindText: Bool
    let isInAddress: Bool
    /// Whether SQLite writes it as a quoted text: `%q`, `%Q`, `%w`.
    let isQuoted: Bool
  }

  static func holes(of format: String) -> [Hole] {
    let bytes = Array(format.utf8.prefix(8_192))
    let start = String(decoding: bytes, as: UTF8.self)
    var (holes, isAddress, isBehindText) = ([Hole](), false, false)
    if let place = start.firstRange(of: "://") { isAddress = !start[..<place.lowerBound].hasSuffix("file") }
    var index = 0
    while index < bytes.count {
      guard bytes[index] == 0x25, index + 1 < bytes.count, bytes[index + 1] != 0x25 else {
        if bytes[index] == 0x25 { index += 1 }
        index += 1
        isBehindText = true
        continue
      }
      index += 1
      // Flags, widths and lengths stand before the letter.
      while index < bytes.count, "0123456789.-+ #'$*hlqLzjt".utf8.contains(bytes[index]),
        !(bytes[index] == 0x71 && (index + 1 == bytes.count || !"diouxX".utf8.contains(bytes[index + 1])))
      {
        // A width that is not written takes an argument, too: `%.*s`.
        if bytes[index] == 0x2A {
          holes.append(Hole(isText: false, isBehindText: false, isInAddress: false, isQuoted: false))
        }
        index += 1
      }
      guard index < bytes.count else { break }
      let letter = bytes[index]
      holes.append(
        Hole(
          isText: "@sSQwq".utf8.contains(letter), isBehindText: isBehindText, isInAddress: isAddress,
          isQuoted: "Qwq".utf8.contains(letter)))
      isBehindText = true
      index += 1
    }
    return holes
  }

  /// A message that is a source by itself.
  private func source(of message: MessageSend, _ name: String, _ next: Next) -> FlowOrigin? {
    if name.contains("WithContentsOf") || name == "contentsAtPath" {
      guard let file = message.arguments.first, !isBundled(file, next.function, 0) else { return nil }
      return origin(.file, name, message.tokens)
    }
    if name == "valueForHTTPHeaderField" {
      let last = scopes.plainName(message.receiver).map(Words.of) ?? []
      return last.contains("request") ? nil : origin(.network, "header", message.tokens)
    }
    if let kind = ObjectiveCFlowSources.results[name] ?? TaintSources.calls[name], name != "receive" {
      return origin(kind, name, message.tokens)
    }
    if [
      "objectForKey", "stringForKey", "dataForKey", "arrayForKey", "URLForKey", "dictionaryForKey",
      "valueForKey",
    ]
    .contains(name), isShared(message.receiver, next.function, 0) {
      return origin(.file, name, message.tokens)
    }
    if !message.arguments.isEmpty, ObjectiveCFlowSources.pasteboard.contains(name),
      case .type(let type, let members) = owner(of: message.receiver, in: next.function), members.isEmpty,
      type == "UIPasteboard" || type == "NSPasteboard"
    {
      return origin(.pasteboard, "pasteboard." + name, message.tokens)
    }
    return nil
  }

  /// Whether `range` names a file of the app's bundle, which is signed.
  private func isBundled(_ range: Range<Int>, _ function: Int?, _ depth: Int) -> Bool {
    guard depth < 4 else { return false }
    guard spend(16) else { return true }
    if source.mentionsBundle(range) { return true }
    for index in range.prefix(32) where tokens[index].kind == .identifier {
      guard scopes.isLocal(tokens[index].text, in: function) else { continue }
      for event in scopes.reaching(tokens[index].text, in: function, before: index).events.prefix(2) {
        if case .expression(let value) = event.value, value.upperBound <= index,
          isBundled(value, function, depth + 1)
        {
          return true
        }
      }
    }
    return false
  }

  /// Whether `range` is preferences that other programs of an app group write, too.
  private func isShared(_ range: Range<Int>, _ function: Int?, _ depth: Int) -> Bool {
    guard depth < 4, spend(4) else { return false }
    let range = source.bare(range)
    if let message = source.message(at: range) { return message.selector == "initWithSuiteName:" }
    guard let index = range.first, let last = range.last, tokens[last].kind == .identifier else {
      return false
    }
    let name = tokens[last].text
    if range.count > 1 || !scopes.isLocal(name, in: function) {
      let plain = ObjectiveCSource.plain(name)
      if let known = sharedMembers[plain] { return known }
      sharedMembers[plain] = false
      let isShared = [plain, "_" + plain].contains { name in
        source.assignments(to: name, first: 8).contains {
          $0.key == nil && self.isShared($0.value, $0.function, depth + 1)
        }
      }
      sharedMembers[plain] = isShared
      return isShared
    }
    return scopes.reaching(name, in: function, before: index).events.prefix(4).contains { event in
      if case .expression(let value) = event.value { return isShared(value, function, depth + 1) }
      return false
    }
  }

  /// What the result of a message that no file declares carries.
  func fallback(of message: MessageSend, _ name: String) -> FlowCallSite.Fallback {
    let isClass = createdClass(message) != nil
    var fallback = FlowCallSite.Fallback()
    fallback.carriesArguments = isClass || ObjectiveCFlowPasses.carriesArguments(name)
    fallback.cleaned = cleaned(by: message, name).union(FlowProtections.cleaned(byFunction: name))
    if !ObjectiveCFlowPasses.carriesArguments(name), !ObjectiveCFlowPasses.parts.contains(name),
      !ObjectiveCFlowPasses.makesFromArguments(name)
    {
      fallback.cleaned.formUnion(.disclosing)
    }
    return fallback
  }

  /// The places that a property of a value cannot harm; a signature or a quote may be words of a person.
  func cleaned(byMember name: String) -> FlowSinkClass {
    let words = Words.of(name)
    if let last = words.last, ["signature", "quote", "sign", "mask", "seal"].contains(last) { return [] }
    return FlowPasses.cleaned(byMember: name)
  }

  private func cleaned(by message: MessageSend, _ name: String) -> FlowSinkClass {
    switch name {
    case "escapedPatternForString", "escapedTemplateForString": return .regex
    case "URLWithString": return .path
    case "initWithString": return createdClass(message) == "NSURL" ? .path : []
    case "lastPathComponent": return .path
    case "initWithUUIDString": return .all
    case "stringByAddingPercentEncodingWithAllowedCharacters", "stringByAddingPercentEscapesUsingEncoding":
      let set = message.arguments.first.map { tokens[$0].prefix(64) } ?? []
      let isStrict = set.contains { $0.text == "alphanumericCharacterSet" }
      return isStrict ? .all : [.html, .script, .sql, .predicate]
    case "stringByReplacingOccurrencesOfString", "stringByReplacingCharactersInRange":
      guard let first = message.arguments.first, let text = source.value(first, in: message.function)?.string
      else {
        return []
      }
      return FlowPasses.cleaned(byReplacing: text)
    case "componentsSeparatedByCharactersInSet":
      let texts: Set = ["invertedSet"]
      let set = message.arguments.first ?? message.tokens
      if tokens[set].prefix(64).contains(where: { texts.contains($0.text) }) { return .all }
      if let name = scopes.plainName(set), let index = set.first,
        case .expression(let value)? = scopes.reaching(name, in: message.function, before: index).events
          .first?.value,
        tokens[value].prefix(64).contains(where: { texts.contains($0.text) })
      {
        return .all
      }
      return []
    case "base64EncodedStringWithOptions", "base64EncodedDataWithOptions":
      return FlowSinkClass.all.subtracting(.path)
    case "dataWithJSONObject": return .script
    default: break
    }
    let words = Words.of(name)
    return words.contains(where: Sanitizers.words.contains) && !ObjectiveCFlowPasses.isConversion(name)
      ? .all : []
  }
}
