import OmamoriCore
import OmamoriTransport
import OmamoriTransportCurl

/// Policies for the servers of the tests.
enum TestPolicy {
  /// A policy for this machine that trusts one root.
  static func make(
    _ authority: TestAuthority, root: String = "root", pins: PinSet? = nil, version: TLSVersion = .tls13,
    redirects: RedirectRule = .none, proxy: ProxySetting = .none, unlisted: UnlistedHosts = .refused,
    timeouts: (inout Timeouts) -> Void = { _ in }, limits: ResponseLimits = ResponseLimits(),
    decompression: Decompression = .none, retries: RetryRule = .none
  ) throws -> TransportPolicy {
    var times = Timeouts()
    timeouts(&times)
    return try TransportPolicy(
      minimumVersion: version,
      rules: [
        HostRule(HostPattern(HostName("localhost"), subdomains: .excluded), pins: pins),
        HostRule(HostPattern(HostName("127.0.0.1"), subdomains: .excluded)),
      ],
      unlistedHosts: unlisted, anchors: .only([authority.certificate(root)]), redirects: redirects,
      proxy: proxy,
      timeouts: times, limits: limits, decompression: decompression, retries: retries)
  }
}
