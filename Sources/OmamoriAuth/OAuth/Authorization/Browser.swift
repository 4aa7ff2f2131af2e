public import OmamoriTransport

/// Shows a login page to the person and waits for the browser to come back; a port.
///
/// On Apple systems an `ASWebAuthenticationSession` fulfils it, elsewhere the person's browser with a
/// ``LoopbackReceiver``. Whatever comes back is handed over as it is: the flow decides whether it is what it waits for.
/// Safe to use from any thread.
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
}
