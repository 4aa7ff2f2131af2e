public import OmamoriCore

/// What an identity token has to fit.
///
/// Prints nothing. A value; safe to share between threads.
public struct IdentityExpectation: Sendable {
  /// The nonce that was sent; a token without it is refused.
  public var nonce: SecretText?
  /// Who it has to be about, as after a refresh (OpenID Connect Core §12.2).
  public var subject: String?
  /// How long ago the person may have been authenticated at most; `auth_time` has to be there then.
  public var maximumAge: Duration?
  /// The access token that came beside it; compared when `at_hash` is there.
  public var accessToken: SecretText?
  /// The code that it was exchanged for; compared when `c_hash` is there.
  public var code: SecretText?
  /// How far the server's clock is ahead of the local one, as ``TokenAnswer/serverDate`` shows it.
  public var clockOffset: TimeInterval = 0

  /// Makes an expectation that asks for nothing beyond what every identity token has to have.
  public init() {}
}

extension IdentityExpectation: CustomStringConvertible, CustomReflectable {
  /// Fixed words.
  public var description: String { "identity expectation" }
  /// A mirror without children.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
