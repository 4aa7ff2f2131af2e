/// A token whose signature, issuer, audience and times a ``TokenVerifier`` found to be right; nothing else makes one.
///
/// Prints its algorithm only. A value; safe to share between threads.
public struct VerifiedToken<Claims: TokenClaims>: Sendable {
  /// The claims.
  public let claims: Claims
  /// The registered claims.
  public let registered: RegisteredClaims
  /// The header, which is verified too.
  public let header: TokenHeader
  /// The algorithm.
  public let algorithm: SignatureAlgorithm
  /// The key that verified it.
  public let key: JSONWebKey

  @usableFromInline
  init(claims: Claims, _ checked: CheckedToken) {
    (self.claims, registered) = (claims, checked.registered)
    (header, algorithm, key) = (checked.content.header, checked.content.algorithm, checked.content.key)
  }
}

extension VerifiedToken: CustomStringConvertible, CustomReflectable {
  /// The algorithm.
  public var description: String { "verified token (\(algorithm.rawValue))" }
  /// A mirror without the claims.
  public var customMirror: Mirror { Mirror(self, children: ["token": description]) }
}
