package import OmamoriCore

extension Curve25519.KeyAgreement.PrivateKey {
  /// Makes a key of 32 secret bytes without a copy in ordinary memory.
  ///
  /// - Parameter secret: The bytes.
  /// - Throws: `CryptoError.outOfRange(lower:upper:)` for another number of bytes.
  package init(secret: consuming SecretBytes) throws(CryptoError) {
    let size = PublicKeyHandle.rawKeySize
    guard secret.count == size else { throw .outOfRange(lower: size, upper: size) }
    pair = try RawKeyPair(.x25519, secret: secret)
  }

  /// Makes a key of 32 secret bytes whose public key is known, which saves deriving it.
  ///
  /// - Parameters:
  ///   - secret: The bytes.
  ///   - publicBytes: The 32 bytes of its public key; the caller vouches that they belong together.
  /// - Throws: `CryptoError.outOfRange(lower:upper:)` for another number of bytes.
  package init(secret: consuming SecretBytes, publicBytes: [UInt8]) throws(CryptoError) {
    let size = PublicKeyHandle.rawKeySize
    guard secret.count == size, publicBytes.count == size else {
      throw .outOfRange(lower: size, upper: size)
    }
    pair = try RawKeyPair(x25519: secret, publicKey: publicBytes)
  }

  /// Calls `body` with the 32 bytes of the key.
  package func withSecret<Result, Failure: Error>(
    _ body: (RawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try pair.secret.withBytes(body)
  }

  /// The 32 bytes of the public key.
  package var publicBytes: [UInt8] { pair.publicKey.encoded }

  /// What both agree on, 32 bytes that are never all zero.
  ///
  /// - Parameter peer: The public key of the other side, 32 bytes.
  /// - Returns: The secret.
  /// - Throws: `CryptoError.backend(code:)` for a key of small order.
  package func agreement(with peer: [UInt8]) throws(CryptoError) -> SecretBytes {
    let peer = try RawPublicKey(.x25519, encoded: peer)
    return try pair.handle.sharedSecret(with: peer.handle, byteCount: PublicKeyHandle.rawKeySize)
  }
}
