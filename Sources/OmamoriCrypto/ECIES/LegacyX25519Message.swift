public import OmamoriCore

/// Reads messages that were encrypted to an X25519 key with a common recipe of older programs; nothing writes them.
///
/// The recipe: an ephemeral key, HKDF-SHA256 of the shared secret without salt and without information, and AES-GCM with
/// 256 bits. Neither public key is bound to the key of the message, so that a message has several valid encodings, and
/// nothing says what it is for or who sent it. Encrypt anew with ``HPKE``. A value; safe to share between threads.
public struct LegacyX25519Message: Sendable {
  private let ephemeralKey: Data
  private let combined: Data

  /// Makes a message of its parts.
  ///
  /// - Parameters:
  ///   - ephemeralPublicKey: 32 bytes.
  ///   - combined: Nonce (12 bytes), ciphertext and tag (16 bytes), one after the other.
  /// - Throws: ``CryptoError/malformed(_:offset:)`` or ``CryptoError/truncated(_:)``.
  public init(ephemeralPublicKey: some DataProtocol, combined: some DataProtocol) throws(CryptoError) {
    guard ephemeralPublicKey.count == 32 else { throw .malformed(.ecies, offset: 0) }
    guard combined.count >= 28 else { throw .truncated(.ecies) }
    ephemeralKey = Data(ephemeralPublicKey)
    self.combined = Data(combined)
  }

  /// Makes a message that begins with the ephemeral public key.
  ///
  /// - Parameter bytes: The ephemeral public key (32 bytes), nonce (12 bytes), ciphertext and tag (16 bytes).
  /// - Throws: ``CryptoError/truncated(_:)``.
  public init(_ bytes: some DataProtocol) throws(CryptoError) {
    let bytes = Data(bytes)
    guard bytes.count >= 60 else { throw .truncated(.ecies) }
    try self.init(ephemeralPublicKey: bytes.prefix(32), combined: bytes.dropFirst(32))
  }

  /// Decrypts the message.
  ///
  /// - Parameter recipient: The private key.
  /// - Returns: The message.
  /// - Throws: ``CryptoError/authenticationFailed``, or ``CryptoError/malformed(_:offset:)`` when the ephemeral key is a
  ///   point that gives everybody the same secret.
  public func open(with recipient: Curve25519.KeyAgreement.PrivateKey) throws(CryptoError) -> Data {
    let secret: SharedSecret
    do {
      let peer = try Curve25519.KeyAgreement.PublicKey(rawRepresentation: ephemeralKey)
      secret = try recipient.sharedSecretFromKeyAgreement(with: peer)
    } catch {
      throw .malformed(.ecies, offset: 0)
    }
    let key = secret.hkdfDerivedSymmetricKey(
      using: SHA256.self,
      salt: Data(),
      sharedInfo: Data(),
      outputByteCount: 32
    )
    do {
      return try AES.GCM.open(AES.GCM.SealedBox(combined: combined), using: key)
    } catch {
      throw .authenticationFailed
    }
  }
}
