#if !canImport(Darwin)

/// Another name of ``SHA256``.
public typealias SHA2_256 = SHA256
/// Another name of ``SHA384``.
public typealias SHA2_384 = SHA384
/// Another name of ``SHA512``.
public typealias SHA2_512 = SHA512
#endif
