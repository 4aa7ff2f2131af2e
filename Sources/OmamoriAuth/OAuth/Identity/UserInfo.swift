/// What a server says about a person (OpenID Connect Core §5.3).
///
/// Prints nothing of it. A value; safe to share between threads.
public struct UserInfo: Sendable {
  /// Who it is about; the one who logged in.
  public let subject: String
  /// All claims.
  public let claims: ClaimSet
}

extension UserInfo: CustomStringConvertible, CustomReflectable {
  /// Fixed words.
  public var description: String { "claims about a person" }
  /// A mirror without the claims.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// Reads the answer as claims, whose audience and expiry are not asked for where it is signed (§5.3.2).
struct UserInfoClaims: TokenClaims {
  let all: ClaimSet

  init(_ claims: ClaimSet) throws(AuthError) { all = claims }
}
