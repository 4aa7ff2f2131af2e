import OmamoriCore

/// Writes CBOR, also such as no reader should take.
enum CBORText {
  static func head(_ type: UInt8, _ count: Int) -> [UInt8] {
    if count < 24 { return [type << 5 | UInt8(count)] }
    if count < 0x100 { return [type << 5 | 24, UInt8(count)] }
    return [type << 5 | 25, UInt8(count >> 8), UInt8(count & 0xFF)]
  }

  static func bytes(_ content: some Collection<UInt8>) -> [UInt8] { head(2, content.count) + content }
  static func text(_ text: String) -> [UInt8] { head(3, text.utf8.count) + Array(text.utf8) }
  static func array(_ values: [[UInt8]]) -> [UInt8] { head(4, values.count) + values.flatMap(\.self) }
  static func map(_ members: [([UInt8], [UInt8])]) -> [UInt8] {
    head(5, members.count) + members.flatMap { $0.0 + $0.1 }
  }
}
