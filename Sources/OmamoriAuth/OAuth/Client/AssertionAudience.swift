import OmamoriTransport

/// Whom a client's assertion is for.
///
/// A value; safe to share between threads.
@nonexhaustive
public enum AssertionAudience: Sendable, Hashable {
  /// The issuer, so that no other server's endpoint can pass it on.
  case issuer
  /// The token endpoint, for servers that know only this.
  case tokenEndpoint

  func name(_ metadata: ServerMetadata) throws(AuthError) -> String {
    switch self {
    case .issuer: metadata.issuer.description
    case .tokenEndpoint: try metadata.url(of: .token).text
    }
  }
}
