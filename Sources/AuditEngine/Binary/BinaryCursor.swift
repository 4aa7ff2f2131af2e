/// Reads numbers one after another, also those of variable length, and never beyond the end.
struct BinaryCursor {
  private let bytes: BinaryBytes
  private(set) var offset: Int

  /// Starts at `offset` of `bytes`.
  init(_ bytes: BinaryBytes, at offset: Int = 0) { (self.bytes, self.offset) = (bytes, offset) }

  /// Whether all has been read.
  var isAtEnd: Bool { offset >= bytes.count }

  /// The next byte.
  mutating func byte() -> UInt8? {
    guard let byte = bytes.byte(at: offset) else { return nil }
    offset += 1
    return byte
  }

  /// The next four bytes as a number.
  mutating func word() -> UInt32? {
    guard let word = bytes.word(at: offset) else { return nil }
    offset += 4
    return word
  }

  /// The next number in groups of seven bits, `nil` also when it does not fit in 64 bits.
  mutating func unsigned() -> UInt64? {
    var (value, shift) = (UInt64(0), 0)
    while let next = byte() {
      let group = UInt64(next & 0x7F)
      guard shift < 64, shift < 63 || group <= 1 else { return nil }
      value |= group << UInt64(shift)
      if next & 0x80 == 0 { return value }
      shift += 7
    }
    return nil
  }

  /// Skips a number in groups of seven bits, whatever its sign; `false` when it does not end.
  mutating func skipNumber() -> Bool {
    for _ in 0..<10 {
      guard let next = byte() else { return false }
      if next & 0x80 == 0 { return true }
    }
    return false
  }

  /// The next text up to its zero.
  mutating func text() -> String? {
    guard let text = bytes.text(at: offset) else { return nil }
    let length = bytes.slice.dropFirst(offset).firstIndex(of: 0).map { $0 - bytes.slice.startIndex }
    guard let length else { return nil }
    offset = length + 1
    return text
  }
}
