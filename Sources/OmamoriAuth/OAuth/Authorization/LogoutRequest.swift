public import OmamoriCore
public import OmamoriTransport

/// A logout in the browser (OpenID Connect RP-Initiated Logout 1.0), after the tokens are wiped here.
///
/// Prints nothing of the identity token.
public struct LogoutRequest: Sendable {
  /// The page to show.
  public let page: RequestURL
  /// Where the browser comes back to; `nil` when it stays at the server.
  public let redirectURI: RedirectURI?
  private let state: SecretText?

  init(
    _ client: OAuthClient, identityToken: SecretText?, redirectURI: RedirectURI?
  ) throws(AuthError) {
    var items = [QueryItem("client_id", client.identifier)]
    if let identityToken { items.append(QueryItem("id_token_hint", identityToken.reveal())) }
    if let redirectURI {
      let state = try SecretText.random(from: client.randomness)
      items.append(QueryItem("post_logout_redirect_uri", redirectURI.description))
      items.append(QueryItem("state", state.reveal()))
      self.state = state
    } else {
      state = nil
    }
    page = try client.metadata.url(of: .endSession).adding(items)
    self.redirectURI = redirectURI
  }

  /// Checks that the browser came back from this logout.
  ///
  /// - Parameter callback: The whole URL that it came back with.
  /// - Throws: ``AuthError/callback(_:)``.
  public func check(_ callback: SecretText) throws(AuthError) {
    guard let redirectURI, let state else { throw .callback(.wrongRedirectURI) }
    let parameters = try CallbackParameters(callback.reveal(), redirectURI: redirectURI)
    guard let found = parameters["state"], SecretText(copying: found) == state else {
      throw .callback(.stateMismatch)
    }
  }
}

extension LogoutRequest: RedactedDescription {
  /// The origin of the page.
  public var description: String { page.description }
}
