#if !canImport(Darwin)

/// A private key for Diffie-Hellman, with the interface of CryptoKit's protocol of the same name.
public protocol HPKEDiffieHellmanPrivateKey: DiffieHellmanKeyAgreement
where PublicKey: HPKEDiffieHellmanPublicKey {}
#endif
