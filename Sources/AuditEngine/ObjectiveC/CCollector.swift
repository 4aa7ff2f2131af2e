/// Matches the brackets of a file and finds its functions, messages, calls and assignments.
///
/// No step looks back further than the statement it is in, so the time grows with the length of the file alone.
struct CCollector {
  /// The index of the bracket that belongs to each bracket, −1 for everything else.
  private(set) var partners: [Int32] = []
  private(set) var functions: [CFunction] = []
  private(set) var messages: [MessageSend] = []
  private(set) var calls: [CCall] = []
  private(set) var assignments: [CAssignment] = []

  private let tokens: [CToken]
  /// The most names, brackets and signs of one target or type that are looked at.
  private static let statementLimit = 64

  init(_ tokens: [CToken]) {
    self.tokens = tokens
    partners = Self.partners(tokens)
    functions = CFunctionReader(tokens, partners).functions
    collect()
  }

  /// Brackets that do not fit are left alone.
  private static func partners(_ tokens: [CToken]) -> [Int32] {
    var partners = [Int32](repeating: -1, count: tokens.count)
    var open: [(index: Int, close: String)] = []
    for (index, token) in tokens.enumerated() where token.kind == .punctuation {
      switch token.text {
      case "(": open.append((index, ")"))
      case "[": open.append((index, "]"))
      case "{": open.append((index, "}"))
      case ")", "]", "}":
        // A brace closes what was left open inside it; another bracket that does not fit is passed over.
        if token.text == "}" { while let last = open.last, last.close != "}" { open.removeLast() } }
        guard let last = open.last, last.close == token.text else { continue }
        open.removeLast()
        partners[last.index] = Int32(index)
        partners[index] = Int32(last.index)
      default: break
      }
    }
    return partners
  }

  static func parts(
    of range: Range<Int>, by sign: String, _ tokens: [CToken], _ partners: [Int32]
  ) -> [Range<Int>] {
    guard !range.isEmpty else { return [] }
    var (parts, start, index) = ([Range<Int>](), range.lowerBound, range.lowerBound)
    while index < range.upperBound {
      if Int(partners[index]) > index {
        index = Int(partners[index])
      } else if tokens[index].isSign(sign) {
        parts.append(start..<index)
        start = index + 1
      }
      index += 1
    }
    if start <= range.upperBound { parts.append(start..<range.upperBound) }
    return parts.filter { $0.upperBound <= range.upperBound }
  }

  private mutating func collect() {
    var next = 0
    for index in tokens.indices {
      while next < functions.count, functions[next].body.upperBound <= index { next += 1 }
      let function = next < functions.count && functions[next].body.contains(index) ? next : nil
      let token = tokens[index]
      if token.kind == .punctuation {
        if token.text == "[" {
          if let message = message(at: index, function) { messages.append(message) }
        } else if token.text == "=", let assignment = assignment(at: index, function) {
          assignments.append(assignment)
        }
      } else if token.kind == .identifier, function != nil, let call = call(at: index, function) {
        calls.append(call)
      }
    }
  }

  // MARK: Messages

  private func message(at open: Int, _ function: Int?) -> MessageSend? {
    guard let close = partner(open), close > open + 2 else { return nil }
    if open > 0, tokens[open - 1].isSign("@") { return nil }
    let reader = CExpressionReader(tokens, partners, end: close)
    guard let receiverEnd = reader.receiver(from: open + 1), receiverEnd < close,
      tokens[receiverEnd].kind == .identifier
    else { return nil }
    let receiver = (open + 1)..<receiverEnd
    if receiverEnd + 1 == close {
      return MessageSend(
        receiver: receiver, selector: tokens[receiverEnd].text, arguments: [], tokens: open..<(close + 1),
        function: function)
    }
    guard tokens[receiverEnd + 1].isSign(":") else { return nil }
    var selector = tokens[receiverEnd].text + ":"
    var (arguments, start, index, choices) = ([Range<Int>](), receiverEnd + 2, receiverEnd + 2, 0)
    while index < close {
      let token = tokens[index]
      if Int(partners[index]) > index {
        index = Int(partners[index])
      } else if token.isSign("?") {
        choices += 1
      } else if token.isSign(":"), choices > 0 {
        choices -= 1
      } else if token.kind == .identifier, index > start, index + 1 < close, tokens[index + 1].isSign(":"),
        choices == 0, reader.endsValue(index - 1)
      {
        arguments.append(start..<index)
        selector += token.text + ":"
        start = index + 2
        index += 1
      }
      index += 1
    }
    arguments.append(min(start, close)..<close)
    let last = Self.parts(of: arguments.removeLast(), by: ",", tokens, partners)
    return MessageSend(
      receiver: receiver, selector: selector, arguments: arguments + last, tokens: open..<(close + 1),
      function: function)
  }

  // MARK: Calls

  private func call(at index: Int, _ function: Int?) -> CCall? {
    guard index + 1 < tokens.count, tokens[index + 1].isSign("("), let close = partner(index + 1),
      !Self.keywords.contains(tokens[index].text)
    else { return nil }
    var hasReceiver = false
    if index > 0 {
      let before = tokens[index - 1]
      // `Type name(…)` declares, `return name(…)` calls.
      if before.kind == .identifier, !Self.callsAfter.contains(before.text) { return nil }
      hasReceiver = [".", "->"].contains(before.text)
    }
    let inside = (index + 2)..<max(index + 2, close)
    return CCall(
      name: tokens[index].text, hasReceiver: hasReceiver,
      arguments: Self.parts(of: inside, by: ",", tokens, partners), tokens: index..<(close + 1),
      function: function)
  }

  private static let keywords: Set = [
    "if", "while", "for", "switch", "return", "sizeof", "typeof", "__typeof__", "__typeof", "catch",
    "defined",
    "alignof", "decltype", "__attribute__", "else", "do", "case", "NS_ENUM", "NS_OPTIONS",
  ]
  private static let callsAfter: Set = ["return", "else", "do", "case", "in", "throw", "co_await", "not"]

  // MARK: Assignments

  private func assignment(at sign: Int, _ function: Int?) -> CAssignment? {
    guard sign > 0 else { return nil }
    var (index, key, path) = (sign - 1, nil as Range<Int>?, [String]())
    let floor = max(0, sign - Self.statementLimit)
    while tokens[index].isSign("]"), let open = partner(index), open > 0 {
      key = (open + 1)..<index
      index = open - 1
    }
    guard tokens[index].kind == .identifier else { return nil }
    path = [tokens[index].text]
    while index - 2 >= floor, tokens[index - 1].isSign(".") || tokens[index - 1].isSign("->"),
      tokens[index - 2].kind == .identifier
    {
      index -= 2
      path.insert(tokens[index].text, at: 0)
    }
    let target = index..<sign
    let type = path.count == 1 ? declaredType(before: index, floor) : nil
    guard let value = value(after: sign) else { return nil }
    return CAssignment(
      path: path, key: key.flatMap { $0.isEmpty ? nil : $0 }, type: type, target: target, value: value,
      function: function)
  }

  /// The last name before a declared one, qualifiers aside.
  private func declaredType(before start: Int, _ floor: Int) -> String? {
    var index = start - 1
    while index >= floor {
      let token = tokens[index]
      if token.isSign("*") || token.isSign("&") || token.isSign(">") {
        // `NSArray<NSString *> *list`
        if token.isSign(">") {
          while index >= floor, !tokens[index].isSign("<") { index -= 1 }
        }
      } else if token.kind == .identifier {
        if !Self.qualifiers.contains(token.text) { return token.text == "return" ? nil : token.text }
      } else {
        return nil
      }
      index -= 1
    }
    return nil
  }

  private static let qualifiers: Set = [
    "const", "static", "extern", "volatile", "__block", "__weak", "__strong", "__unsafe_unretained",
    "_Nonnull",
    "_Nullable", "nonnull", "nullable", "register", "inline", "constexpr",
  ]

  /// What stands behind a `=`, to the end of the statement.
  private func value(after sign: Int) -> Range<Int>? {
    var (index, steps) = (sign + 1, 0)
    while index < tokens.count {
      if Int(partners[index]) > index {
        index = Int(partners[index])
      } else if tokens[index].kind == .punctuation, [";", ",", ")", "]", "}"].contains(tokens[index].text) {
        break
      }
      index += 1
      steps += 1
      if steps > 1_000 { return nil }
    }
    return index > sign + 1 ? (sign + 1)..<min(index, tokens.count) : nil
  }

  private func partner(_ index: Int) -> Int? { partners[index] >= 0 ? Int(partners[index]) : nil }
}
