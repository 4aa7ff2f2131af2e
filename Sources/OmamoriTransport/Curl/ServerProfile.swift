#if !canImport(Darwin)
import CCurl
import OmamoriCore

/// What a session knows of a host: the policy's demands, made ready for libcurl once.
final class ServerProfile: Sendable {
  /// What the policy asks.
  let policy: HostPolicy
  /// `https://` and the host as it stands in a URL.
  let urlPrefix: String
  /// libcurl's number for the oldest version of TLS.
  let oldestVersion: Int

  init(_ policy: HostPolicy) {
    self.policy = policy
    let host = policy.host
    urlPrefix = "https://" + (host.kind == .addressV6 ? "[\(host)]" : host.description)
    oldestVersion =
      switch policy.minimumVersion {
      case .tls12: Int(CURL_SSLVERSION_TLSv1_2)
      case .tls13: Int(CURL_SSLVERSION_TLSv1_3)
      }
  }
}
#endif
