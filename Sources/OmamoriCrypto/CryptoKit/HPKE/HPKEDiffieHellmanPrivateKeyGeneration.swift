#if !canImport(Darwin)

/// A private key for Diffie-Hellman that can be made at random; the interface of CryptoKit's protocol.
public protocol HPKEDiffieHellmanPrivateKeyGeneration: HPKEDiffieHellmanPrivateKey {
  /// Makes a random key.
  init()
}
#endif
