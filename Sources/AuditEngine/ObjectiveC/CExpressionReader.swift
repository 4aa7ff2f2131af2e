/// Finds where the receiver of a message ends.
struct CExpressionReader {
  private let tokens: [CToken]
  private let partners: [Int32]
  private let end: Int

  init(_ tokens: [CToken], _ partners: [Int32], end: Int) {
    (self.tokens, self.partners, self.end) = (tokens, partners, end)
  }

  /// The index behind the expression that begins at `start`: a name, literal, message or group with what is hung on it.
  func receiver(from start: Int) -> Int? {
    var index = start
    while index < end, ["*", "&", "!", "^"].contains(tokens[index].text), tokens[index].kind == .punctuation {
      index += 1
    }
    // `(Type *)value`: a group with a value behind it that is not the selector itself.
    while index < end, tokens[index].isSign("("), let close = partner(index), close + 1 < end,
      startsValue(close + 1), !isSelector(close + 1)
    {
      index = close + 1
    }
    guard index < end, var next = value(at: index) else { return nil }
    while next < end {
      let token = tokens[next]
      if token.isSign(".") || token.isSign("->") || token.isSign("::") {
        guard next + 1 < end, tokens[next + 1].kind == .identifier else { return nil }
        next += 2
      } else if token.isSign("(") || token.isSign("[") || token.isSign("{"), let close = partner(next) {
        next = close + 1
      } else {
        break
      }
    }
    return next
  }

  /// Whether the token can be the last of a value.
  func endsValue(_ index: Int) -> Bool {
    let token = tokens[index]
    return token.kind != .punctuation || [")", "]", "}", "++", "--"].contains(token.text)
  }

  private func value(at index: Int) -> Int? {
    let token = tokens[index]
    switch token.kind {
    case .identifier, .number, .string, .object, .character: return index + 1
    case .directive:
      // `@selector(…)`, `@protocol(…)`, `@YES`.
      guard index + 1 < end, tokens[index + 1].isSign("("), let close = partner(index + 1) else {
        return index + 1
      }
      return close + 1
    case .punctuation:
      if token.text == "(" || token.text == "[" || token.text == "{" { return partner(index).map { $0 + 1 } }
      guard token.text == "@", index + 1 < end else { return nil }
      if tokens[index + 1].kind == .number { return index + 2 }
      return partner(index + 1).flatMap { $0 > index ? $0 + 1 : nil }
    }
  }

  private func startsValue(_ index: Int) -> Bool {
    let token = tokens[index]
    return token.kind != .punctuation || ["(", "[", "@"].contains(token.text)
  }

  private func isSelector(_ index: Int) -> Bool {
    guard tokens[index].kind == .identifier else { return false }
    return index + 1 == end || tokens[index + 1].isSign(":")
  }

  private func partner(_ index: Int) -> Int? { partners[index] >= 0 ? Int(partners[index]) : nil }
}
