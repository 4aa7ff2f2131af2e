/// Base64 as PHC strings have it: the standard alphabet, no padding, and one spelling for every value.
enum PlainBase64 {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// Writes bytes as text.
  static func text(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count * 4 + 2) / 3)
    var (word, bits) = (UInt32(0), 0)
    for byte in bytes {
      (word, bits) = (word << 8 | UInt32(byte), bits + 8)
      while bits >= 6 {
        bits -= 6
        text.append(alphabet[Int(word >> UInt32(bits) & 63)])
      }
    }
    if bits > 0 { text.append(alphabet[Int(word << UInt32(6 - bits) & 63)]) }
    return String(decoding: text, as: UTF8.self)
  }

  /// Reads a text; `nil` for other characters, padding, impossible lengths and stray bits at the end.
  static func bytes(_ text: some Collection<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count * 3 / 4)
    var (word, bits) = (UInt32(0), 0)
    for character in text {
      guard let value = value(of: character) else { return nil }
      (word, bits) = (word << 6 | value, bits + 6)
      if bits >= 8 {
        bits -= 8
        bytes.append(UInt8(truncatingIfNeeded: word >> UInt32(bits)))
      }
    }
    guard bits < 6, word & (1 << UInt32(bits) - 1) == 0 else { return nil }
    return bytes
  }

  private static func value(of character: UInt8) -> UInt32? {
    switch character {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(character - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(character - UInt8(ascii: "a") + 26)
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(character - UInt8(ascii: "0") + 52)
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
