public import OmamoriAuth
public import OmamoriCore
public import OmamoriTransport

/// The person's own browser with a receiver on this machine.
///
/// Safe to use from any thread.
public struct LoopbackBrowser: Browser {
  private let receiver: LoopbackReceiver
  private let timeout: Duration
  private let language: Language
  private let open: @Sendable (RequestURL) async throws(AuthError) -> Void

  /// Makes a browser.
  ///
  /// - Parameters:
  ///   - receiver: Takes the callback.
  ///   - timeout: How long the person may take.
  ///   - language: The language of the page at the end.
  ///   - open: Shows the page: ``SystemBrowser/open(_:)``, or prints the URL for the person to open.
  public init(
    _ receiver: LoopbackReceiver, timeout: Duration = .seconds(600), language: Language = .en,
    open: @escaping @Sendable (RequestURL) async throws(AuthError) -> Void
  ) {
    (self.receiver, self.timeout, self.language, self.open) = (receiver, timeout, language, open)
  }

  /// Opens a page and waits for a callback, whatever it is.
  ///
  /// - Parameters:
  ///   - url: The page.
  ///   - redirectURI: Where the browser comes back to; that of the receiver.
  /// - Returns: The whole URL that the browser came back with.
  /// - Throws: `AuthError`.
  public func callback(
    from url: RequestURL, to redirectURI: RedirectURI
  ) async throws(AuthError) -> SecretText {
    try await callback(from: url, to: redirectURI) { _ in true }
  }

  /// Opens a page and waits for the callback of this login; others are answered with a page that says so.
  ///
  /// - Parameters:
  ///   - url: The page.
  ///   - redirectURI: Where the browser comes back to; that of the receiver.
  ///   - isExpected: Whether a whole URL is the callback of this login.
  /// - Returns: The whole URL that the browser came back with.
  /// - Throws: `AuthError`.
  public func callback(
    from url: RequestURL, to redirectURI: RedirectURI,
    where isExpected: @escaping @Sendable (SecretText) -> Bool
  ) async throws(AuthError) -> SecretText {
    guard redirectURI == receiver.redirectURI else { throw .configuration(.redirectURI) }
    try await open(url)
    return try await receiver.callback(timeout: timeout, language: language, where: isExpected)
  }
}
