#if !canImport(Darwin)

/// ML-KEM-768 (FIPS 203), a key encapsulation mechanism that quantum computers do not break; CryptoKit's interface.
///
/// Of security category 3, that of AES-192. Prefer ``XWingMLKEM768X25519`` where one may choose: it stays safe if
/// lattices turn out not to be. Has no state; safe to use from any thread.
public enum MLKEM768: Sendable {}
#endif
