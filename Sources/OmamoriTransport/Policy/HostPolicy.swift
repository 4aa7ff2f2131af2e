/// What a policy asks of one host: its rule, filled up from the policy.
///
/// A value; safe to share between threads.
public struct HostPolicy: Sendable, Hashable {
  /// The host.
  public let host: HostName
  /// The oldest version of TLS.
  public let minimumVersion: TLSVersion
  /// The roots that are trusted.
  public let anchors: TrustAnchors
  /// What certificates must be over and above a valid signature.
  public let certificates: CertificateRequirements
  /// The pins; `nil` for none.
  public let pins: PinSet?
}

extension TransportPolicy {
  /// What the policy asks of a host.
  ///
  /// Of all rules whose pattern matches, the one with the longest host counts, alone; at the same length the one that
  /// names the host itself.
  ///
  /// - Parameter host: The host.
  /// - Returns: The rule, filled up from the policy.
  /// - Throws: ``TransportError/hostNotListed`` when no rule is for it and such hosts are refused.
  public func policy(for host: HostName) throws(TransportError) -> HostPolicy {
    let rule = self.rule(for: host)
    if rule == nil, unlistedHosts == .refused { throw .hostNotListed }
    return HostPolicy(
      host: host, minimumVersion: rule?.minimumVersion ?? minimumVersion, anchors: rule?.anchors ?? anchors,
      certificates: rule?.certificates ?? certificates, pins: rule?.pins)
  }

  /// The one rule that counts for a host; `nil` when none is for it.
  func rule(for host: HostName) -> HostRule? {
    rules.filter { $0.pattern.matches(host) }
      .max {
        ($0.pattern.host.labels.count, $0.pattern.rank) < ($1.pattern.host.labels.count, $1.pattern.rank)
      }
  }
}

extension HostPattern {
  /// How narrow the pattern is among those of one host.
  fileprivate var rank: Int {
    switch subdomains {
    case .excluded: 2
    case .oneLabel: 1
    case .all: 0
    }
  }
}
