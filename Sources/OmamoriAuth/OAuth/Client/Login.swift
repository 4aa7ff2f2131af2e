/// What a login gave.
///
/// Prints nothing of the tokens. A value; safe to share between threads.
public struct Login: Sendable {
  /// The tokens.
  public let tokens: TokenAnswer
  /// Who logged in; `nil` when no identity was asked for.
  public let identity: VerifiedToken<IdentityClaims>?
}
