import OmamoriAuth
import OmamoriAuthLinux
import OmamoriCore
import OmamoriTransport
import OmamoriTransportCurl
import Testing

extension InteropTests {
  @Suite("A person with headless Chromium")
  struct People {
    @Test(
      "A login that comes back to a port of this machine: the registered one", arguments: InteropTests.all)
    func registeredPort(name: String) async throws {
      let server = try InteropServer.named(name)
      let port = try #require(UInt16(server.loopbackRedirect.split(separator: ":")[2].prefix { $0 != "/" }))
      try await comeBack(to: try LoopbackReceiver(port: port), of: server)
    }

    @Test("A login that comes back to whichever port is free, where the server follows RFC 8252")
    func freePort() async throws {
      try await comeBack(to: try LoopbackReceiver(), of: try InteropServer.named("django-oauth-toolkit"))
    }

    private func comeBack(to receiver: LoopbackReceiver, of server: InteropServer) async throws {
      let client = try await server.makeClient()
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
