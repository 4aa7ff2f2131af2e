public import OmamoriTransport
import Security
#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

extension URLSessionConfiguration {
  /// A configuration that keeps to a policy: nothing is stored, no cookies, no cache, no stored credentials, no proxy but
  /// the policy's.
  ///
  /// A request fails at once when there is no network (`waitsForConnectivity` is off). The trust in servers is not decided
  /// here but by ``PinnedSessionDelegate``.
  ///
  /// - Parameters:
  ///   - policy: The policy.
  ///   - minimumVersion: The oldest version of TLS; `nil` for the newest one that the policy or one of its rules asks.
  /// - Returns: A new configuration.
  public static func pinned(
    _ policy: TransportPolicy, minimumVersion: TLSVersion? = nil
  ) -> URLSessionConfiguration {
    let configuration = URLSessionConfiguration.ephemeral
    let strictest = policy.rules.compactMap(\.minimumVersion).reduce(policy.minimumVersion, max)
    configuration.tlsMinimumSupportedProtocolVersion =
      switch minimumVersion ?? strictest {
      case .tls12: .TLSv12
      case .tls13: .TLSv13
      }
    configuration.httpCookieStorage = nil
    configuration.httpCookieAcceptPolicy = .never
    configuration.httpShouldSetCookies = false
    configuration.urlCredentialStorage = nil
    configuration.urlCache = nil
    configuration.requestCachePolicy = .reloadIgnoringLocalAndRemoteCacheData
    configuration.httpAdditionalHeaders = ["Cache-Control": "no-store", "Accept-Encoding": "identity"]
    configuration.timeoutIntervalForRequest = policy.timeouts.idle.inSeconds
    configuration.timeoutIntervalForResource = policy.timeouts.total.inSeconds
    configuration.connectionProxyDictionary = policy.proxy.dictionary
    return configuration
  }
}

extension Duration {
  /// The duration in seconds.
  var inSeconds: TimeInterval {
    Double(components.seconds) + Double(components.attoseconds) / 1_000_000_000_000_000_000
  }
}

extension ProxySetting {
  /// The keys of CFNetwork (`kCFNetworkProxiesHTTPS…`), which have names in Swift on macOS alone.
  ///
  /// An empty dictionary stands for no proxy, none at all for those of the system.
  fileprivate var dictionary: [AnyHashable: Any] {
    switch self {
    case .none: [:]
    case .tunnel(let host, let port):
      ["HTTPSEnable": 1, "HTTPSProxy": host.description, "HTTPSPort": Int(port)]
    }
  }
}
