import OmamoriAuth
import OmamoriCore
import OmamoriTransport
import OmamoriTransportCurl
import Testing

extension InteropTests {
  @Suite("Devices, clients with a secret, revocation and introspection at real servers")
  struct Grants {
    @Test("A device asks until a person has approved it", arguments: ["glewlwyd", "django-oauth-toolkit"])
    func device(name: String) async throws {
      let server = try InteropServer.named(name)
      let client = try await server.makeDeviceClient()
      let device = try await client.beginDeviceLogin(scope: ["openid", "profile"])
      #expect(!device.userCode.isEmpty)
      let page = try #require(device.completeVerificationURL)
      #expect(page.text.contains(device.userCode))
      #expect(device.interval == .seconds(2))
      async let login = client.completeDeviceLogin(device)
      try await Task.sleep(for: .seconds(2.5))
      _ = try await server.interop("approve", page.text)
      let tokens = try await login.tokens
      #expect(tokens.refreshToken != nil)
      let again = try await fault { _ = try await client.completeDeviceLogin(device) }
      // django-oauth-toolkit takes a device code again until it expires, which no client can help.
      if name == "glewlwyd" { #expect(again != nil) }
    }

    @Test("A device that asks too soon is told to slow down, and does")
    func slowDown() async throws {
      let server = try InteropServer.named("glewlwyd")
      let client = try await server.makeDeviceClient()
      let device = try await client.beginDeviceLogin(scope: ["openid"])
      let sleeper = RecordingClock(factor: 0.25)
      async let login = client.completeDeviceLogin(device, sleeper: sleeper)
      try await Task.sleep(for: .seconds(2))
      let page = try #require(device.completeVerificationURL)
      _ = try await server.interop("approve", page.text)
      #expect(try await login.identity != nil)
      #expect(sleeper.pauses.contains { $0 > .seconds(2) }, "\(sleeper.pauses)")
    }

    @Test("A client with a secret gets tokens of its own", arguments: InteropTests.all)
    func clientCredentials(name: String) async throws {
      let server = try InteropServer.named(name)
      let client = try await server.makeConfidentialClient()
      let answer = try await client.clientCredentials(scope: [Self.scope(name)])
      #expect(answer.tokenType == .bearer)
      #expect(answer.refreshToken == nil)
      let impostor = try await server.makeClient(
        server.confidentialClient, authentication: .secretInHeader(SecretText(copying: "wrong")))
      let refused = try await fault { _ = try await impostor.clientCredentials(scope: [Self.scope(name)]) }
      #expect(refused != nil)
      #expect(refused?.refreshFailure != .terminal)
    }

    @Test(
      "A secret with signs of its own arrives in the body, and in the header where the server reads RFC 6749")
    func oddSecrets() async throws {
      var refusals: [String: AuthError] = [:]
      for name in InteropTests.all {
        let server = try InteropServer.named(name)
        let secret = SecretText(copying: server.oddSecret)
        // Canaille takes secrets only where the client's registration says: here, in the header.
        if name != "canaille" {
          let body = try await server.makeClient(server.oddClient, authentication: .secretInBody(secret))
          _ = try await body.clientCredentials(scope: [Self.scope(name)])
        }
        let header = try await server.makeClient(server.oddClient, authentication: .secretInHeader(secret))
        refusals[name] = try await fault {
          _ = try await header.clientCredentials(scope: [Self.scope(name)])
        }
      }
      #expect(refusals["django-oauth-toolkit"] == nil)
      #expect(refusals.count == 3, "\(refusals)")
    }

    @Test("A token is worth something until it is revoked", arguments: ["glewlwyd", "canaille"])
    func revocation(name: String) async throws {
      let server = try InteropServer.named(name)
      let client = try await server.makeConfidentialClient()
      let login = try await server.logIn(client)
      let before = try await client.introspect(login.tokens.accessToken, hint: .accessToken)
      #expect(before.isActive)
      #expect(before.clientIdentifier == server.confidentialClient)
      try await client.revoke(login.refreshToken())
      let refused = try await fault { _ = try await client.refresh(login.refreshToken()) }
      #expect(refused != nil)
      try await client.revoke(login.tokens.accessToken, hint: .accessToken)
      let after = try await client.introspect(login.tokens.accessToken, hint: .accessToken)
      #expect(!after.isActive)
      #expect(after.subject == nil)
    }

    @Test("A public client revokes where the server lets it")
    func publicRevocation() async throws {
      let server = try InteropServer.named("django-oauth-toolkit")
      var client = try await server.makeClient()
      let oauth = try await ServerMetadata.discover(
        client.metadata.issuer, over: client.exchange, at: [.oauth])
      let login = try await server.logIn(client)
      client = try OAuthClient(
        metadata: oauth, identifier: client.identifier, exchange: client.exchange)
      try await client.revoke(login.refreshToken())
      let refused = try await fault { _ = try await client.refresh(login.refreshToken()) }
      #expect(refused == .server(.invalidGrant, status: 400))
      try await client.revoke(SecretText(copying: "a-token-that-nobody-knows"))
    }

    @Test("A public client is told where it may not revoke", arguments: ["glewlwyd", "canaille"])
    func refusedRevocation(name: String) async throws {
      let server = try InteropServer.named(name)
      let client = try await server.makeClient()
      let login = try await server.logIn(client)
      let refused = try await fault { try await client.revoke(login.refreshToken()) }
      let expected: AuthError =
        name == "glewlwyd" ? .response(.status(401)) : .server(.invalidClient, status: 401)
      #expect(refused == expected)
    }

    /// A scope that the client with a secret has.
    static func scope(_ server: String) -> String {
      switch server {
      case "glewlwyd": "offline"
      case "lemonldap", "canaille": "openid"
      default: "profile"
      }
    }
  }
}
