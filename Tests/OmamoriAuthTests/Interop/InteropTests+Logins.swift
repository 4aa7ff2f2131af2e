import OmamoriAuth
import OmamoriCore
import OmamoriTransport
import OmamoriTransportCurl
import Testing

extension InteropTests {
  @Suite("Logins at real servers")
  struct Logins {
    @Test(
      "Code, PKCE, state, nonce and issuer; who it is, and what the server says of them",
      arguments: InteropTests.all)
    func login(name: String) async throws {
      let server = try InteropServer.named(name)
      let client = try await server.makeClient()
      let login = try await server.logIn(client)
      let identity = try #require(login.identity)
      #expect(identity.registered.issuer == server.issuer)
      #expect(identity.registered.audience == [server.client])
      let algorithms: [String: SignatureAlgorithm] = [
        "glewlwyd": .es256, "canaille": .edDSA, "django-oauth-toolkit": .rs256, "lemonldap": .rs256,
      ]
      #expect(identity.algorithm == algorithms[name])
      #expect(identity.claims.authenticationTime != nil)
      #expect(login.tokens.tokenType == .bearer)
      #expect(login.tokens.lifetime != nil)
      #expect(login.tokens.serverDate != nil)
      #expect(login.tokens.refreshToken != nil)
      let info = try await client.userInfo(login.tokens.accessToken, subject: identity.claims.subject)
      #expect(info.subject == identity.claims.subject)
      let other = try await fault {
        _ = try await client.userInfo(login.tokens.accessToken, subject: "mallory")
      }
      #expect(other == .response(.subjectMismatch))
    }

    @Test("A code is worth something once", arguments: InteropTests.all)
    func replay(name: String) async throws {
      let server = try InteropServer.named(name)
      let client = try await server.makeClient()
      let (page, pending) = try await client.beginLogin(server.request())
      let callback = try await FormBrowser(server: server).callback(
        from: page, to: server.request().redirectURI)
      _ = try await client.completeLogin(callback, of: pending)
      let second = try await fault { _ = try await client.completeLogin(callback, of: pending) }
      switch (name, second) {
      case ("glewlwyd", .server(.other, status: 403)), (_, .server(.invalidGrant, _)): break
      default: Issue.record("\(String(describing: second))")
      }
    }

    @Test("The callback of one login is not that of another, and one of another server is that of none")
    func mixedUp() async throws {
      let (one, two) = (try InteropServer.named("glewlwyd"), try InteropServer.named("canaille"))
      let (first, second) = (try await one.makeClient(), try await two.makeClient())
      let (page, pending) = try await first.beginLogin(one.request())
      let (_, otherPending) = try await first.beginLogin(one.request())
      let callback = try await FormBrowser(server: one).callback(from: page, to: one.request().redirectURI)
      let mixed = try await fault { _ = try await first.completeLogin(callback, of: otherPending) }
      #expect(mixed == .callback(.stateMismatch))
      let foreign = SecretText(
        copying: callback.reveal().replacing(
          "iss=https%3A%2F%2F127.0.0.1", with: "iss=https%3A%2F%2F127.0.0.2"))
      #expect(foreign != callback)
      let elsewhere = try await fault { _ = try await first.completeLogin(foreign, of: pending) }
      #expect(elsewhere == .callback(.issuerMismatch))
      let (_, unrelated) = try await second.beginLogin(two.request())
      let wrong = try await fault { _ = try await second.completeLogin(callback, of: unrelated) }
      #expect(wrong != nil)
      _ = try await first.completeLogin(callback, of: pending)
    }

    @Test(
      "A login without a person, where one would have to log in",
      arguments: ["glewlwyd", "canaille"])
    func nobodyThere(name: String) async throws {
      let server = try InteropServer.named(name)
      let client = try await server.makeClient()
      var request = try server.request()
      request.prompts = ["none"]
      request.pushesParameters = false
      let refused = try await fault {
        _ = try await client.logIn(request, with: RedirectingBrowser(session: server.session()))
      }
      // Canaille says that every answer names its issuer, and leaves it out of refusals: nobody knows whose they are.
      let expected: AuthError =
        name == "canaille" ? .callback(.issuerMismatch) : .server(.interactionRequired, status: nil)
      #expect(refused == expected)
    }
  }
}
