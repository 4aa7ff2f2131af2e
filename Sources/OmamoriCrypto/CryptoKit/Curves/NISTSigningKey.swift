#if !canImport(Darwin)
public import OmamoriCore

/// A private key that makes signatures of ECDSA (FIPS 186-5).
///
/// Immutable and safe to share between threads.
public protocol NISTSigningKey: NISTPrivateKey where PublicKey: NISTVerifyingKey {}

extension NISTSigningKey {
  /// Signs a digest; two signatures of the same digest differ.
  ///
  /// - Parameter digest: The digest; of a longer one than the order of the curve only the first bits count.
  /// - Returns: The signature.
  /// - Throws: ``CryptoKitError`` when the cryptographic library fails.
  public func signature<D: Digest>(for digest: D) throws -> PublicKey.Signature {
    // because the buffer is only read during the call
    let der = try unsafe digest.withUnsafeBytes { bytes in
      try CryptoKitError.translating { () throws(CryptoError) in
        unsafe try pair.value.handle.ecSignature(forDigest: bytes.bytes)
      }
    }
    return try PublicKey.Signature(derRepresentation: der)
  }

  /// Signs a message; two signatures of the same message differ.
  ///
  /// - Parameter data: The message, which is hashed with SHA-256, SHA-384 or SHA-512 as the curve asks for.
  /// - Returns: The signature.
  /// - Throws: ``CryptoKitError`` when the cryptographic library fails.
  public func signature<D: DataProtocol>(for data: D) throws -> PublicKey.Signature {
    try signature(for: PublicKey.Curve.MessageHash.hash(data: data))
  }
}
#endif
