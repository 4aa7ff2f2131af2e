/// Everything that decides whether and how a session talks to a server; made once, never changed.
///
/// Plain HTTP is always refused. A session keeps its connections and TLS sessions to itself, so nothing that was set up
/// under another policy is ever used under this one. A value; safe to share between threads.
public struct TransportPolicy: Sendable, Hashable {
  /// The most rules of a policy.
  public static let greatestRuleCount = 1024

  /// The oldest version of TLS.
  public let minimumVersion: TLSVersion
  /// The rules for hosts; the one whose pattern is the most specific counts alone.
  public internal(set) var rules: [HostRule]
  /// What happens to hosts that no rule is for.
  public let unlistedHosts: UnlistedHosts
  /// The roots that are trusted.
  public let anchors: TrustAnchors
  /// What certificates must be over and above a valid signature.
  public let certificates: CertificateRequirements
  /// Which redirects are followed.
  public let redirects: RedirectRule
  /// Whether requests go through a proxy.
  public let proxy: ProxySetting
  /// How long a request may take.
  public let timeouts: Timeouts
  /// How much is taken from a server.
  public let limits: ResponseLimits
  /// Whether the security header fields of responses are looked at.
  public let headers: HeaderPolicy
  /// Whether bodies of responses may come compressed.
  public let decompression: Decompression
  /// When requests are sent again that do not say it themselves.
  public let retries: RetryRule

  /// Makes a policy.
  ///
  /// - Parameters:
  ///   - minimumVersion: The oldest version of TLS.
  ///   - rules: The rules for hosts, at most ``greatestRuleCount``, no two for the same pattern.
  ///   - unlistedHosts: What happens to hosts that no rule is for.
  ///   - anchors: The roots that are trusted.
  ///   - certificates: What certificates must be over and above a valid signature.
  ///   - redirects: Which redirects are followed.
  ///   - proxy: Whether requests go through a proxy.
  ///   - timeouts: How long a request may take.
  ///   - limits: How much is taken from a server.
  ///   - headers: Whether the security header fields of responses are looked at.
  ///   - decompression: Whether bodies of responses may come compressed.
  ///   - retries: When requests are sent again that do not say it themselves.
  /// - Throws: ``TransportError/policy(_:)`` for a policy that contradicts itself.
  public init(
    minimumVersion: TLSVersion = .tls13, rules: [HostRule] = [], unlistedHosts: UnlistedHosts = .trusted,
    anchors: TrustAnchors = .system, certificates: CertificateRequirements = CertificateRequirements(),
    redirects: RedirectRule = .none, proxy: ProxySetting = .none, timeouts: Timeouts = Timeouts(),
    limits: ResponseLimits = ResponseLimits(), headers: HeaderPolicy = .report,
    decompression: Decompression = .none, retries: RetryRule = .none
  ) throws(TransportError) {
    guard rules.count <= Self.greatestRuleCount else { throw .policy(.tooManyRules) }
    guard Set(rules.map(\.pattern)).count == rules.count else { throw .policy(.duplicateRule) }
    if case .only(let certificates) = anchors, certificates.isEmpty { throw .policy(.noAnchors) }
    for case .only(let certificates)? in rules.map(\.anchors) where certificates.isEmpty {
      throw .policy(.noAnchors)
    }
    (self.minimumVersion, self.rules, self.unlistedHosts) = (minimumVersion, rules, unlistedHosts)
    (self.anchors, self.certificates, self.redirects) = (anchors, certificates, redirects)
    (self.proxy, self.timeouts, self.limits) = (proxy, timeouts, limits)
    (self.headers, self.decompression, self.retries) = (headers, decompression, retries)
  }
}
