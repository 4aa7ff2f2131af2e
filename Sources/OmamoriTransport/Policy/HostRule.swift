/// What a policy asks of certain hosts.
///
/// A value; safe to share between threads.
public struct HostRule: Sendable, Hashable {
  /// The hosts it is for.
  public let pattern: HostPattern
  /// The pins; `nil` for none.
  public let pins: PinSet?
  /// The oldest version of TLS; `nil` for that of the policy.
  public let minimumVersion: TLSVersion?
  /// The roots that are trusted; `nil` for those of the policy.
  public let anchors: TrustAnchors?
  /// What certificates must be; `nil` for what the policy says.
  public let certificates: CertificateRequirements?

  /// Makes a rule.
  ///
  /// - Parameters:
  ///   - pattern: The hosts it is for.
  ///   - pins: The pins; `nil` for none.
  ///   - minimumVersion: The oldest version of TLS; `nil` for that of the policy.
  ///   - anchors: The roots that are trusted; `nil` for those of the policy.
  ///   - certificates: What certificates must be; `nil` for what the policy says.
  public init(
    _ pattern: HostPattern, pins: PinSet? = nil, minimumVersion: TLSVersion? = nil,
    anchors: TrustAnchors? = nil,
    certificates: CertificateRequirements? = nil
  ) {
    (self.pattern, self.pins, self.minimumVersion) = (pattern, pins, minimumVersion)
    (self.anchors, self.certificates) = (anchors, certificates)
  }
}
