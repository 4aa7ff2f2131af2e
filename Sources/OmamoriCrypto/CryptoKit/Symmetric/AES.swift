#if !canImport(Darwin)

/// The Advanced Encryption Standard (FIPS 197) in the ways it is used; the name space of CryptoKit's type.
public enum AES: Sendable {}
#endif
