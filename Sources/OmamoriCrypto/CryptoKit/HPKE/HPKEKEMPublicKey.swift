#if !canImport(Darwin)

/// A public key for a mechanism that is not Diffie-Hellman; the interface of CryptoKit's protocol of the same name.
public protocol HPKEKEMPublicKey: KEMPublicKey, HPKEPublicKeySerialization
where EphemeralPrivateKey.PublicKey == Self {
  /// The private keys that belong to such public keys.
  associatedtype EphemeralPrivateKey: HPKEKEMPrivateKeyGeneration
}
#endif
