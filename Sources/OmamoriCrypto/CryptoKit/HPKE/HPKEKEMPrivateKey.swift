#if !canImport(Darwin)

/// A private key for a mechanism that is not Diffie-Hellman; the interface of CryptoKit's protocol of the same name.
public protocol HPKEKEMPrivateKey: KEMPrivateKey where PublicKey: HPKEKEMPublicKey {}
#endif
