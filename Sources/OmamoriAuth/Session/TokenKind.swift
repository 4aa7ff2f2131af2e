/// What a token is for; the hint of a revocation (RFC 7009 §2.1).
///
/// A value; safe to share between threads.
public enum TokenKind: String, Sendable, Hashable, CaseIterable {
  /// It opens a service.
  case access = "access_token"
  /// It is exchanged for new tokens.
  case refresh = "refresh_token"
}
