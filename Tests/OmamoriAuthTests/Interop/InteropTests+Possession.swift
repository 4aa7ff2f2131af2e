import OmamoriAuth
import OmamoriCore
import OmamoriTransport
import OmamoriTransportCurl
import Testing

extension InteropTests {
  @Suite("Pushed logins and tokens bound to a key, at glewlwyd")
  struct Possession {
    /// What an access token of RFC 9068 says besides the registered claims.
    struct AccessClaims: TokenClaims {
      let client: String?
      let thumbprint: String?

      init(_ claims: ClaimSet) throws(AuthError) {
        client = try claims.text("client_id")
        thumbprint = claims.members["cnf"]?.objectValue?["jkt"]?.stringValue
      }
    }

    @Test("A token is bound to the key, and worth nothing without it")
    func boundToken() async throws {
      let server = try InteropServer.named("glewlwyd")
      let possession = ProofOfPossession(MemoryPossessionKey())
      let client = try await server.makeClient(possession: possession)
      let login = try await server.logIn(client)
      let subject = try #require(login.identity).claims.subject
      let token = login.tokens.accessToken
      #expect(login.tokens.tokenType == .dpop)
      #expect(try await client.userInfo(token, subject: subject).subject == subject)

      var rules = TokenRules()
      rules.kind = .named("at+jwt")
      let verifier = try TokenVerifier(
        issuer: server.issuer, audience: "openid profile", algorithms: [.es256], keys: #require(client.keys),
        rules: rules)
      let access = try await verifier.verify(token, as: AccessClaims.self)
      #expect(access.claims.client == server.client)
      #expect(access.claims.thumbprint == possession.thumbprint)

      let bearer = try await server.makeClient()
      #expect(try await fault { _ = try await bearer.userInfo(token, subject: subject) } != nil)
      let thief = try await server.makeClient(possession: ProofOfPossession(MemoryPossessionKey()))
      // Not asked at userinfo: glewlwyd takes a proof of any key there.
      #expect(try await fault { _ = try await thief.refresh(login.refreshToken()) } != nil)
      let answer = try await client.refresh(login.refreshToken())
      #expect(answer.tokenType == .dpop)
      #expect(try await client.userInfo(answer.accessToken, subject: subject).subject == subject)
    }

    @Test("A server that wants nonces changes them, and every request goes through")
    func nonces() async throws {
      let server = try InteropServer.named("glewlwyd")
      let possession = ProofOfPossession(MemoryPossessionKey())
      let client = try await server.makeClient(issuer: server.nonceIssuer, possession: possession)
      var request = try server.request()
      // glewlwyd refuses a proof without a nonce where logins are pushed, and gives none there.
      request.pushesParameters = false
      let login = try await client.logIn(request, with: FormBrowser(server: server))
      let subject = try #require(login.identity).claims.subject
      #expect(login.identity?.registered.issuer == server.nonceIssuer)
      var token = try login.refreshToken()
      for _ in 0..<5 {
        let answer = try await client.refresh(token)
        #expect(answer.tokenType == .dpop)
        #expect(try await client.userInfo(answer.accessToken, subject: subject).subject == subject)
        token = try #require(answer.refreshToken)
      }
    }

    @Test("A login is pushed where the server demands it, whatever the app says")
    func demandedPush() async throws {
      let server = try InteropServer.named("glewlwyd")
      let client = try await server.makeClient(issuer: server.pushedIssuer)
      #expect(client.metadata.requiresPushedAuthorization)
      var request = try server.request()
      request.pushesParameters = false
      let login = try await client.logIn(request, with: FormBrowser(server: server))
      #expect(login.identity?.registered.issuer == server.pushedIssuer)
    }

    @Test("What was pushed opens one page")
    func pushedOnce() async throws {
      let server = try InteropServer.named("glewlwyd")
      let client = try await server.makeClient()
      let (page, pending) = try await client.beginLogin(server.request())
      #expect(page.text.contains("request_uri="))
      #expect(!page.text.contains("code_challenge"))
      let browser = FormBrowser(server: server)
      let callback = try await browser.callback(from: page, to: server.request().redirectURI)
      let again = try await fault {
        let second = try await browser.callback(from: page, to: server.request().redirectURI)
        _ = try await client.completeLogin(second, of: pending)
      }
      #expect(again != nil)
      _ = try await client.completeLogin(callback, of: pending)
      var open = try server.request()
      open.pushesParameters = false
      let (plain, _) = try await client.beginLogin(open)
      #expect(plain.text.contains("code_challenge_method=S256"))
    }
  }
}
