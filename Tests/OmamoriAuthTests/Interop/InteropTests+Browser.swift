import OmamoriAuth
import OmamoriCore
import OmamoriTransport
import Testing

extension InteropTests {
  @Suite("A person with headless Chromium")
  struct People {
    @Test("A login through the server's own pages", arguments: InteropTests.all)
    func pages(name: String) async throws {
      let server = try InteropServer.named(name)
      let client = try await server.makeClient()
      let login = try await client.logIn(server.request(), with: Chromium(server: server))
      try await check(login, of: client, at: server)
    }

    @Test("A login that comes back to a port of this machine, whichever is free")
    func loopback() async throws {
      let server = try InteropServer.named("django-oauth-toolkit")
      let client = try await server.makeClient()
      let receiver = try LoopbackReceiver()
      let browser = LoopbackBrowser(receiver, timeout: .seconds(120)) { url throws(AuthError) in
        Task {
          do { _ = try await server.interop("browse", url.text) } catch { Issue.record(error) }
        }
      }
      let request = AuthorizationRequest(redirectURI: receiver.redirectURI, scope: ["openid", "profile"])
      try await check(try await client.logIn(request, with: browser), of: client, at: server)
    }

    private func check(_ login: Login, of client: OAuthClient, at server: InteropServer) async throws {
      let identity = try #require(login.identity)
      #expect(identity.registered.issuer == server.issuer)
      let info = try await client.userInfo(login.tokens.accessToken, subject: identity.claims.subject)
      #expect(info.subject == identity.claims.subject)
    }
  }
}
