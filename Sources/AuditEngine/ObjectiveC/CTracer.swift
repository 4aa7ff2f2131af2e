/// Follows tokens back to a constant.
struct CTracer {
  let source: ObjectiveCSource
  private static let (deepest, most) = (14, 400)

  func trace(_ whole: Range<Int>, _ function: Int?, _ depth: Int, _ steps: inout Int) -> CConstant? {
    steps += 1
    guard depth < Self.deepest, steps < Self.most else { return nil }
    let range = source.bare(whole)
    guard let first = range.first, range.count <= 4096 else { return nil }
    let token = source.tokens[first]
    let next = depth + 1
    if range.count == 1 {
      switch token.kind {
      case .string, .object: return CConstant(content: .text(token.text), tokens: range)
      case .number, .character:
        return source.value(range, in: function)?.integer.map {
          CConstant(content: .integer($0), tokens: range)
        }
      case .identifier: return trace(name: token.text, first, function, next, &steps)
      default: return nil
      }
    }
    if range.allSatisfy({ source.tokens[$0].isString }) {
      return CConstant(content: .text(token.text), tokens: range)
    }
    let choice = source.parts(of: range, by: "?")
    if choice.count == 2 {
      for part in source.parts(of: choice[1], by: ":") {
        if let found = trace(part, function, next, &steps), !found.isEmpty { return found }
      }
      return nil
    }
    if token.isSign("{") || token.isSign("@") && source.tokens[first + 1].isSign("[") {
      return trace(list: range, from: token.isSign("{") ? first : first + 1, function, next, &steps)
    }
    if token.isSign("@") { return trace((first + 1)..<range.upperBound, function, next, &steps) }
    if let message = source.message(at: range) { return trace(message, range, next, &steps) }
    if let call = source.calls.first(where: { $0.tokens == range && !$0.hasReceiver }) {
      return trace(call, range, next, &steps)
    }
    if let value = source.value(range, in: function) {
      switch value {
      case .string(let text): return CConstant(content: .text(text), tokens: range)
      case .integer(let number): return CConstant(content: .integer(number), tokens: range)
      case .symbol: break
      }
    }
    return trace(path: range, function, next, &steps)
  }

  // MARK: Parts

  private func trace(
    list range: Range<Int>, from open: Int, _ function: Int?, _ depth: Int, _ steps: inout Int
  ) -> CConstant? {
    guard let close = source.partner(of: open) else { return nil }
    let isConstant = ((open + 1)..<close).allSatisfy { index in
      let token = source.tokens[index]
      return [.number, .character, .string, .object].contains(token.kind)
        || [",", "-", "@", "(", ")"].contains(token.text)
        || ["uint8_t", "char", "unsigned", "Byte"].contains(token.text)
    }
    return isConstant ? CConstant(content: .bytes(isEmpty: false), tokens: range) : nil
  }

  /// `key.bytes`, `self.key`, `Settings.key`, `settings->key`, `key + 4`, `&key[0]`.
  private func trace(path range: Range<Int>, _ function: Int?, _ depth: Int, _ steps: inout Int) -> CConstant?
  {
    let last = range.upperBound - 1
    let token = source.tokens[last]
    if token.kind == .identifier, range.count > 2, [".", "->"].contains(source.tokens[last - 1].text) {
      if Self.views.contains(token.text) {
        return trace(range.lowerBound..<(last - 1), function, depth, &steps)
      }
      let owner = source.tokens[range.lowerBound]
      if range.count == 3, owner.isName("self") { return trace(member: token.text, depth, &steps) }
      if range.count == 3, owner.text.first?.isUppercase == true {
        return returned(by: token.text, depth, &steps)
      }
      return nil
    }
    if token.isSign("]"), let open = source.partner(of: last), open > range.lowerBound,
      source.tokens[range.lowerBound].isSign("&")
    {
      return trace((range.lowerBound + 1)..<open, function, depth, &steps)
    }
    if source.tokens[range.lowerBound].isSign("&"), range.count == 2 {
      return trace((range.lowerBound + 1)..<range.upperBound, function, depth, &steps)
    }
    return nil
  }

  private func trace(_ message: MessageSend, _ range: Range<Int>, _ depth: Int, _ steps: inout Int)
    -> CConstant?
  {
    let function = message.function
    switch message.selector {
    case _ where Self.views.contains(message.selector), _ where Self.receiving.contains(message.selector):
      return trace(message.receiver, function, depth, &steps)
    case _ where Self.carrying.contains(message.selector):
      guard let found = message.arguments.first.flatMap({ trace($0, function, depth, &steps) }) else {
        return nil
      }
      // Numbers are no bytes.
      return found.integer == nil ? found : nil
    case "dataWithLength:", "initWithLength:":
      return CConstant(content: .bytes(isEmpty: false), tokens: range)
    case "data", "string":
      return source.tokens[message.receiver.lowerBound].text.hasPrefix("NS")
        ? CConstant(content: .bytes(isEmpty: true), tokens: range) : nil
    case "stringWithFormat:", "initWithFormat:", "stringByAppendingString:", "stringByAppendingFormat:",
      "dataByAppendingData:", "componentsJoinedByString:":
      let isJoined = message.selector.hasPrefix("stringBy") || message.selector.hasPrefix("components")
      let inputs = message.arguments + (isJoined ? [message.receiver] : [])
      guard inputs.allSatisfy({ trace($0, function, depth, &steps) != nil }) else { return nil }
      return CConstant(content: .bytes(isEmpty: false), tokens: range)
    default: break
    }
    if message.selector.lowercased().contains("hex") || message.selector.lowercased().contains("base64") {
      let inputs = message.arguments.prefix(1) + (message.arguments.isEmpty ? [message.receiver] : [])
      if let input = inputs.first { return trace(input, function, depth, &steps) }
    }
    guard message.arguments.isEmpty else { return nil }
    return returned(by: message.selector, depth, &steps)
  }

  private func trace(_ call: CCall, _ range: Range<Int>, _ depth: Int, _ steps: inout Int) -> CConstant? {
    if ["CFSTR", "strdup", "CFDataGetBytePtr", "CFBridgingRelease", "NSSTR"].contains(call.name) {
      return call.arguments.first.flatMap { trace($0, call.function, depth, &steps) }
    }
    // `EVP_des_cbc()`
    if call.arguments.allSatisfy(\.isEmpty), call.name.hasPrefix("EVP_") {
      return CConstant(content: .symbol(call.name), tokens: range)
    }
    return call.arguments.allSatisfy(\.isEmpty) ? returned(by: call.name, depth, &steps) : nil
  }

  /// The constant that the only function or method called `name` returns.
  func returned(by name: String, _ depth: Int, _ steps: inout Int) -> CConstant? {
    guard let index = source.functions.firstIndex(where: { $0.name == name }) else {
      return source.foreign(name)
    }
    let body = source.functions[index].body
    for place in body.prefix(2_000) where source.tokens[place].isName("return") {
      guard let end = source.tokens[place..<body.upperBound].firstIndex(where: { $0.isSign(";") }) else {
        continue
      }
      if let found = trace((place + 1)..<end, index, depth, &steps), !found.isEmpty { return found }
    }
    return nil
  }

  // MARK: Names

  private func trace(
    name: String, _ index: Int, _ function: Int?, _ depth: Int, _ steps: inout Int
  ) -> CConstant? {
    if let define = source.define(name), !define.isFunction {
      return macro(define)
    }
    if ["nil", "NULL", "nullptr", "Nil", "YES", "NO"].contains(name) { return nil }
    guard let function else { return trace(global: name, depth, &steps) }
    if let place = source.functions[function].parameters.firstIndex(where: { $0.name == name }) {
      return passed(place, to: function, depth, &steps)
    }
    let local = source.assignments(to: name, in: function, atMost: 24) ?? []
    let isLocal = local.contains { $0.type != nil } || isDeclared(name, in: function)
    if isLocal { return trace(local: name, before: index, local, function, depth, &steps) }
    return trace(global: name, depth, &steps)
      ?? (name.hasPrefix("_") ? trace(member: name, depth, &steps) : nil)
      ?? (["kCC", "kSec", "NID_", "EVP_"].contains(where: name.hasPrefix)
        ? CConstant(content: .symbol(name), tokens: index..<(index + 1)) : source.foreign(name))
  }

  func macro(_ define: CDefine) -> CConstant? {
    let tokens = define.value.prefix(256).filter { !$0.isSign("(") && !$0.isSign(")") && !$0.isSign("@") }
    let place = 0..<0
    if let only = tokens.first, tokens.count == 1 {
      if only.isString { return CConstant(content: .text(only.text), tokens: place) }
      if only.kind == .number {
        let digits = only.text.lowercased().filter { $0 != "u" && $0 != "l" }
        let number = digits.hasPrefix("0x") ? Int(digits.dropFirst(2), radix: 16) : Int(digits)
        return number.map { CConstant(content: .integer($0), tokens: place) }
      }
      return only.kind == .identifier && only.text.hasPrefix("k")
        ? CConstant(content: .symbol(only.text), tokens: place) : nil
    }
    if tokens.first?.isSign("{") == true { return CConstant(content: .bytes(isEmpty: false), tokens: place) }
    if !tokens.isEmpty, tokens.allSatisfy(\.isString) {
      return CConstant(content: .text(tokens[0].text), tokens: place)
    }
    return nil
  }

  /// Whether the function declares `name` without a value: `unsigned char iv[16];`.
  private func isDeclared(_ name: String, in function: Int) -> Bool {
    source.functions[function].body.prefix(4_000).contains { index in
      source.tokens[index].isName(name) && index > 0
        && (source.tokens[index - 1].kind == .identifier
          && !["return", "else"].contains(source.tokens[index - 1].text)
          || source.tokens[index - 1].isSign("*"))
        && index + 1 < source.tokens.count && ["[", ";", "="].contains(source.tokens[index + 1].text)
    }
  }

  private func trace(global name: String, _ depth: Int, _ steps: inout Int) -> CConstant? {
    let given = source.assignments(to: name).filter { $0.path.count == 1 }
    guard let first = given.first(where: { $0.function == nil }), !first.value.isEmpty,
      !given.contains(where: { $0.function != nil && $0.type == nil })
    else { return nil }
    return trace(first.value, nil, depth, &steps)
  }

  /// A property or instance variable: what assignments of this file give it.
  private func trace(member name: String, _ depth: Int, _ steps: inout Int) -> CConstant? {
    let plain = ObjectiveCSource.plain(name)
    if source.functions.contains(where: { $0.name == plain && $0.className != nil }) {
      return returned(by: plain, depth, &steps)
    }
    for spelling in [plain, "_" + plain] {
      for assignment in source.assignments(to: spelling).prefix(8) where assignment.key == nil {
        if let found = trace(assignment.value, assignment.function, depth, &steps), !found.isEmpty {
          return found
        }
      }
    }
    return nil
  }

  private func passed(_ place: Int, to function: Int, _ depth: Int, _ steps: inout Int) -> CConstant? {
    let made = source.functions[function]
    let messages = made.className == nil ? [] : source.messages(made.name).map { ($0.arguments, $0.function) }
    let calls = made.className != nil ? [] : source.calls(made.name).map { ($0.arguments, $0.function) }
    for (arguments, caller) in (messages + calls).prefix(16)
    where place < arguments.count && caller != function {
      if let found = trace(arguments[place], caller, depth, &steps), !found.isEmpty { return found }
    }
    return nil
  }

  // MARK: Buffers

  /// A variable of a function: constant when all that is put into it is.
  private func trace(
    local name: String, before end: Int, _ given: [CAssignment], _ function: Int, _ depth: Int,
    _ steps: inout Int
  ) -> CConstant? {
    var found: CConstant?
    for assignment in given where assignment.target.lowerBound < end {
      // `key[3] = value` counts like any other part.
      guard assignment.path.count == 1 else { continue }
      guard let part = trace(assignment.value, function, depth, &steps) else { return nil }
      if assignment.key == nil || assignment.type != nil {
        if found == nil || !part.isEmpty { found = part }
      }
    }
    let body = source.functions[function].body
    guard body.lowerBound < end else { return found }
    for index in (body.lowerBound..<min(end, body.upperBound)).prefix(4_000)
    where source.tokens[index].isName(name) {
      switch use(at: index) {
      case .reading: continue
      case .clearing:
        if found == nil { found = CConstant(content: .bytes(isEmpty: false), tokens: index..<(index + 1)) }
      case .copying(let value):
        guard let part = trace(value, function, depth, &steps) else { return nil }
        found = part
      case .filling: return nil
      }
    }
    return found
  }

  private enum Use {
    case reading
    case clearing
    case copying(Range<Int>)
    case filling
  }

  /// What the call or message around the name at `index` does to the buffer.
  private func use(at index: Int) -> Use {
    // `[data mutableBytes]`, `data.mutableBytes`
    let behind = source.tokens[min(index + 1, source.tokens.count)..<min(index + 3, source.tokens.count)]
    if behind.contains(where: { $0.isName("mutableBytes") }) { return .filling }
    let isAddress = index > 0 && source.tokens[index - 1].isSign("&")
    let calls = source.calls.lazy.filter { $0.tokens.contains(index) && $0.tokens.lowerBound < index }
    let messages = source.messages.lazy.filter { $0.tokens.contains(index) }
    let call = calls.max { $0.tokens.lowerBound < $1.tokens.lowerBound }
    let message = messages.max { $0.tokens.lowerBound < $1.tokens.lowerBound }
    if let message, message.tokens.lowerBound > call?.tokens.lowerBound ?? -1 {
      guard !message.receiver.contains(index) else { return .reading }
      switch message.selector {
      case "getCString:maxLength:encoding:", "getBytes:length:", "getBytes:", "getCharacters:":
        return .copying(message.receiver)
      case _ where message.selector.hasPrefix("getBytes"): return .filling
      default: return isAddress && message.selector.contains("rror") == false ? .filling : .reading
      }
    }
    guard let call, let place = call.arguments.firstIndex(where: { $0.contains(index) }) else {
      return .reading
    }
    switch call.name {
    case "memset", "bzero", "memset_s", "explicit_bzero": return place == 0 ? .clearing : .reading
    case "memcpy", "memmove", "strcpy", "strncpy", "strlcpy", "bcopy":
      guard place == 0, call.arguments.count > 1 else { return .reading }
      return .copying(call.arguments[1])
    case _ where Self.fillers.contains(call.name): return .filling
    case _ where isAddress: return .filling
    case "CCKeyDerivationPBKDF": return place == 7 ? .filling : .reading
    case _ where call.name.hasPrefix("CC_") || call.name.hasPrefix("PKCS5_") || call.name.hasPrefix("EVP_"):
      return place == call.arguments.count - 1 || place == 2 && call.name.hasPrefix("CC_")
        ? .filling : .reading
    case "CCHmac": return place == 5 ? .filling : .reading
    case _ where source.functions.contains(where: { $0.name == call.name }): return .filling
    default: return .reading
    }
  }

  private static let fillers: Set = [
    "SecRandomCopyBytes", "arc4random_buf", "RAND_bytes", "RAND_priv_bytes", "CCRandomGenerateBytes",
    "randombytes_buf",
    "read", "fread", "getentropy", "snprintf", "sprintf", "sscanf", "uuid_generate", "uuid_generate_random",
    "CFDataGetBytes", "CFStringGetCString", "HKDF", "crypto_pwhash", "scrypt",
  ]
  private static let views: Set = [
    "bytes", "UTF8String", "utf8String", "copy", "mutableCopy", "description", "cString", "string", "data",
    "autorelease", "retain", "lowercaseString", "uppercaseString",
  ]
  /// Messages whose result is the receiver in another type.
  private static let receiving: Set = [
    "dataUsingEncoding:", "cStringUsingEncoding:", "dataUsingEncoding:allowLossyConversion:",
    "subdataWithRange:",
    "substringToIndex:", "substringFromIndex:", "substringWithRange:",
    "stringByPaddingToLength:withString:startingAtIndex:",
    "intValue", "integerValue", "unsignedIntValue", "unsignedIntegerValue",
  ]
  /// Messages whose result is their first argument in another type.
  private static let carrying: Set = [
    "dataWithBytes:length:", "initWithBytes:length:", "dataWithBytesNoCopy:length:", "dataWithData:",
    "initWithData:",
    "dataWithBytesNoCopy:length:freeWhenDone:", "stringWithString:", "initWithString:",
    "stringWithUTF8String:",
    "initWithUTF8String:", "initWithBase64EncodedString:options:", "initWithBase64EncodedData:options:",
    "stringWithCString:encoding:", "initWithData:encoding:", "initWithBase64Encoding:",
    "initWithBytesNoCopy:length:freeWhenDone:", "initWithBytes:length:encoding:",
  ]
}
