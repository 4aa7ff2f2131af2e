/// What an expression of C or Objective-C is known to be.
package enum CValue: Sendable, Equatable {
  /// A text, of either kind.
  case string(String)
  /// A number or truth value.
  case integer(Int)
  /// A name whose value is not known here: `kSecClass`.
  case symbol(String)

  /// The text.
  package var string: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }

  /// The number.
  package var integer: Int? {
    guard case .integer(let number) = self else { return nil }
    return number
  }

  /// The name.
  package var symbol: String? {
    guard case .symbol(let name) = self else { return nil }
    return name
  }
}

extension ObjectiveCSource {
  /// The value of the tokens in `range`, through constants of the file and of `function`; `nil` when it is not known.
  package func value(_ range: Range<Int>, in function: Int?) -> CValue? {
    value(range, in: function, depth: 0)
  }

  /// `range` without brackets and casts around the value.
  package func bare(_ range: Range<Int>) -> Range<Int> {
    var (range, layers) = (range, 0)
    while layers < 64, let first = range.first, tokens[first].isSign("("), let close = partner(of: first),
      close < range.upperBound
    {
      layers += 1
      if close + 1 == range.upperBound {
        range = (first + 1)..<close
      } else {
        let next = tokens[close + 1]
        let isCast = next.kind != .punctuation || ["(", "[", "@"].contains(next.text)
        guard isCast else { return range }
        range = (close + 1)..<range.upperBound
      }
    }
    return range
  }

  private func value(_ range: Range<Int>, in function: Int?, depth: Int) -> CValue? {
    guard depth < 8 else { return nil }
    let range = bare(range)
    guard let first = range.first else { return nil }
    let token = tokens[first]
    if range.count == 1 {
      switch token.kind {
      case .string, .object: return .string(token.text)
      case .number: return Self.number(token.text).map { .integer($0) }
      case .directive: return token.text == "@YES" ? .integer(1) : token.text == "@NO" ? .integer(0) : nil
      case .identifier: return named(token.text, before: first, in: function, depth: depth)
      case .character, .punctuation: return nil
      }
    }
    if token.isSign("@") {
      // `@42`, `@(value)`
      guard !tokens[first + 1].isSign("[") && !tokens[first + 1].isSign("{") else { return nil }
      return value((first + 1)..<range.upperBound, in: function, depth: depth + 1)
    }
    if token.isSign("-"), let number = value((first + 1)..<range.upperBound, in: function, depth: depth + 1) {
      return number.integer.map { .integer(0 &- $0) }
    }
    if token.isName("CFSTR"), range.count == 4, tokens[first + 2].isString {
      return .string(tokens[first + 2].text)
    }
    guard token.isSign("["), let message = message(at: range) else { return nil }
    return result(of: message, depth: depth)
  }

  /// The message that fills `range`.
  package func message(at range: Range<Int>) -> MessageSend? {
    var (low, high) = (0, messages.count)
    while low < high {
      let middle = (low + high) / 2
      if messages[middle].tokens.lowerBound < range.lowerBound { low = middle + 1 } else { high = middle }
    }
    guard low < messages.count, messages[low].tokens == range else { return nil }
    return messages[low]
  }

  private func result(of message: MessageSend, depth: Int) -> CValue? {
    func fold(_ range: Range<Int>) -> CValue? { value(range, in: message.function, depth: depth + 1) }
    switch message.selector {
    case "copy", "mutableCopy", "UTF8String", "stringValue", "intValue", "integerValue", "boolValue",
      "retain",
      "autorelease":
      return fold(message.receiver)
    case "stringWithString:", "initWithString:", "stringWithUTF8String:", "numberWithInt:", "numberWithBool:",
      "numberWithInteger:", "numberWithUnsignedInteger:":
      return fold(message.arguments[0])
    case "stringByAppendingString:":
      guard let left = fold(message.receiver)?.string, let right = fold(message.arguments[0])?.string,
        left.utf8.count + right.utf8.count <= 65_536
      else { return nil }
      return .string(left + right)
    default: return nil
    }
  }

  private func named(_ name: String, before index: Int, in function: Int?, depth: Int) -> CValue? {
    switch name {
    case "YES", "true", "TRUE": return .integer(1)
    case "NO", "false", "FALSE": return .integer(0)
    case "nil", "NULL", "nullptr", "Nil": return nil
    default: break
    }
    if let define = define(name), !define.isFunction { return Self.value(of: define) ?? .symbol(name) }
    let local = function.flatMap { values(of: name, in: $0) }
    if local == nil, let function, functions[function].parameters.contains(where: { $0.name == name }) {
      return nil
    }
    guard let (known, count) = local ?? values(of: name, in: nil) else { return .symbol(name) }
    // What is given a value twice, or outside its declaration, may be anything.
    guard count == 1, known.type != nil, known.target.lowerBound < index else { return nil }
    return value(known.value, in: known.function, depth: depth + 1)
  }

  private static func value(of define: CDefine) -> CValue? {
    guard define.value.count <= 16 else { return nil }
    let tokens = define.value.filter { !$0.isSign("(") && !$0.isSign(")") }
    guard tokens.count == 1, let token = tokens.first else { return nil }
    switch token.kind {
    case .string, .object: return .string(token.text)
    case .number: return number(token.text).map { .integer($0) }
    default: return nil
    }
  }

  private static func number(_ text: String) -> Int? {
    var digits = text.lowercased().filter { $0 != "'" }[...]
    if digits.hasPrefix("0x") { return Int(digits.dropFirst(2).prefix { $0.isHexDigit }, radix: 16) }
    while let last = digits.last, "ul".contains(last) { digits.removeLast() }
    return Int(digits)
  }
}
