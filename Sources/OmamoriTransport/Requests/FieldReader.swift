/// Reads tokens, quoted strings and parameters of a header field's value (RFC 9110, section 5.6) from left to right.
struct FieldReader {
  private let bytes: [UInt8]
  private var place = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var isAtEnd: Bool { place == bytes.count }

  var next: UInt8? { place < bytes.count ? bytes[place] : nil }

  mutating func skip(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    place += 1
    return true
  }

  mutating func skipBlanks() {
    while let byte = next, HeaderGrammar.isBlank(byte) { place += 1 }
  }

  mutating func token() -> String? {
    let start = place
    while let byte = next, HeaderGrammar.isTokenCharacter(byte) { place += 1 }
    return place > start ? String(decoding: bytes[start..<place], as: UTF8.self) : nil
  }

  /// A quoted string without its quotes; `nil` when it does not end or has a control character.
  mutating func quotedString() -> String? {
    guard skip(0x22) else { return nil }
    var content: [UInt8] = []
    while var byte = next {
      place += 1
      if byte == 0x22 { return String(decoding: content, as: UTF8.self) }
      if byte == 0x5C {
        guard let escaped = next else { return nil }
        byte = escaped
        place += 1
      }
      guard HeaderGrammar.isValue(CollectionOfOne(byte)) else { return nil }
      content.append(byte)
    }
    return nil
  }

  /// `;`, a name, `=` and a token or quoted string, repeated; `nil` when malformed, twice there, or too many.
  mutating func parameters(limit: Int) -> [String: String]? {
    var found: [String: String] = [:]
    while true {
      skipBlanks()
      guard skip(0x3B) else { return found }
      skipBlanks()
      // An empty parameter is allowed, as after a last semicolon.
      if next == nil || next == 0x3B { continue }
      guard found.count < limit, let name = token().map({ HeaderGrammar.lowercased($0) }), skip(0x3D),
        let value = next == 0x22 ? quotedString() : token(), found.updateValue(value, forKey: name) == nil
      else { return nil }
    }
  }
}
