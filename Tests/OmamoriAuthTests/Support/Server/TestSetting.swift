@_spi(Testing) import OmamoriCore
import OmamoriTransport
import OmamoriTransportCurl

@testable import OmamoriAuth

/// A server, a client that is registered there, and a browser.
struct TestSetting {
  static let redirect = "com.example.app:/callback"

  let clock: ManualClock
  let server: TestAuthorizationServer
  let client: OAuthClient
  var browser: TestBrowser { TestBrowser(server: server) }

  init(
    secret: String? = nil, key: JSONWebKey? = nil, authentication: ClientAuthentication = .none,
    possession: ProofOfPossession? = nil, algorithms: Set<SignatureAlgorithm>? = nil,
    issuer: String = "https://as.example", _ change: (inout ServerBehaviour) -> Void = { _ in }
  ) async throws {
    clock = ManualClock()
    server = try TestAuthorizationServer(issuer: issuer, clock: clock)
    server.behave(change)
    server.register("app", secret: secret, key: key)
    let metadata = try await ServerMetadata.discover(try Issuer(issuer), over: server)
    client = try OAuthClient(
      metadata: metadata, identifier: "app", authentication: authentication, exchange: server, clock: clock,
      randomness: SeededRandomness(seed: 1), possession: possession, identityAlgorithms: algorithms)
  }

  /// A request for a login with an identity.
  func request(_ scope: [String] = ["openid", "profile"]) throws -> AuthorizationRequest {
    AuthorizationRequest(redirectURI: try RedirectURI(Self.redirect), scope: scope)
  }

  /// Logs in.
  func logIn(_ change: (inout AuthorizationRequest) -> Void = { _ in }) async throws -> Login {
    var request = try request()
    change(&request)
    return try await client.logIn(request, with: browser)
  }
}
