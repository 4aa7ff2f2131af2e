import OmamoriAuth
import OmamoriAuthLinux
import OmamoriCore
import OmamoriTransport
import OmamoriTransportCurl

extension InteropServer {
  /// A client of the server, or of another issuer of it, with the server's keys.
  func makeClient(
    _ identifier: String? = nil, issuer: String? = nil, authentication: ClientAuthentication = .none,
    possession: ProofOfPossession? = nil
  ) async throws -> OAuthClient {
    let session = try session()
    let metadata = try await ServerMetadata.discover(Issuer(issuer ?? self.issuer), over: session)
    return try OAuthClient(
      metadata: metadata, identifier: identifier ?? client, authentication: authentication, exchange: session,
      possession: possession)
  }

  /// The client of the server that has a secret.
  func makeConfidentialClient() async throws -> OAuthClient {
    try await makeClient(confidentialClient, authentication: .secretInHeader(SecretText(copying: secret)))
  }

  /// The client of the server that logs devices in; not every server names the endpoint in its metadata.
  func makeDeviceClient() async throws -> OAuthClient {
    let plain = try await makeClient(deviceClient ?? client)
    var metadata = plain.metadata
    if metadata.endpoints[.deviceAuthorization] == nil {
      metadata.endpoints[.deviceAuthorization] = try RequestURL(issuer + "/device-authorization/")
    }
    return try OAuthClient(
      metadata: metadata, identifier: plain.identifier, exchange: plain.exchange)
  }

  /// The keys that the server publishes.
  func publishedKeys() async throws -> JSONWebKeySet {
    let session = try session()
    let metadata = try await ServerMetadata.discover(Issuer(issuer), over: session)
    let answer = try await session.answer(to: HTTPRequest(.get, metadata.url(of: .keys)))
    return try JSONWebKeySet(json: answer.body)
  }

  /// What the tests ask for; the redirect goes nowhere, so a browser of forms takes it.
  func request(scope: [String] = ["openid", "profile"]) throws -> AuthorizationRequest {
    AuthorizationRequest(redirectURI: try RedirectURI(redirect), scope: scope)
  }

  /// Logs the user in by forms.
  func logIn(_ client: OAuthClient) async throws -> Login {
    try await client.logIn(request(), with: FormBrowser(server: self))
  }
}

extension Login {
  /// The refresh token, which has to be there.
  func refreshToken() throws -> SecretText {
    guard let token = tokens.refreshToken else { throw InteropServer.Missing(name: "refresh_token") }
    return token
  }
}

/// What an action fails with; `nil` when it does not fail.
func fault(of action: () async throws -> Void) async throws -> AuthError? {
  do {
    try await action()
    return nil
  } catch let error as AuthError {
    return error
  }
}
