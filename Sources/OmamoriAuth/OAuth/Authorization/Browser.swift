public import OmamoriTransport

/// Shows a login page to the person and waits for the browser to come back; a port.
///
/// On Apple systems an `ASWebAuthenticationSession` fulfils it, elsewhere the person's browser with a
/// `LoopbackReceiver`. What comes back is handed over as it is: the flow decides what it is worth. Safe to use from any
/// thread.
public protocol Browser: Sendable {
  /// Opens a page and waits for a callback.
  ///
  /// - Parameters:
  ///   - url: The page of the authorization server.
  ///   - redirectURI: Where the browser comes back to.
  /// - Returns: The whole URL that the browser came back with; it holds the code and stays out of logs.
  /// - Throws: ``AuthError/callback(_:)`` with ``CallbackFault/browserFailed``; ``AuthError/cancelled`` when the person
  ///   closes the page or the task is cancelled; ``AuthError/timedOut``.
  func callback(from url: RequestURL, to redirectURI: RedirectURI) async throws(AuthError) -> SecretText

  /// Opens a page and waits for the callback of this login.
  ///
  /// Others than the server may reach the redirect URI: what they send is refused, and the waiting goes on. A browser to
  /// which one URL comes back only, as on Apple systems, does not have to write this: it hands over that one.
  ///
  /// - Parameters:
  ///   - url: The page of the authorization server.
  ///   - redirectURI: Where the browser comes back to.
  ///   - isExpected: Whether a whole URL is the callback of this login.
  /// - Returns: The whole URL that the browser came back with; it holds the code and stays out of logs.
  /// - Throws: As ``callback(from:to:)``.
  func callback(
    from url: RequestURL, to redirectURI: RedirectURI,
    where isExpected: @escaping @Sendable (SecretText) -> Bool
  ) async throws(AuthError) -> SecretText
}

extension Browser {
  /// Hands over the first URL that comes back; the flow refuses one that is not of this login.
  public func callback(
    from url: RequestURL, to redirectURI: RedirectURI,
    where isExpected: @escaping @Sendable (SecretText) -> Bool
  ) async throws(AuthError) -> SecretText {
    try await callback(from: url, to: redirectURI)
  }
}
