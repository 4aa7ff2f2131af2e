#if canImport(Darwin)
public import OmamoriApple

/// The client of HTTPS under the name that it has on every system.
public typealias SecureSession = AppleSecureSession
#endif
