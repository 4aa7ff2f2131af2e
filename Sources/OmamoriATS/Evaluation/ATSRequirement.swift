/// What App Transport Security demands of a connection to one host.
public struct ATSRequirement: Sendable, Hashable {
  /// What decided.
  public enum Reason: Sendable, Hashable {
    /// The exception entry of this key in `NSExceptionDomains`.
    case exception(key: String)
    /// An entry that the system brings for a domain of its vendor.
    case builtIn(key: String)
    /// The host is local, and local hosts are exempt.
    case local
    /// The global key of this name.
    case global(key: String)
    /// No setting speaks of the host.
    case standard
    /// The application was linked against a system older than App Transport Security.
    case oldSDK
  }

  /// Whether plain HTTP is refused and the server's certificate has to meet the minimum.
  public let isRequired: Bool
  /// The oldest version accepted, or `nil` when there is no constraint.
  public let minimumVersion: ATSProtocolVersion?
  /// The suites accepted.
  public let cipherSuites: ATSCipherSuites
  /// What decided.
  public let reason: Reason

  /// The smallest RSA key in bits, or `nil` when certificates are free.
  public var minimumRSABits: Int? { isRequired ? 2048 : nil }
  /// The smallest elliptic-curve key in bits, or `nil` when certificates are free.
  public var minimumCurveBits: Int? { isRequired ? 256 : nil }
  /// The shortest hash of a certificate's signature in bits, or `nil` when certificates are free.
  public var minimumSignatureHashBits: Int? { isRequired ? 256 : nil }
  /// Whether a connection without TLS is allowed.
  public var allowsPlainHTTP: Bool { !isRequired }
  /// Whether only suites with forward secrecy are accepted.
  public var requiresForwardSecrecy: Bool {
    cipherSuites == .forwardSecrecy || cipherSuites == .strictPackage
  }
}
