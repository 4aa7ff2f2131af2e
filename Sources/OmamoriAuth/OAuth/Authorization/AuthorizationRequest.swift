/// What a login asks for.
///
/// Prints its scopes only. A value; safe to share between threads.
public struct AuthorizationRequest: Sendable {
  /// Where the browser comes back to.
  public let redirectURI: RedirectURI
  /// The scopes; with `openid` among them, the answer has to hold an identity token.
  public let scope: [String]
  /// What the person is asked, such as `login` or `consent`; empty for what the server thinks fit.
  public var prompts: [String] = []
  /// Who probably logs in, such as an address; it is shown to the server.
  public var loginHint: SecretText?
  /// How long ago the person may have typed a password at most; whole seconds, from 0.
  public var maximumAge: Duration?
  /// The kinds of authentication that are wanted, best first (`acr_values`).
  public var authenticationContexts: [String] = []
  /// The languages of the page, best first, such as `ja`.
  public var languages: [String] = []
  /// The service that the access token is for (RFC 8707).
  public var resource: String?
  /// Parameters of one server; none that the library sets itself.
  public var extraParameters: [String: String] = [:]
  /// How long the person may take; from 1 second to 1 hour.
  public var lifetime: Duration = .seconds(600)
  /// Whether the parameters are left at the server beforehand when it offers that (RFC 9126).
  public var pushesParameters = true
  /// Whether a server is used that does not state that it takes PKCE with S256.
  ///
  /// The challenge is sent all the same, but nobody knows whether the server looks at it; ask its operator.
  public var trustsUnstatedCodeChallenge = false

  /// Makes a request.
  ///
  /// - Parameters:
  ///   - redirectURI: Where the browser comes back to.
  ///   - scope: The scopes.
  public init(redirectURI: RedirectURI, scope: [String] = ["openid"]) {
    (self.redirectURI, self.scope) = (redirectURI, scope)
  }

  /// Whether an identity token is asked for.
  public var asksForIdentity: Bool { scope.contains("openid") }
}

extension AuthorizationRequest: CustomStringConvertible, CustomReflectable {
  /// The scopes.
  public var description: String { scope.joined(separator: " ") }
  /// The scopes.
  public var customMirror: Mirror { Mirror(self, children: ["scope": scope]) }
}
