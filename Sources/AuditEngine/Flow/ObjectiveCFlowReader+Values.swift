import OmamoriReport

extension ObjectiveCFlowReader {
  /// Where the value of the tokens in `range` comes from; `use` is a place behind it where the value is used.
  func origins(of range: Range<Int>, in function: Int?, use: Int = 0, depth: Int = 0) -> [FlowOrigin] {
    guard depth < Self.deepest, spend() else { return [] }
    var range = source.bare(range)
    while let first = range.first, tokens[first].isSign("&") || tokens[first].isSign("*"), spend() {
      range = range.dropFirst()
    }
    guard let first = range.first, let last = range.last else { return [] }
    let next = Next(function: function, use: use, depth: depth + 1)
    if range.count == 1 {
      return tokens[first].kind == .identifier ? origins(named: tokens[first].text, at: first, next) : []
    }
    if tokens[first].isSign("@") { return origins(ofLiteral: range, next) }
    if tokens[first].isSign("!") || tokens[first].isSign("^") { return [] }
    // A chain of one message needs no look for operators.
    if tokens[first].isSign("["), source.partner(of: first) == last {
      return source.message(at: range).map { origins(of: $0, next) } ?? []
    }
    if let found = origins(ofOperation: range, next) { return found }
    switch tokens[last].text {
    case "]":
      guard let open = source.partner(of: last), open > range.lowerBound else { return [] }
      let found = origins(of: range.lowerBound..<open, next)
      return entry((open + 1)..<last, function, range, type: .own(nil)).map { [$0] + found } ?? found
    case ")":
      guard let open = source.partner(of: last), open > range.lowerBound else { return [] }
      return origins(ofCall: range, open, next)
    default:
      guard tokens[last].kind == .identifier, last - 1 > range.lowerBound,
        tokens[last - 1].isSign(".") || tokens[last - 1].isSign("->")
      else { return [] }
      return origins(ofMember: tokens[last].text, of: range.lowerBound..<(last - 1), range, next)
    }
  }

  /// What is known on the way into an expression.
  struct Next {
    let function: Int?
    let use: Int
    let depth: Int
  }

  func origins(of range: Range<Int>, _ next: Next) -> [FlowOrigin] {
    origins(of: range, in: next.function, use: next.use, depth: next.depth)
  }

  private func all(_ ranges: [Range<Int>], _ next: Next) -> [FlowOrigin] {
    SwiftFlowReader.merged(ranges.prefix(64).flatMap { origins(of: $0, next) })
  }

  // MARK: Literals and operators

  /// Looks at `@[…]`, `@{…}` and `@(…)`.
  private func origins(ofLiteral range: Range<Int>, _ next: Next) -> [FlowOrigin] {
    let open = range.lowerBound + 1
    guard open < range.upperBound, let close = source.partner(of: open), close < range.upperBound else {
      return []
    }
    guard close + 1 == range.upperBound else {
      // `@[…].firstObject`, `@{…}[key]`
      return origins(ofLiteral: range.lowerBound..<(close + 1), next)
    }
    let inside = (open + 1)..<max(open + 1, close)
    guard spend(inside.count / 16) else { return [] }
    switch tokens[open].text {
    case "(": return origins(of: inside, next)
    case "[": return all(source.parts(of: inside, by: ","), next)
    case "{":
      return SwiftFlowReader.merged(
        source.parts(of: inside, by: ",").prefix(64).flatMap { pair -> [FlowOrigin] in
          let parts = source.parts(of: pair, by: ":")
          let found = parts.flatMap { origins(of: $0, next) }
          guard parts.count == 2, !origins(of: parts[1], next).isEmpty,
            let entry = entry(parts[0], next.function, pair, type: owner(of: parts[1], in: next.function))
          else { return found }
          return [entry] + found
        })
    default: return []
    }
  }

  /// Looks for operators outside of brackets; `nil` when there are none.
  private func origins(ofOperation range: Range<Int>, _ next: Next) -> [FlowOrigin]? {
    var (index, question, joins, compares) = (range.lowerBound, nil as Int?, false, false)
    var count = 0
    while index < range.upperBound {
      count += 1
      let token = tokens[index]
      if token.kind == .punctuation {
        if let close = source.partner(of: index), close > index {
          index = close
        } else if token.text == "?" {
          question = index
          break
        } else if token.text == "+" || token.text == "," {
          joins = true
        } else if Self.comparing.contains(token.text), index > range.lowerBound {
          compares = true
        }
      }
      index += 1
    }
    guard spend(count / 16) else { return [] }
    if let question {
      guard spend(question - range.lowerBound) else { return [] }
      let condition = range.lowerBound..<question
      let parts = source.parts(of: (question + 1)..<range.upperBound, by: ":")
      var found: [FlowOrigin] = []
      if let first = parts.first, first.isEmpty { found += origins(of: condition, next) }
      let asked = checks.asked(in: condition, next.function)
      for part in parts {
        let values = origins(of: part, next)
        let cleaned = scopes.plainName(part).flatMap { asked[$0] } ?? []
        found += cleaned.isEmpty ? values : values.map { $0.cleaned(cleaned) }
      }
      return SwiftFlowReader.merged(found)
    }
    if compares { return [] }
    guard joins else { return nil }
    var (found, isPath) = ([FlowOrigin](), false)
    for part in source.parts(of: range, by: "+").prefix(256) {
      found += origins(of: part, next).map { $0.joined(isPath) }
      isPath = true
    }
    return SwiftFlowReader.merged(found)
  }

  private static let comparing: Set = [
    "==", "!=", "&&", "||", "<", ">", "<=", ">=", "-", "/", "%", "|", "++", "--",
  ]

  // MARK: Names

  private func origins(named name: String, at index: Int, _ next: Next) -> [FlowOrigin] {
    if Self.nothing.contains(name) { return [] }
    if name == "self" {
      guard let function = next.function, let className = source.functions[function].className,
        FlowTypes.isOfLibrary(className)
      else { return [] }
      return [
        FlowOrigin(
          leaf: .parameter(function: function, FlowOrigin.itself), region: region(index..<(index + 1)))
      ]
    }
    let use = max(index, next.use)
    var found = remembered(Question(index: index, use: use)) { follow(name, at: index, next) }
    let here = index..<(index + 1)
    if kind(of: ObjectiveCSource.plain(name)) != nil, !isMadeHarmless(name, at: index, in: next.function),
      let own = named(name, here, type: owner(of: here, in: next.function))
    {
      found.insert(own, at: 0)
    }
    guard !found.isEmpty else { return [] }
    let cleaned = checks.cleaned(name, in: next.function, at: index, and: use)
    return cleaned.isEmpty ? found : found.map { $0.cleaned(cleaned) }
  }

  private static let nothing: Set = [
    "nil", "NULL", "YES", "NO", "true", "false", "nullptr", "super", "TRUE", "FALSE", "_cmd", "Nil",
  ]

  private func follow(_ name: String, at index: Int, _ next: Next) -> [FlowOrigin] {
    var block = scopes.block(around: index)
    while let current = block {
      if let place = scopes.blocks[current].parameters.firstIndex(where: { $0.name == name }) {
        return origins(ofBlock: scopes.blocks[current], place, next)
      }
      block = scopes.blocks[current].outer >= 0 ? Int(scopes.blocks[current].outer) : nil
    }
    let here = index..<(index + 1)
    let parameter = next.function.flatMap { number in
      source.functions[number].parameters.firstIndex { $0.name == name }
    }
    guard let function = next.function, parameter != nil || scopes.isLocal(name, in: function) else {
      if let define = source.define(name), !define.isFunction { return [] }
      guard let member = outlivingMember(here, next.function) else { return [] }
      let kept = FlowOrigin(leaf: .member(member), region: region(here))
      let given = scopes.reaching(name, in: next.function, before: index).events
      return SwiftFlowReader.merged([kept] + origins(ofEvents: given, at: index, next).origins)
    }
    let type = scopes.types[ObjectiveCFlowScopes.Name(text: name, function: function)]
    if let type, ObjectiveCFlowPasses.isHarmless(type) { return [] }
    let reaching = scopes.reaching(name, in: function, before: index)
    let given = origins(ofEvents: reaching.events, at: index, next)
    var found = given.origins
    if !reaching.isReplaced, let parameter {
      found += origins(ofParameter: parameter, of: function, here).map {
        given.cleaned.isEmpty ? $0 : $0.cleaned(given.cleaned)
      }
    }
    return SwiftFlowReader.merged(found)
  }

  /// What events give a name, and the places that it cannot harm after all of them.
  private func origins(ofEvents events: [ObjectiveCFlowScopes.Event], at index: Int, _ next: Next)
    -> (origins: [FlowOrigin], cleaned: FlowSinkClass)
  {
    var (found, cleaned) = ([FlowOrigin](), FlowSinkClass())
    for event in events {
      var values: [FlowOrigin]
      switch event.value {
      case .expression(let range):
        values = origins(of: range, in: next.function, use: index, depth: next.depth)
      case .format(let parts): values = origins(ofFormat: parts, next)
      case .source(let kind, let name, let range): values = [origin(kind, name, range)]
      case .cleaned(let places):
        cleaned.formUnion(places)
        continue
      }
      if !cleaned.isEmpty { values = values.map { $0.cleaned(cleaned) } }
      found += values
    }
    return (found, cleaned)
  }

  private func origins(ofParameter place: Int, of function: Int, _ range: Range<Int>) -> [FlowOrigin] {
    let declared = source.functions[function]
    let parameter = declared.parameters[place]
    var found = [FlowOrigin(leaf: .parameter(function: function, place), region: region(range))]
    let selector = declared.className == nil ? "" : declared.name
    let part = parts(of: selector).dropFirst(place).first ?? ""
    let isLink =
      ObjectiveCFlowSources.linkParts.contains(part) && (place > 0 || part == "handleOpenURL")
      && parameter.type != "NSString"
    let known = ObjectiveCFlowSources.parameters[selector]?.first { $0.place == place }?.kind
    if let kind = known ?? ObjectiveCFlowSources.kind(ofType: parameter.type) ?? (isLink ? .link : nil) {
      found.append(origin(kind, parameter.name, declared.head))
    }
    return found
  }

  /// What the call that `block` is passed to hands to its parameter at `place`.
  private func origins(ofBlock block: ObjectiveCFlowScopes.Block, _ place: Int, _ next: Next) -> [FlowOrigin]
  {
    let type = block.parameters[place].type
    if ObjectiveCFlowPasses.isHarmless(type) || type == "NSError" { return [] }
    let range = block.sign..<(block.sign + 1)
    let name = block.parameters[place].name
    if let kind = ObjectiveCFlowSources.kind(ofType: type) { return [origin(kind, name, range)] }
    guard let sent = blockCalls[block.sign] else { return [] }
    switch sent {
    case .message(let message):
      let first = parts(of: message.selector).first ?? ""
      if let kind = ObjectiveCFlowSources.blockParameter(place, type, of: first) {
        return [origin(kind, name, range)]
      }
      if ObjectiveCFlowPasses.applies(first) { return origins(of: message.receiver, next) }
    case .call(let call):
      if let kind = ObjectiveCFlowSources.blockParameter(place, type, of: call.name) {
        return [origin(kind, name, range)]
      }
    }
    guard let known = callPlaces[sent.start] else { return [] }
    return [FlowOrigin(leaf: .closureParameter(call: known, place), region: region(range))]
  }

  // MARK: Members and calls

  func origins(
    ofMember name: String, of base: Range<Int>, _ range: Range<Int>, _ next: Next
  ) -> [FlowOrigin] {
    if ObjectiveCFlowPasses.endsText(name) { return [] }
    if let found = source(ofMember: name, of: base, range, next) {
      guard TaintSources.controlMembers.contains(name),
        let field = base.last.map({ tokens[$0].text }) ?? nil,
        let kind = FlowNames.kind(ofControl: ObjectiveCSource.plain(field))
      else { return [found] }
      return [found, origin(kind, ObjectiveCSource.plain(field) + "." + name, range)]
    }
    let own = named(name, range, type: owner(of: range, in: next.function))
    let member = FlowMember(owner: owner(of: base, in: next.function), name: ObjectiveCSource.plain(name))
    let cleaned = cleaned(byMember: name)
    if base.count == 1, isSelf(base.lowerBound) {
      let found = FlowOrigin(leaf: .member(member), region: region(range))
      let index = range.upperBound - 1
      let checked = found.cleaned(
        checks.cleaned(member.name, in: next.function, at: index, and: max(index, next.use)))
      return own.map { [$0, checked] } ?? [checked]
    }
    var found = origins(of: base, next)
    if !Self.transparent.contains(name), !ObjectiveCFlowPasses.parts.contains(name) {
      found = found.map { $0.taking(member) }
      found.append(FlowOrigin(leaf: .member(member), region: region(range)))
    }
    if let own { found.insert(own, at: 0) }
    return SwiftFlowReader.merged(cleaned.isEmpty ? found : found.map { $0.cleaned(cleaned) })
  }

  /// Members that are the value in another form.
  private static let transparent: Set = [
    "path", "string", "host", "query", "fragment", "userInfo", "body", "URL", "text",
  ]

  /// A property that is a source by itself: the text of a control, what the pasteboard holds.
  private func source(ofMember name: String, of base: Range<Int>, _ range: Range<Int>, _ next: Next)
    -> FlowOrigin?
  {
    if let kind = TaintSources.members[name], !kind.contains(.deviceIdentity) {
      return origin(kind, name, range)
    }
    if let kind = ObjectiveCFlowSources.results[name] { return origin(kind, name, range) }
    var (type, last) = (nil as String?, "")
    switch owner(of: base, in: next.function) {
    case .type(let first, let members):
      type = members.isEmpty ? first : members.count == 1 ? scopes.memberTypes[first]?[members[0]] : nil
      last = members.last ?? scopes.plainName(base) ?? ""
    case .named(let name): last = name
    case .own: break
    }
    if ObjectiveCFlowSources.pasteboard.contains(name), type == "UIPasteboard" || type == "NSPasteboard" {
      return origin(.pasteboard, "pasteboard." + name, range)
    }
    if let type,
      let kind = TaintSources.typedMembers[type]?[name] ?? ObjectiveCFlowSources.typedMembers[type]?[name]
    {
      return origin(kind, name, range)
    }
    guard TaintSources.controlMembers.contains(name) else { return nil }
    let isControl =
      type.map(TaintSources.controlTypes.contains)
      ?? Words.of(last).contains(where: TaintSources.controlWords.contains)
    return isControl ? origin(.userInput, last + "." + name, range) : nil
  }

  private func origins(ofCall range: Range<Int>, _ open: Int, _ next: Next) -> [FlowOrigin] {
    let name = open - 1
    guard tokens[name].kind == .identifier else { return [] }
    if name == range.lowerBound {
      let words = Words.of(tokens[name].text)
      guard let call = call(at: name), !words.contains(where: Sanitizers.words.contains),
        let known = callPlaces[name]
      else { return [] }
      if let kind = ObjectiveCFlowSources.results[call.name] { return [origin(kind, call.name, range)] }
      if call.name == "CFSTR" || FlowTypes.isHarmless(call.name) { return [] }
      return [FlowOrigin(leaf: .result(call: known), region: region(range))]
    }
    guard tokens[name - 1].kind == .punctuation, name - 1 > range.lowerBound else { return [] }
    if tokens[name - 1].isSign("::") {
      guard let known = callPlaces[name] else { return [] }
      return [FlowOrigin(leaf: .result(call: known), region: region(range))]
    }
    if ObjectiveCFlowPasses.endsText(tokens[name].text)
      || ["size", "find", "empty"].contains(tokens[name].text)
    {
      return []
    }
    return origins(of: range.lowerBound..<(name - 1), next)
  }
}
