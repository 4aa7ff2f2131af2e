#if !canImport(Darwin)
/// A private key that agrees on secrets with ECDH (NIST SP 800-56A).
///
/// Immutable and safe to share between threads.
public protocol NISTAgreementKey: NISTPrivateKey {}

extension NISTAgreementKey {
  /// Agrees on a secret with the owner of a public key.
  ///
  /// - Parameter publicKeyShare: The public key of the other side.
  /// - Returns: The x coordinate of the product, 32, 48 or 66 bytes, to derive keys from.
  /// - Throws: ``CryptoKitError`` when the cryptographic library fails.
  public func sharedSecretFromKeyAgreement(with publicKeyShare: PublicKey) throws -> SharedSecret {
    let (own, other) = (pair.value, publicKeyShare.point.value)
    return try CryptoKitError.translating { () throws(CryptoError) in
      let count = own.point.curve.coordinateSize
      return SharedSecret(try own.handle.sharedSecret(with: other.handle, byteCount: count))
    }
  }
}
#endif
