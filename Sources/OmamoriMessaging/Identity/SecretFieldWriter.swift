import OmamoriCore

/// Puts fields one after the other into locked memory, big-endian numbers among them; secrets go there directly.
struct SecretFieldWriter {
  private enum Piece {
    case plain([UInt8])
    case secret(SharedSecretBytes)

    var count: Int {
      switch self {
      case .plain(let bytes): bytes.count
      case .secret(let secret): secret.count
      }
    }
  }

  private var pieces: [Piece] = []

  /// Adds a byte.
  mutating func byte(_ value: UInt8) { plain([value]) }

  /// Adds a number.
  mutating func number<Number: FixedWidthInteger & UnsignedInteger>(_ value: Number) {
    plain(value.bigEndianBytes)
  }

  /// Adds bytes that are not secret.
  mutating func plain(_ bytes: [UInt8]) { pieces.append(.plain(bytes)) }

  /// Adds a secret.
  mutating func secret(_ secret: SharedSecretBytes) { pieces.append(.secret(secret)) }

  /// Everything that was added.
  func finish() -> SharedSecretBytes {
    let count = pieces.reduce(0) { $0 + $1.count }
    return SharedSecretBytes(
      SecretBytes(count: count) { output in
        var offset = 0
        for piece in pieces {
          switch piece {
          case .plain(let bytes):
            // because UInt8 has no padding
            unsafe Self.copy(bytes.byteSpan.bytes, to: &output, at: offset)
          case .secret(let secret): secret.withBytes { Self.copy($0, to: &output, at: offset) }
          }
          offset += piece.count
        }
      })
  }

  private static func copy(_ source: RawSpan, to output: inout MutableRawSpan, at offset: Int) {
    // because the output has as many bytes as all pieces together
    unsafe output.withUnsafeMutableBytes { output in
      unsafe source.withUnsafeBytes { source in
        unsafe UnsafeMutableRawBufferPointer(rebasing: output[offset...]).copyMemory(from: source)
      }
    }
  }
}

extension FixedWidthInteger where Self: UnsignedInteger {
  /// The bytes, the highest first.
  var bigEndianBytes: [UInt8] {
    stride(from: Self.bitWidth - 8, through: 0, by: -8).map { UInt8(truncatingIfNeeded: self >> $0) }
  }
}
