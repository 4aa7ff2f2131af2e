#if !canImport(Darwin)
import OmamoriCore

/// Base64 (RFC 4648, with padding) in one line, from and to secret memory.
///
/// A line feed in a secret makes gnome-keyring write a passwordless collection that it cannot read again, so nothing but
/// this alphabet is given to a Secret Service. Has no state; safe to use from any thread.
enum Base64Line {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  private static let padding = UInt8(ascii: "=")
  private static let values: [UInt8] = {
    var values = [UInt8](repeating: 0xFF, count: 256)
    for (value, character) in alphabet.enumerated() { values[Int(character)] = UInt8(value) }
    return values
  }()

  /// The line of some bytes.
  static func encode(_ source: RawSpan) -> SecretBytes {
    SecretBytes(count: (source.byteCount + 2) / 3 * 4) { line in
      var written = 0
      for start in stride(from: 0, to: source.byteCount, by: 3) {
        let count = min(3, source.byteCount - start)
        var group: UInt32 = 0
        for index in 0..<3 {
          group = group << 8 | (index < count ? UInt32(byte(source, start + index)) : 0)
        }
        for index in 0..<4 {
          let value = Int(group >> (18 - 6 * UInt32(index)) & 0x3F)
          let character = index <= count ? alphabet[value] : padding
          line.storeBytes(of: character, toByteOffset: written, as: UInt8.self)
          written += 1
        }
      }
    }
  }

  /// The bytes of a line; `nil` when it is not one that ``encode(_:)`` writes.
  static func decode(_ line: RawSpan) -> SecretBytes? {
    guard line.byteCount % 4 == 0 else { return nil }
    guard line.byteCount > 0 else { return SecretBytes(count: 0) { _ in } }
    let last = line.byteCount - 1
    let missing = byte(line, last) != padding ? 0 : byte(line, last - 1) != padding ? 1 : 2
    var isValid = true
    let decoded = SecretBytes(count: line.byteCount / 4 * 3 - missing) { bytes in
      var written = 0
      for start in stride(from: 0, to: line.byteCount, by: 4) {
        let count = start + 4 == line.byteCount ? 4 - missing : 4
        var group: UInt32 = 0
        for index in 0..<4 {
          let value = index < count ? values[Int(byte(line, start + index))] : 0
          if value == 0xFF { isValid = false }
          group = group << 6 | UInt32(value & 0x3F)
        }
        for index in 0..<count - 1 {
          let value = UInt8(truncatingIfNeeded: group >> (16 - 8 * UInt32(index)))
          bytes.storeBytes(of: value, toByteOffset: written, as: UInt8.self)
          written += 1
        }
        // Bits that are not used must be zero: each secret has one line.
        if count < 4, group & (1 << (8 * UInt32(4 - count)) - 1) != 0 { isValid = false }
      }
    }
    guard isValid else { return nil }
    return decoded
  }

  private static func byte(_ span: RawSpan, _ offset: Int) -> UInt8 {
    // because callers stay below the number of bytes
    unsafe span.unsafeLoad(fromByteOffset: offset, as: UInt8.self)
  }
}
#endif
