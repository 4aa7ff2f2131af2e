#if canImport(Darwin)
package import OmamoriCore

extension Curve25519.KeyAgreement.PrivateKey {
  /// Makes a key of 32 secret bytes.
  package init(secret: consuming SecretBytes) throws(CryptoError) {
    let shared = SharedSecretBytes(secret)
    do {
      self = try shared.withBytes { bytes in
        // because CryptoKit copies the bytes
        try unsafe bytes.withUnsafeBytes { try unsafe Self(rawRepresentation: $0) }
      }
    } catch {
      throw .outOfRange(lower: 32, upper: 32)
    }
  }

  /// Makes a key of 32 secret bytes; CryptoKit derives the public key itself.
  package init(secret: consuming SecretBytes, publicBytes: [UInt8]) throws(CryptoError) {
    try self.init(secret: secret)
  }

  /// Calls `body` with the 32 bytes of the key.
  package func withSecret<Result, Failure: Error>(
    _ body: (RawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try SharedSecretBytes(SecretBytes(copying: rawRepresentation)).withBytes(body)
  }

  /// The 32 bytes of the public key.
  package var publicBytes: [UInt8] { Array(publicKey.rawRepresentation) }

  /// What both agree on, 32 bytes that are never all zero.
  package func agreement(with peer: [UInt8]) throws(CryptoError) -> SecretBytes {
    let secret: SharedSecretBytes
    do {
      let agreed = try sharedSecretFromKeyAgreement(with: .init(rawRepresentation: peer))
      // because the copy is made before the closure returns
      secret = unsafe agreed.withUnsafeBytes { unsafe SharedSecretBytes(SecretBytes(copying: $0.bytes)) }
    } catch {
      throw .backend(code: 0)
    }
    // CryptoKit does not promise to refuse keys of small order.
    guard !secret.withBytes({ ConstantTime.isZero($0) }) else { throw .backend(code: 0) }
    return secret.copy()
  }
}
#endif
