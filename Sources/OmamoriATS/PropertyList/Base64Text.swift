/// Decodes standard Base64 (RFC 4648, section 4) with its padding.
enum Base64Text {
  /// The bytes that `text` spells, or `nil` when it is not complete and well-formed.
  ///
  /// `skippingSpace` leaves spaces and line ends out, as data values in property lists need.
  static func decode(_ text: some Sequence<UInt8>, skippingSpace: Bool = false) -> [UInt8]? {
    var result: [UInt8] = []
    var group: UInt32 = 0
    var (count, padding) = (0, 0)
    for byte in text {
      if skippingSpace, ASCII.isSpace(byte) { continue }
      if byte == ASCII.equals {
        padding += 1
        continue
      }
      guard padding == 0, let digit = digit(byte) else { return nil }
      group = group << 6 | UInt32(digit)
      count += 1
      if count.isMultiple(of: 4) {
        result += [UInt8(truncatingIfNeeded: group >> 16), UInt8(truncatingIfNeeded: group >> 8)]
        result.append(UInt8(truncatingIfNeeded: group))
        group = 0
      }
    }
    switch (count % 4, padding) {
    case (0, 0): break
    case (2, 2): result.append(UInt8(truncatingIfNeeded: group >> 4))
    case (3, 1):
      result += [UInt8(truncatingIfNeeded: group >> 10), UInt8(truncatingIfNeeded: group >> 2)]
    default: return nil
    }
    return result
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x41...0x5A: byte - 0x41
    case 0x61...0x7A: byte - 0x61 + 26
    case 0x30...0x39: byte - 0x30 + 52
    case 0x2B: 62
    case 0x2F: 63
    default: nil
    }
  }
}
