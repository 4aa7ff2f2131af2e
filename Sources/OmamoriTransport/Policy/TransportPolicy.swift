import OmamoriATS

/// Everything that decides whether and how a session talks to a server; made once, never changed.
///
/// Plain HTTP is always refused. A session keeps its connections and TLS sessions to itself, so nothing that was set up
/// under another policy is ever used under this one.
public struct TransportPolicy: Sendable, Hashable {
  /// The most rules of a policy.
  package static let greatestRuleCount = 1024

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
  ///   - rules: The rules for hosts, at most 1,024, no two for the same pattern.
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

/// What a policy asks of one host: its rule, filled up from the policy.
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
  package func rule(for host: HostName) -> HostRule? {
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

/// What a policy asks of certain hosts.
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

/// What happens to hosts that no rule is for.
public enum UnlistedHosts: Sendable, Hashable, CaseIterable {
  /// They are refused before anything is sent.
  case refused
  /// They are allowed with the policy's version, roots and requirements, without pins.
  case trusted
}

/// A version of TLS that a policy may allow.
public enum TLSVersion: Int, Sendable, Hashable, Comparable, CaseIterable {
  /// TLS 1.2 (RFC 5246), with the forward-secret suites of App Transport Security alone.
  case tls12 = 0x0303
  /// TLS 1.3 (RFC 8446).
  case tls13 = 0x0304

  /// Orders the versions by age.
  public static func < (first: TLSVersion, second: TLSVersion) -> Bool { first.rawValue < second.rawValue }
}

/// The cipher suites that a connection may have, by their IANA names: the 13 of App Transport Security.
package enum CipherSuites {
  /// The suites of TLS 1.3.
  package static let tls13 = all.filter { !$0.contains("_WITH_") }
  /// The suites of TLS 1.2, which all have an ephemeral elliptic-curve key exchange.
  package static let tls12 = all.filter { $0.contains("_WITH_") }

  private static let all = ATSCipherSuites.forwardSecrecy.names ?? []

  /// The suites of a version; none for one that is not known.
  static func allowed(_ version: TLSVersion?) -> [String] {
    switch version {
    case .tls13: tls13
    case .tls12: tls12
    case nil: []
    }
  }
}

/// Which redirects are followed; each hop is a new request under the rule of its own host.
///
/// A redirect to anything but `https` is never followed, and credentials never go to another origin.
public enum RedirectRule: Sendable, Hashable {
  /// None: the response is the redirect.
  case none
  /// To the same host and port, at most this many times.
  case sameOrigin(limit: Int)
  /// To hosts that have a rule in the policy, at most this many times.
  case listedHosts(limit: Int)
}
