import OmamoriAuth
import OmamoriCore
import Testing

extension InteropTests {
  @Suite("Refreshing at real servers")
  struct Refreshing {
    @Test("glewlwyd rotates, answers a reuse with an empty 400, and ends the whole session")
    func glewlwyd() async throws {
      let server = try InteropServer.named("glewlwyd")
      let client = try await server.makeClient()
      let login = try await server.logIn(client)
      let first = try login.refreshToken()
      let answer = try await client.refresh(first)
      let second = try #require(answer.refreshToken)
      #expect(second != first)
      #expect(answer.accessToken != login.tokens.accessToken)
      let reuse = try await fault { _ = try await client.refresh(first) }
      #expect(reuse == .response(.status(400)))
      #expect(reuse?.refreshFailure == .undetermined)
      let newest = try await fault { _ = try await client.refresh(second) }
      #expect(newest == .response(.status(400)))
    }

    @Test("Canaille rotates, refuses a reuse by name, and lets the newest token live")
    func canaille() async throws {
      let server = try InteropServer.named("canaille")
      let client = try await server.makeClient()
      let login = try await server.logIn(client)
      let subject = try #require(login.identity).claims.subject
      let first = try login.refreshToken()
      try await Task.sleep(for: .seconds(1.1))
      let answer = try await client.refresh(first)
      let second = try #require(answer.refreshToken)
      #expect(second != first)
      _ = try await client.verifyIdentity(refreshedBy: answer, subject: subject)
      let reuse = try await fault { _ = try await client.refresh(first) }
      #expect(reuse?.refreshFailure == .terminal)
      #expect(reuse == .server(.invalidGrant, status: 400))
      try await Task.sleep(for: .seconds(1.1))
      let newest = try await client.refresh(second)
      #expect(newest.refreshToken != nil)
    }

    @Test("Canaille breaks down over two tokens of one second; the session does not")
    func canailleInOneSecond() async throws {
      let server = try InteropServer.named("canaille")
      let client = try await server.makeClient()
      var token = try await server.logIn(client).refreshToken()
      var breakdown: AuthError?
      for _ in 0..<8 where breakdown == nil {
        breakdown = try await fault { token = try #require(try await client.refresh(token).refreshToken) }
      }
      let error = try #require(breakdown)
      #expect(error == .server(.other, status: 500) || error == .response(.status(500)))
      #expect(error.refreshFailure == .transient)
      #expect(error.leavesOutcomeOpen)
      try await Task.sleep(for: .seconds(1.1))
      #expect(try await client.refresh(token).refreshToken != nil)
    }

    @Test("django-oauth-toolkit rotates, and a reuse ends the whole session")
    func toolkit() async throws {
      let server = try InteropServer.named("django-oauth-toolkit")
      let client = try await server.makeClient()
      let login = try await server.logIn(client)
      let subject = try #require(login.identity).claims.subject
      let first = try login.refreshToken()
      let answer = try await client.refresh(first)
      let second = try #require(answer.refreshToken)
      #expect(second != first)
      #expect(try await client.verifyIdentity(refreshedBy: answer, subject: subject) != nil)
      let reuse = try await fault { _ = try await client.refresh(first) }
      #expect(reuse == .server(.invalidGrant, status: 400))
      let newest = try await fault { _ = try await client.refresh(second) }
      #expect(newest == .server(.invalidGrant, status: 400))
      #expect(newest?.refreshFailure == .terminal)
    }

    @Test("django-oauth-toolkit with a grace answers the same again, so a lost answer loses nothing")
    func toolkitWithGrace() async throws {
      let server = try InteropServer.named("django-oauth-toolkit")
      let client = try await server.makeClient(issuer: server.graceIssuer)
      let first = try await server.logIn(client).refreshToken()
      let answer = try await client.refresh(first)
      let again = try await client.refresh(first)
      #expect(again.accessToken == answer.accessToken)
      #expect(again.refreshToken == answer.refreshToken)
      #expect(try await client.refresh(#require(answer.refreshToken)).refreshToken != nil)
    }

    @Test("LemonLDAP::NG keeps the refresh token and sends none")
    func lemonldap() async throws {
      let server = try InteropServer.named("lemonldap")
      let client = try await server.makeClient()
      let login = try await server.logIn(client)
      let subject = try #require(login.identity).claims.subject
      let token = try login.refreshToken()
      for _ in 0..<2 {
        let answer = try await client.refresh(token)
        #expect(answer.refreshToken == nil)
        #expect(answer.accessToken != login.tokens.accessToken)
        let identity = try await client.verifyIdentity(refreshedBy: answer, subject: subject)
        #expect(identity?.claims.subject == subject)
      }
      let stranger = try await fault { _ = try await client.refresh(SecretText(copying: "0123456789abcdef")) }
      #expect(stranger != nil)
      #expect(
        stranger?.refreshFailure != .terminal, "the server says invalid_request, which no session ends over")
    }
  }
}
