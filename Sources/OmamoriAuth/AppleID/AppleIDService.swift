public import OmamoriCore
import OmamoriTransport

/// Apple's REST interface for Sign in with Apple, for an app's server.
///
/// Nothing is repeated by itself. Tokens must be revoked when a person deletes the account (Apple's TN3194). Safe to use
/// from any thread. Source: <https://developer.apple.com/documentation/signinwithapplerestapi>.
public struct AppleIDService: Sendable {
  /// Makes the client secrets.
  public let secrets: AppleClientSecrets
  let exchange: any HTTPExchange
  let clock: any WallClock

  /// Makes a service.
  ///
  /// - Parameters:
  ///   - secrets: Makes the client secrets, for one client.
  ///   - exchange: The network.
  ///   - clock: The time.
  public init(
    secrets: AppleClientSecrets, exchange: any HTTPExchange, clock: any WallClock = SystemWallClock()
  ) {
    (self.secrets, self.exchange, self.clock) = (secrets, exchange, clock)
  }

  /// Exchanges the code of a credential for tokens; a code is worth five minutes and one exchange.
  ///
  /// The identity token of the answer is to be verified with ``AppleIDVerifier``, and its subject has to be the one that
  /// signed in.
  ///
  /// - Parameters:
  ///   - code: The code.
  ///   - redirectURI: The address that the code came to, for a web page; `nil` for an app.
  /// - Returns: The tokens; the refresh token is the one to keep.
  /// - Throws: ``AuthError/server(_:status:)``, ``AuthError/response(_:)``, ``AuthError/transport(_:)``.
  public func redeem(_ code: SecretText, redirectURI: RedirectURI? = nil) async throws(AuthError)
    -> TokenAnswer
  {
    var form = FormFields()
    form.set("grant_type", "authorization_code")
    form["code"] = code
    form.set("redirect_uri", redirectURI?.description)
    return try await client().tokens(for: form)
  }

  /// Asks whether a person's consent still stands; Apple wants this once a day at most.
  ///
  /// - Parameter refreshToken: The refresh token, which stays as it is.
  /// - Returns: The tokens; ``ServerErrorCode/invalidGrant`` says that the consent is gone.
  /// - Throws: As ``redeem(_:redirectURI:)``.
  public func validate(_ refreshToken: SecretText) async throws(AuthError) -> TokenAnswer {
    try await client().refresh(refreshToken)
  }

  /// Revokes a token, and with it the person's consent.
  ///
  /// Apple answers with success for whatever it is shown, a token of another client too: success says that the request
  /// arrived, and not that there was such a token.
  ///
  /// - Parameters:
  ///   - token: The token; of the client that got it.
  ///   - hint: What kind of token it is.
  /// - Throws: As ``redeem(_:redirectURI:)``.
  public func revoke(_ token: SecretText, hint: TokenHint = .refreshToken) async throws(AuthError) {
    try await client().revoke(token, hint: hint)
  }

  /// A client with the secret of this moment.
  func client() throws(AuthError) -> OAuthClient {
    let metadata = ServerMetadata(
      issuer: try Issuer(AppleIDVerifier.issuer),
      endpoints: [.token: try Self.url("token"), .revocation: try Self.url("revoke")])
    return try OAuthClient(
      metadata: metadata, identifier: secrets.clientID, authentication: .secretInBody(try secrets.secret()),
      exchange: exchange, clock: clock)
  }

  /// The address of a part of the interface.
  static func url(_ name: String) throws(AuthError) -> RequestURL {
    try AuthError.transporting { () throws(TransportError) in
      try RequestURL(AppleIDVerifier.issuer + "/auth/" + name)
    }
  }
}
