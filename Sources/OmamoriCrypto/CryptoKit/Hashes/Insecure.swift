#if !canImport(Darwin)

/// Hash functions that are broken, for reading what others wrote with them; the name space of CryptoKit's type.
///
/// Collisions of both can be made at will. Use neither for signatures, for passwords, or to find out whether data were
/// changed.
public enum Insecure: Sendable {}
#endif
