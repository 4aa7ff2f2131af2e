#if !canImport(Darwin)

/// A public key for Diffie-Hellman, with the interface of CryptoKit's protocol of the same name.
public protocol HPKEDiffieHellmanPublicKey: HPKEPublicKeySerialization
where EphemeralPrivateKey.PublicKey == Self {
  /// The private keys that are made for one sender only.
  associatedtype EphemeralPrivateKey: HPKEDiffieHellmanPrivateKeyGeneration
}
#endif
