import OmamoriTransport

/// Where a server keeps its metadata.
///
/// A value; safe to share between threads.
@nonexhaustive
public enum MetadataKind: String, Sendable, Hashable, CaseIterable {
  /// Behind the issuer's path (OpenID Connect Discovery §4.1).
  case openID = "/.well-known/openid-configuration"
  /// Between the issuer's host and its path (RFC 8414 §3.1).
  case oauth = "/.well-known/oauth-authorization-server"

  /// The document's URL.
  func url(for issuer: Issuer) throws(TransportError) -> RequestURL {
    let origin = try issuer.url.resolve("/")
    let base = String(origin.text.dropLast())
    var path = issuer.url.path
    if path.hasSuffix("/") { path.removeLast() }
    return switch self {
    case .openID: try RequestURL(base + path + rawValue)
    case .oauth: try RequestURL(base + rawValue + path)
    }
  }
}
