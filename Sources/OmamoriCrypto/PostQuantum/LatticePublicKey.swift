#if !canImport(Darwin)
import OmamoriCore

/// A public key of ML-KEM that has been checked.
struct LatticePublicKey: Sendable {
  let kem: LatticeKEM
  let bytes: [UInt8]

  /// Checks the length and the coefficients.
  init(_ kem: LatticeKEM, _ bytes: RawSpan) throws(CryptoKitError) {
    guard bytes.byteCount == kem.publicKeyByteCount else { throw .incorrectKeySize }
    do throws(CryptoError) {
      try kem.checkPublicKey(bytes)
      self.kem = kem
      // because the buffer is only read during the call
      self.bytes = unsafe bytes.withUnsafeBytes { unsafe Array($0) }
    } catch {
      throw CryptoKitError(error)
    }
  }

  /// A random shared secret of 32 bytes and its encapsulated form.
  func encapsulate() throws -> KEM.EncapsulationResult {
    let message = try SecretBytes.random(LatticeKEM.secretByteCount)
    return try encapsulate(message: message)
  }

  /// The shared secret and its encapsulated form that 32 random bytes give.
  func encapsulate(message: borrowing SecretBytes) throws(CryptoKitError) -> KEM.EncapsulationResult {
    do throws(CryptoError) {
      // because UInt8 has no padding
      let result = try unsafe kem.encapsulate(to: bytes.byteSpan.bytes, message: message.bytes)
      return KEM.EncapsulationResult(
        sharedSecret: SymmetricKey(result.secret.copy()),
        encapsulated: Data(result.ciphertext)
      )
    } catch {
      throw CryptoKitError(error)
    }
  }
}

extension SecretBytes {
  /// Random bytes, with the error of this module.
  static func random(_ count: Int) throws(CryptoError) -> SecretBytes {
    do throws(CoreError) {
      return try SecretBytes(randomCount: count)
    } catch {
      throw CryptoError(error)
    }
  }
}
#endif
