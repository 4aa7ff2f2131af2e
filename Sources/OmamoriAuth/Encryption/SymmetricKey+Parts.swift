import OmamoriCore
import OmamoriCrypto

extension SymmetricKey {
  /// A key with the bytes of a span.
  init(copying bytes: RawSpan) {
    // because the buffer is only read during the call
    self = unsafe bytes.withUnsafeBytes { unsafe SymmetricKey(data: $0) }
  }

  /// A key with some of the bytes of this one; the range must lie within them.
  func extracting(_ range: some RangeExpression<Int>) -> SymmetricKey {
    // because the buffer is only read during the call
    unsafe withUnsafeBytes { bytes in
      let range = range.relative(to: 0..<bytes.count)
      return unsafe SymmetricKey(data: UnsafeRawBufferPointer(rebasing: bytes[range]))
    }
  }

  /// A random key.
  static func random(byteCount: Int, from randomness: some Randomness) throws(AuthError) -> SymmetricKey {
    let secret: SharedSecretBytes
    do throws(CoreError) {
      secret = SharedSecretBytes(try SecretBytes(randomCount: byteCount, from: randomness))
    } catch {
      throw .core(error)
    }
    return secret.withBytes { SymmetricKey(copying: $0) }
  }
}

extension FixedWidthInteger {
  /// The bytes, the most significant first.
  var bigEndianBytes: [UInt8] {
    stride(from: Self.bitWidth - 8, through: 0, by: -8).map { UInt8(truncatingIfNeeded: self >> Self($0)) }
  }
}
