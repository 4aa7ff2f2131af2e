#if !canImport(Darwin)
public import OmamoriCore

/// A public key that verifies signatures of ECDSA (FIPS 186-5).
///
/// Immutable and safe to share between threads.
public protocol NISTVerifyingKey: NISTPublicKey {
  /// The signatures.
  associatedtype Signature: NISTSignature where Signature.Curve == Curve
}

extension NISTVerifyingKey {
  /// Says whether a signature was made for a digest with the private key that belongs to this key.
  ///
  /// - Parameters:
  ///   - signature: The signature.
  ///   - digest: The digest; of a longer one than the order of the curve only the first bits count.
  /// - Returns: Whether the signature is valid.
  public func isValidSignature<D: Digest>(_ signature: Signature, for digest: D) -> Bool {
    let signature = signature.integers.value.der
    // because the buffer is only read during the call
    return unsafe digest.withUnsafeBytes {
      unsafe point.value.handle.isValidECSignature(signature, forDigest: $0.bytes)
    }
  }

  /// Says whether a signature was made for a message with the private key that belongs to this key.
  ///
  /// - Parameters:
  ///   - signature: The signature.
  ///   - data: The message, which is hashed with SHA-256, SHA-384 or SHA-512 as the curve asks for.
  /// - Returns: Whether the signature is valid.
  public func isValidSignature<D: DataProtocol>(_ signature: Signature, for data: D) -> Bool {
    isValidSignature(signature, for: Curve.MessageHash.hash(data: data))
  }
}
#endif
