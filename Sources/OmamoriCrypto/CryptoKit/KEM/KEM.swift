#if !canImport(Darwin)

/// What the key encapsulation mechanisms share, with the interface of CryptoKit's type of the same name.
///
/// Has no state; safe to use from any thread.
public enum KEM: Sendable {}
#endif
