import OmamoriAuth
import OmamoriAuthLinux
import OmamoriTransport
import OmamoriTransportCurl
import Testing

extension InteropTests {
  @Suite("What real servers say of themselves")
  struct Discovery {
    @Test(arguments: ["glewlwyd", "canaille", "django-oauth-toolkit", "lemonldap"])
    func discovery(name: String) async throws {
      let server = try InteropServer.named(name)
      let session = try server.session()
      let metadata = try await ServerMetadata.discover(Issuer(server.issuer), over: session)
      #expect(metadata.issuer.description == server.issuer)
      for endpoint in [ServerEndpoint.authorization, .token, .keys, .userInfo, .endSession] {
        #expect(metadata.endpoints[endpoint] != nil, "\(endpoint)")
      }
      #expect(metadata.statesProofKey)
      #expect(metadata.statesIssuerInCallback == (name == "canaille"))
      #expect(!metadata.identityTokenAlgorithms.isEmpty)
    }

    @Test("Every key that a server publishes is one that is taken", arguments: InteropTests.all)
    func keys(name: String) async throws {
      let keys = try await InteropServer.named(name).publishedKeys()
      #expect(keys.refused.isEmpty)
      #expect(keys.keys.count == (name == "glewlwyd" || name == "canaille" ? 2 : 1))
    }

    @Test("An issuer with a slash at the end is another issuer than the one without")
    func slashAtTheEnd() async throws {
      let server = try InteropServer.named("lemonldap")
      let session = try server.session()
      #expect(server.issuer.hasSuffix("/"))
      let other = try Issuer(String(server.issuer.dropLast()))
      await #expect(throws: AuthError.self) { try await ServerMetadata.discover(other, over: session) }
    }

    @Test("The document of RFC 8414 lies before the path, and names what the other one leaves out")
    func metadataBetweenHostAndPath() async throws {
      let server = try InteropServer.named("django-oauth-toolkit")
      let session = try server.session()
      let issuer = try Issuer(server.issuer)
      let openID = try await ServerMetadata.discover(issuer, over: session, at: [.openID])
      let oauth = try await ServerMetadata.discover(issuer, over: session, at: [.oauth])
      #expect(oauth.endpoints[.token] == openID.endpoints[.token])
      #expect(openID.endpoints[.revocation] == nil)
      for endpoint in [ServerEndpoint.revocation, .introspection] {
        #expect(oauth.endpoints[endpoint] != nil, "\(endpoint)")
      }
    }

    @Test("A server whose certificate comes from an unknown authority is not asked")
    func unknownAuthority() async throws {
      let server = try InteropServer.named("glewlwyd")
      let session = SecureSession(policy: try TransportPolicy())
      await #expect(throws: AuthError.self) {
        try await ServerMetadata.discover(Issuer(server.issuer), over: session)
      }
    }
  }
}
