import OmamoriCore
import OmamoriKeychain

/// Puts the fields of a binary format without secrets one after the other; numbers are big-endian.
struct FieldWriter: Sendable {
  /// What was written.
  private(set) var bytes: [UInt8] = []

  /// Adds a number.
  mutating func number(_ number: some FixedWidthInteger & UnsignedInteger) {
    for shift in stride(from: number.bitWidth - 8, through: 0, by: -8) {
      bytes.append(UInt8(truncatingIfNeeded: number >> shift))
    }
  }

  /// Adds bytes.
  mutating func append(_ bytes: [UInt8]) { self.bytes += bytes }

  /// Adds the number of bytes, of two bytes, and then the bytes.
  mutating func counted(_ bytes: [UInt8]) {
    number(UInt16(clamping: bytes.count))
    append(bytes)
  }
}
