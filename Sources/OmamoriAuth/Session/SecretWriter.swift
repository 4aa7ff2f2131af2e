import OmamoriCore

/// Puts fields one after the other into locked memory; secrets go there directly.
struct SecretWriter {
  private enum Piece {
    case plain([UInt8])
    case secret(SecretText)
  }

  private var pieces: [Piece] = []
  private var count = 0

  mutating func byte(_ value: UInt8) { plain([value]) }

  mutating func integer(_ value: UInt64) {
    plain((0..<8).map { UInt8(truncatingIfNeeded: value >> (56 - 8 * $0)) })
  }

  /// Milliseconds since 1970.
  mutating func date(_ value: Date) {
    integer(UInt64(bitPattern: Duration(rounding: value.timeIntervalSince1970).milliseconds))
  }

  /// Milliseconds; the smallest number stands for none.
  mutating func duration(_ value: Duration?) {
    integer(UInt64(bitPattern: value?.milliseconds ?? Int64.min))
  }

  mutating func text(_ value: String?) {
    guard let value else { return length(nil) }
    length(value.utf8.count)
    plain(Array(value.utf8))
  }

  mutating func secret(_ value: SecretText?) {
    guard let value else { return length(nil) }
    length(value.count)
    pieces.append(.secret(value))
    count += value.count
  }

  /// Four bytes; all ones for a value that is not there.
  private mutating func length(_ value: Int?) {
    let bits = value.map { UInt32(clamping: $0) } ?? .max
    plain((0..<4).map { UInt8(truncatingIfNeeded: bits >> (24 - 8 * $0)) })
  }

  private mutating func plain(_ bytes: [UInt8]) {
    pieces.append(.plain(bytes))
    count += bytes.count
  }

  /// Everything that was put in.
  func secret() -> SecretBytes {
    SecretBytes(count: count) { bytes in
      var offset = 0
      for piece in pieces {
        switch piece {
        case .plain(let plain):
          for byte in plain {
            bytes.storeBytes(of: byte, toByteOffset: offset, as: UInt8.self)
            offset += 1
          }
        case .secret(let secret):
          let start = offset
          secret.withBytes { span in
            for index in 0..<span.byteCount {
              // because every pattern of bits is a UInt8
              let byte = unsafe span.unsafeLoad(fromByteOffset: index, as: UInt8.self)
              bytes.storeBytes(of: byte, toByteOffset: start + index, as: UInt8.self)
            }
          }
          offset += secret.count
        }
      }
    }
  }
}
