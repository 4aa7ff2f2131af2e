/// What names and values of header fields consist of (RFC 9110, section 5).
enum HeaderGrammar {
  static let greatestNameSize = 256

  static func isTokenCharacter(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    case 0x21, 0x23...0x27, 0x2A, 0x2B, 0x2D, 0x2E, 0x5E...0x60, 0x7C, 0x7E: true
    default: false
    }
  }

  static func isToken(_ text: some Collection<UInt8>) -> Bool {
    !text.isEmpty && text.count <= greatestNameSize && text.allSatisfy(isTokenCharacter)
  }

  /// Says whether a value has no control character but the tab, above all no CR, LF and NUL, which end a field early.
  static func isValue(_ text: some Collection<UInt8>) -> Bool {
    text.allSatisfy { $0 == 0x09 || ($0 >= 0x20 && $0 != 0x7F) }
  }

  /// Says whether a value is one that a client may send: what `isValue` takes, in ASCII.
  static func isSentValue(_ text: some Collection<UInt8>) -> Bool {
    isValue(text) && text.allSatisfy { $0 < 0x80 }
  }

  static func lowercased(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }

  static func lowercased(_ text: some Sequence<UInt8>) -> String {
    String(decoding: text.map(lowercased), as: UTF8.self)
  }

  static func lowercased(_ text: some StringProtocol) -> String { lowercased(text.utf8) }

  static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  /// Without spaces and tabs at both ends.
  static func trimmed(_ text: some BidirectionalCollection<UInt8>) -> [UInt8] {
    let start = text.drop(while: isBlank)
    var end = Array(start)
    while let last = end.last, isBlank(last) { end.removeLast() }
    return end
  }

  static func trimmed(_ text: some StringProtocol) -> String {
    String(decoding: trimmed(Array(text.utf8)), as: UTF8.self)
  }
}
