#if !canImport(Darwin)
public import OmamoriCrypto

extension DecryptionKey {
  /// A key of RSA, of at least 2048 bits; Linux only.
  ///
  /// - Parameters:
  ///   - key: The private key.
  ///   - identifier: What a token calls it (`kid`), or `nil` when it may call it anything.
  public init(_ key: RSA.Encryption.PrivateKey, identifier: String? = nil) {
    self.init(.rsa(RSAKeyTransport.PrivateKey(key: key)), EncryptionKeyTerms(identifier: identifier))
  }
}

extension EncryptionKey {
  /// A key of RSA, of at least 2048 bits; Linux only.
  ///
  /// - Parameters:
  ///   - key: The public key.
  ///   - identifier: What the token calls it (`kid`).
  public init(_ key: RSA.Encryption.PublicKey, identifier: String? = nil) {
    self.init(.rsa(RSAKeyTransport.PublicKey(key: key)), EncryptionKeyTerms(identifier: identifier))
  }
}
#endif
