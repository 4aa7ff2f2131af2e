import OmamoriTransport

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

extension AuthorizationRequest {
  /// The parameters that make a login safe or that have a property of their own.
  private static let reserved: Set<String> = [
    "client_id", "client_secret", "response_type", "response_mode", "redirect_uri", "scope", "state", "nonce",
    "code_challenge", "code_challenge_method", "dpop_jkt", "request", "request_uri", "prompt", "login_hint",
    "max_age", "acr_values", "ui_locales", "resource", "client_assertion", "client_assertion_type",
  ]

  /// The parameters of the request, without those that prove the client.
  func parameters(for pending: PendingAuthorization) throws(AuthError) -> [QueryItem] {
    guard extraParameters.count <= 32, extraParameters.keys.allSatisfy({ !Self.reserved.contains($0) }) else {
      throw .configuration(.parameter)
    }
    var items = [
      QueryItem("response_type", "code"), QueryItem("client_id", pending.clientIdentifier),
      QueryItem("redirect_uri", redirectURI.description),
    ]
    func add(_ name: String, _ value: String?) {
      if let value { items.append(QueryItem(name, value)) }
    }
    add("scope", try FormText.scope(scope))
    add("state", pending.state.reveal())
    add("nonce", pending.nonce?.reveal())
    add("code_challenge", pending.verifier.challenge)
    add("code_challenge_method", "S256")
    add("dpop_jkt", pending.keyThumbprint)
    add("prompt", prompts.isEmpty ? nil : prompts.joined(separator: " "))
    add("login_hint", loginHint?.reveal())
    add("max_age", maximumAge.map { String($0.components.seconds) })
    add("acr_values", authenticationContexts.isEmpty ? nil : authenticationContexts.joined(separator: " "))
    add("ui_locales", languages.isEmpty ? nil : languages.joined(separator: " "))
    add("resource", resource)
    for (name, value) in extraParameters.sorted(by: { $0.key < $1.key }) { add(name, value) }
    return items
  }
}
