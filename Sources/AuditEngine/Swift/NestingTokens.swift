/// Cuts a Swift file into the few kinds of tokens that say how deeply it nests.
///
/// Comments and the texts of string literals are passed over; what stands in `\(…)` is not. Any bytes are accepted.
struct NestingTokens {
  /// What was met.
  enum Token: Equatable {
    case word(String, isOnNewLine: Bool)
    case literal(isOnNewLine: Bool)
    case open(UInt8)
    case close
    /// A dot before a member.
    case member
    case separator(isComma: Bool)
    case colon
    /// `?` or `!`: behind an operand, or as the beginning of `? :`.
    case mark(isTernary: Bool)
    case operation
    case arrow
    /// `@`, or the `#` of a macro.
    case attribute(isOnNewLine: Bool)
    case angle(opens: Bool)
    case condition(Condition)
  }

  /// A directive of conditional compilation.
  enum Condition { case begins, branches, ends }

  /// A string literal that is open around what is read.
  private struct Literal {
    let pounds: Int
    let isMultiline: Bool
    /// The number of parentheses that are open inside its `\(`.
    var parentheses = 0
  }

  private let bytes: [UInt8]
  private var index = 0
  private var literals: [Literal] = []
  private var sawNewLine = true
  /// The last byte of the token before.
  private var lastByte: UInt8 = 0
  /// The most literals that are followed into each other.
  private static let literalLimit = 256

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The next token, or `nil` at the end.
  mutating func next() -> Token? {
    sawNewLine = index == 0
    while let byte = peek(0) {
      if byte == 0x0A || byte == 0x0D { sawNewLine = true }
      if byte <= 0x20 {
        index += 1
      } else if byte == Self.slash, peek(1) == Self.slash {
        skipLine()
      } else if byte == Self.slash, peek(1) == Self.star {
        skipComment()
      } else {
        if byte == Self.slash, let end = endOfPattern() {
          index = end
          lastByte = Self.slash
          return .literal(isOnNewLine: sawNewLine)
        }
        let token = token(byte)
        // A backslash at the very end leads behind it.
        index = min(index, bytes.count)
        lastByte = bytes[index - 1]
        return token
      }
    }
    return nil
  }

  private mutating func token(_ byte: UInt8) -> Token {
    if Self.isWord(byte) || byte == UInt8(ascii: "`") { return word() }
    switch byte {
    case UInt8(ascii: "\""): return string(pounds: 0)
    case UInt8(ascii: "#"): return pound()
    case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): return open(byte)
    case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): return close(byte)
    case UInt8(ascii: ","), UInt8(ascii: ";"):
      index += 1
      return .separator(isComma: byte == UInt8(ascii: ","))
    case UInt8(ascii: ":"):
      index += 1
      return .colon
    case UInt8(ascii: "@"):
      index += 1
      return .attribute(isOnNewLine: sawNewLine)
    default: return operation(byte)
    }
  }

  private mutating func word() -> Token {
    let start = index
    let isNumber = (0x30...0x39).contains(bytes[start])
    index += 1
    while let byte = peek(0), Self.isWord(byte) || byte == UInt8(ascii: "`") { index += 1 }
    if isNumber { return .literal(isOnNewLine: sawNewLine) }
    // No word that matters is longer.
    let text = index - start <= 15 ? String(decoding: bytes[start..<index], as: UTF8.self) : "_"
    return .word(text, isOnNewLine: sawNewLine)
  }

  // MARK: Brackets

  private mutating func open(_ byte: UInt8) -> Token {
    index += 1
    if byte == UInt8(ascii: "("), !literals.isEmpty { literals[literals.count - 1].parentheses += 1 }
    return .open(byte)
  }

  private mutating func close(_ byte: UInt8) -> Token {
    index += 1
    guard byte == UInt8(ascii: ")"), !literals.isEmpty else { return .close }
    literals[literals.count - 1].parentheses -= 1
    if literals[literals.count - 1].parentheses <= 0 { readText() }
    return .close
  }

  private mutating func operation(_ first: UInt8) -> Token {
    let start = index
    let isAfterSpace = start == 0 || bytes[start - 1] <= 0x20
    index += 1
    // What stands directly behind an operand is a mark of its own, however many follow each other.
    if !isAfterSpace, first == UInt8(ascii: "?") || first == UInt8(ascii: "!") {
      return .mark(isTernary: false)
    }
    if !isAfterSpace, first == UInt8(ascii: ">") { return .angle(opens: false) }
    while let byte = peek(0), Self.isOperator(byte) { index += 1 }
    switch (first, index - start) {
    case (UInt8(ascii: "."), 1): return .member
    case (UInt8(ascii: "?"), 1): return .mark(isTernary: true)
    case (UInt8(ascii: "-"), 2) where bytes[start + 1] == UInt8(ascii: ">"): return .arrow
    case (UInt8(ascii: "<"), 1) where !isAfterSpace: return .angle(opens: true)
    default: return .operation
    }
  }

  // MARK: Directives and literals

  private mutating func pound() -> Token {
    var pounds = 0
    while peek(pounds) == UInt8(ascii: "#") { pounds += 1 }
    if peek(pounds) == UInt8(ascii: "\"") {
      index += pounds
      return string(pounds: pounds)
    }
    index += pounds
    let start = index
    while let byte = peek(0), Self.isWord(byte) { index += 1 }
    switch String(decoding: bytes[start..<min(index, start + 8)], as: UTF8.self) {
    case "if": return .condition(.begins)
    case "else", "elseif": return .condition(.branches)
    case "endif": return .condition(.ends)
    default: return .attribute(isOnNewLine: sawNewLine)
    }
  }

  private mutating func string(pounds: Int) -> Token {
    let isMultiline = peek(1) == Self.quote && peek(2) == Self.quote
    index += isMultiline ? 3 : 1
    let token = Token.literal(isOnNewLine: sawNewLine)
    guard literals.count < Self.literalLimit else { return token }
    literals.append(Literal(pounds: pounds, isMultiline: isMultiline))
    readText()
    return token
  }

  /// Passes over the text of the innermost literal, to its end or to the `(` of a hole.
  private mutating func readText() {
    guard let literal = literals.last else { return }
    literals[literals.count - 1].parentheses = 0
    while let byte = peek(0) {
      if byte == UInt8(ascii: "\\"), hasPounds(literal.pounds, at: index + 1) {
        index += 1 + literal.pounds
        if peek(0) == UInt8(ascii: "(") { return }
        index += 1
      } else if byte == Self.quote, isEnd(of: literal) {
        index += (literal.isMultiline ? 3 : 1) + literal.pounds
        literals.removeLast()
        return
      } else if byte == 0x0A || byte == 0x0D, !literal.isMultiline {
        literals.removeLast()
        return
      } else {
        index += 1
      }
    }
    literals.removeAll()
  }

  /// Where the regular expression that begins here ends, or `nil` when a `/` here means division.
  private func endOfPattern() -> Int? {
    guard Self.beforePattern.contains(lastByte), let first = peek(1), first > 0x20 else { return nil }
    var end = index + 1
    while end < bytes.count, bytes[end] != 0x0A, bytes[end] != 0x0D, end < index + 1_000 {
      if bytes[end] == Self.slash { return end + 1 }
      end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1
    }
    return nil
  }

  private func isEnd(of literal: Literal) -> Bool {
    if literal.isMultiline {
      return peek(1) == Self.quote && peek(2) == Self.quote && hasPounds(literal.pounds, at: index + 3)
    }
    return hasPounds(literal.pounds, at: index + 1)
  }

  private func hasPounds(_ count: Int, at start: Int) -> Bool {
    (start..<start + count).allSatisfy { $0 < bytes.count && bytes[$0] == UInt8(ascii: "#") }
  }

  // MARK: Bytes

  private mutating func skipLine() {
    while let byte = peek(0), byte != 0x0A, byte != 0x0D { index += 1 }
  }

  private mutating func skipComment() {
    var depth = 0
    while let byte = peek(0) {
      if byte == Self.slash, peek(1) == Self.star {
        depth += 1
        index += 2
      } else if byte == Self.star, peek(1) == Self.slash {
        depth -= 1
        index += 2
        if depth == 0 { return }
      } else {
        if byte == 0x0A { sawNewLine = true }
        index += 1
      }
    }
  }

  private func peek(_ distance: Int) -> UInt8? {
    index + distance < bytes.count ? bytes[index + distance] : nil
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...0xFF: true
    default: false
    }
  }

  private static func isOperator(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "*"), UInt8(ascii: "/"),
      UInt8(ascii: "="), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "!"), UInt8(ascii: "?"),
      UInt8(ascii: "&"), UInt8(ascii: "|"), UInt8(ascii: "^"), UInt8(ascii: "~"), UInt8(ascii: "%"):
      true
    default: false
    }
  }

  /// What an operand follows.
  private static let beforePattern: Set = Set("=(,:[{&|!?;".utf8)
  private static let quote = UInt8(ascii: "\"")
  private static let slash = UInt8(ascii: "/")
  private static let star = UInt8(ascii: "*")
}
