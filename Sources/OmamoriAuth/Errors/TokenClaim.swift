/// The claims that errors can name: the registered ones, since the name of any other came from outside.
///
/// The names of RFC 7519 §4.1, OpenID Connect Core §2, RFC 9068 and RFC 9449. A value; safe to share between threads.
@nonexhaustive
public enum TokenClaim: String, Sendable, Hashable, CaseIterable {
  /// `iss`.
  case issuer = "iss"
  /// `sub`.
  case subject = "sub"
  /// `aud`.
  case audience = "aud"
  /// `exp`.
  case expiry = "exp"
  /// `nbf`.
  case notBefore = "nbf"
  /// `iat`.
  case issuedAt = "iat"
  /// `jti`.
  case identifier = "jti"
  /// `azp`.
  case authorizedParty = "azp"
  /// `nonce`.
  case nonce
  /// `auth_time`.
  case authenticationTime = "auth_time"
  /// `acr`.
  case authenticationContext = "acr"
  /// `at_hash`.
  case accessTokenHash = "at_hash"
  /// `c_hash`.
  case codeHash = "c_hash"
  /// `htm`.
  case method = "htm"
  /// `htu`.
  case target = "htu"
  /// `ath`.
  case tokenHash = "ath"
  /// `events`.
  case events
  /// A claim of the application.
  case other = ""

  /// The name as it stands in a token; `other` for a claim of the application.
  public var name: String { self == .other ? "other" : rawValue }
}
