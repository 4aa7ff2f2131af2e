/// How a token is shown to a server.
///
/// A value; safe to share between threads.
@nonexhaustive
public enum TokenType: String, Sendable, Hashable, CaseIterable {
  /// Whoever has the token may use it (RFC 6750).
  case bearer = "Bearer"
  /// The token is bound to a key, and each request proves possession of it (RFC 9449).
  case dpop = "DPoP"

  /// Reads a type; upper and lower case are the same (RFC 6749 §5.1).
  public init?(name: String) {
    guard let type = Self.allCases.first(where: { $0.rawValue.lowercased() == name.lowercased() }) else {
      return nil
    }
    self = type
  }
}
