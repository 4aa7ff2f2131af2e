/// The string literals and the other tokens of Kotlin or Java, as far as a list of pins needs them.
struct SourceLiterals {
  /// A token, with the line it is in.
  enum Token: Equatable {
    /// The content of a string literal without escapes.
    case literal(String, line: Int)
    /// A word of letters, digits and underscores.
    case word(String, line: Int)
    /// A parenthesis, a comma or another character.
    case mark(UInt8, line: Int)
  }

  private let bytes: [UInt8]
  private var index = 0
  private var line = 1

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// All tokens; comments and white space are left out.
  ///
  /// - Throws: ``TransportError/malformedDocument(line:)`` for a literal or a comment that does not end.
  static func tokens(_ bytes: [UInt8]) throws(TransportError) -> [Token] {
    var scanner = SourceLiterals(bytes)
    var tokens: [Token] = []
    while let token = try scanner.next() { tokens.append(token) }
    return tokens
  }

  private func peek(_ distance: Int = 0) -> UInt8? {
    index + distance < bytes.count ? bytes[index + distance] : nil
  }

  private mutating func advance() {
    if bytes[index] == 0x0A { line += 1 }
    index += 1
  }

  private mutating func next() throws(TransportError) -> Token? {
    while let byte = peek() {
      if byte == 0x20 || (0x09...0x0D).contains(byte) {
        advance()
      } else if byte == UInt8(ascii: "/"), peek(1) == UInt8(ascii: "/") {
        while let byte = peek(), byte != 0x0A { advance() }
      } else if byte == UInt8(ascii: "/"), peek(1) == UInt8(ascii: "*") {
        try skipComment()
      } else if byte == UInt8(ascii: "\"") {
        return try literal()
      } else if Self.isWord(byte) {
        let start = index
        while let byte = peek(), Self.isWord(byte) { index += 1 }
        return .word(String(decoding: bytes[start..<index], as: UTF8.self), line: line)
      } else {
        index += 1
        return .mark(byte, line: line)
      }
    }
    return nil
  }

  private mutating func skipComment() throws(TransportError) {
    let start = line
    index += 2
    while peek() != nil {
      if peek() == UInt8(ascii: "*"), peek(1) == UInt8(ascii: "/") {
        index += 2
        return
      }
      advance()
    }
    throw .malformedDocument(line: start)
  }

  private mutating func literal() throws(TransportError) -> Token {
    index += 1
    let start = index
    while let byte = peek() {
      if byte == UInt8(ascii: "\"") {
        index += 1
        return .literal(String(decoding: bytes[start..<(index - 1)], as: UTF8.self), line: line)
      }
      // Neither a pattern nor a pin needs an escape or a template.
      guard byte != UInt8(ascii: "\\"), byte != UInt8(ascii: "$"), byte != 0x0A else { break }
      index += 1
    }
    throw .malformedDocument(line: line)
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte)
      || byte == UInt8(ascii: "_") || byte >= 0x80
  }
}
