/// What a ``TokenVerifier`` asks of a token besides its issuer, its audience, its algorithm and its key.
///
/// A value; safe to share between threads.
public struct TokenRules: Sendable {
  /// The longest leeway.
  public static let greatestLeeway = Duration.seconds(300)

  /// The kind of the token.
  public var kind = TokenKind.plain
  /// Whether it has to say when it expires.
  public var requiresExpiry = true
  /// Further claims that it has to have; `null` is none.
  public var requiredClaims: Set<TokenClaim> = []
  /// How far clocks may differ, from 0 to ``greatestLeeway``.
  public var leeway = Duration.seconds(60)
  /// How long ago it may have been issued; `nil` for any time.
  ///
  /// With it, `iat` has to be there.
  public var maximumAge: Duration?
  /// The client for which it has to have been issued, as OpenID Connect Core §3.1.3.7 asks of identity tokens: `azp`, if
  /// it is there, is this client, and it is there when there are several audiences.
  public var authorizedParty: String?

  /// Makes the rules that suit most tokens; set what has to differ.
  public init() {}

  /// Refuses rules that cannot be met.
  func check() throws(AuthError) {
    guard .zero...Self.greatestLeeway ~= leeway else { throw .configuration(.leeway) }
    if let maximumAge, maximumAge < .zero { throw .configuration(.lifetime) }
  }
}
