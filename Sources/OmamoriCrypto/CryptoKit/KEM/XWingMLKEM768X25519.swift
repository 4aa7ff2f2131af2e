#if !canImport(Darwin)

/// X-Wing (draft-connolly-cfrg-xwing-kem), a key encapsulation mechanism of ML-KEM-768 and X25519; CryptoKit's interface.
///
/// Safe as long as one of the two is: against quantum computers through ML-KEM, and through X25519 should lattices turn
/// out to be weak. Has no state; safe to use from any thread.
public enum XWingMLKEM768X25519: Sendable {}
#endif
