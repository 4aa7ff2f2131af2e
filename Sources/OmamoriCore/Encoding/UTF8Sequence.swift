/// The well-formed byte sequences of Unicode 16 table 3-7 that stand for one scalar beyond ASCII.
enum UTF8Sequence {
  /// The length in bytes of the sequence at `offset`, or 0 when it is not well-formed.
  static func length(in bytes: Span<UInt8>, at offset: Int) -> Int {
    let first = bytes[offset]
    let (length, second): (Int, ClosedRange<UInt8>) =
      switch first {
      case 0xC2...0xDF: (2, 0x80...0xBF)
      case 0xE0: (3, 0xA0...0xBF)
      case 0xE1...0xEC, 0xEE...0xEF: (3, 0x80...0xBF)
      case 0xED: (3, 0x80...0x9F)
      case 0xF0: (4, 0x90...0xBF)
      case 0xF1...0xF3: (4, 0x80...0xBF)
      case 0xF4: (4, 0x80...0x8F)
      default: (0, 0x80...0xBF)
      }
    guard length > 0, offset + length <= bytes.count, second ~= bytes[offset + 1] else { return 0 }
    for index in 2..<max(length, 2) where bytes[offset + index] & 0xC0 != 0x80 { return 0 }
    return length
  }
}
