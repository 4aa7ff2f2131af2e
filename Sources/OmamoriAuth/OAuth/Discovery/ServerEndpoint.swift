/// What an authorization server can offer; the raw value is the name in its metadata.
///
/// The names of RFC 8414 §2, RFC 9126 §5, RFC 8628 §4, and OpenID Connect Discovery and RP-Initiated Logout. A value;
/// safe to share between threads.
@nonexhaustive
public enum ServerEndpoint: String, Sendable, Hashable, CaseIterable {
  /// Where a person logs in and consents.
  case authorization = "authorization_endpoint"
  /// Where tokens are granted.
  case token = "token_endpoint"
  /// Where the server's keys are.
  case keys = "jwks_uri"
  /// Where the parameters of a login are left beforehand.
  case pushedAuthorization = "pushed_authorization_request_endpoint"
  /// Where a device asks for a code that a person types elsewhere.
  case deviceAuthorization = "device_authorization_endpoint"
  /// Where tokens are revoked.
  case revocation = "revocation_endpoint"
  /// Where a server asks what a token is worth.
  case introspection = "introspection_endpoint"
  /// Where claims about the person are.
  case userInfo = "userinfo_endpoint"
  /// Where a person logs out.
  case endSession = "end_session_endpoint"
}
