public import OmamoriCore

/// What a TLS handshake ended with.
///
/// A value; safe to share between threads.
public struct ConnectionFacts: Sendable, Hashable {
  /// The version as it is sent, such as 0x0304 for TLS 1.3.
  public let version: UInt16
  /// The cipher suite by its IANA name, such as `TLS_AES_128_GCM_SHA256`.
  public let cipherSuite: String
  /// Whether TLS 1.2 used the extended master secret; always `true` for TLS 1.3.
  public let hasExtendedMasterSecret: Bool
  /// Whether an earlier TLS session was resumed.
  public let isResumed: Bool
  /// The application protocol that was agreed on, such as `h2`.
  public let applicationProtocol: String?
  /// The stapled OCSP response in DER, if there was one.
  public let stapledStatus: Data?

  /// Makes a record of facts.
  public init(
    version: UInt16, cipherSuite: String, hasExtendedMasterSecret: Bool, isResumed: Bool,
    applicationProtocol: String?,
    stapledStatus: Data?
  ) {
    (self.version, self.cipherSuite) = (version, cipherSuite)
    (self.hasExtendedMasterSecret, self.isResumed) = (hasExtendedMasterSecret, isResumed)
    (self.applicationProtocol, self.stapledStatus) = (applicationProtocol, stapledStatus)
  }
}
