import Foundation
import OmamoriAuth
import OmamoriCore
import OmamoriCrypto
import OmamoriKeychain
import OmamoriKeychainFile
import Testing

extension InteropTests {
  @Suite("Sessions that last, at real servers")
  struct Sessions {
    private static let passphrase = "correct horse"

    /// A folder that is removed at the end.
    final class Folder: Sendable {
      let path = FileManager.default.temporaryDirectory.appending(path: "interop-\(UUID().uuidString)").path
      deinit { try? FileManager.default.removeItem(atPath: path) }
    }

    private static func store(_ file: KeychainFile) throws -> KeychainSessionStore {
      try KeychainSessionStore(Keychain(service: "interop", backend: file), lockFolder: file.folder)
    }

    private static func session(
      _ server: InteropServer, _ client: OAuthClient, _ store: any TokenSessionStore = MemorySessionStore()
    ) -> TokenSession {
      let identity = SessionIdentity(issuer: client.metadata.issuer.description, client: client.identifier)
      return TokenSession(identity, grant: client, store: store)
    }

    private static func begin(_ server: InteropServer) async throws -> (TokenSession, Login, OAuthClient) {
      let client = try await server.makeClient()
      let login = try await server.logIn(client)
      let session = session(server, client)
      try await session.adopt(login.tokens, subject: login.identity?.claims.subject)
      return (session, login, client)
    }

    @Test("Two processes refresh one session at a server that rotates, and none of them loses it")
    func processes() async throws {
      let folder = Folder()
      let server = try InteropServer.named("glewlwyd")
      let client = try await server.makeClient()
      let login = try await server.logIn(client)
      let subject = try #require(login.identity).claims.subject
      let slot = NewSlot("first", .passphrase(Password(Self.passphrase), cost: .least))
      let file = try await KeychainFile.create(at: folder.path, slot: slot)
      let session = Self.session(server, client, try Self.store(file))
      try await session.adopt(login.tokens, subject: subject)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<2 {
          group.addTask { [path = folder.path] in
            await #expect(processExitsWith: .success) { [path = path as String] in
              let server = try InteropServer.named("glewlwyd")
              let client = try await server.makeClient()
              let file = try await KeychainFile.open(at: path)
              try await file.unlock(with: .passphrase(Password(Self.passphrase)))
              let session = Self.session(server, client, try Self.store(file))
              for _ in 0..<8 {
                try #require(!(try await session.refresh()).text.isEmpty)
              }
            }
          }
        }
        try await group.waitForAll()
      }
      let token = try await session.refresh()
      #expect(token.text != login.tokens.accessToken)
      #expect(try await client.userInfo(token.text, subject: subject).subject == subject)
      let old = try await fault { _ = try await client.refresh(login.refreshToken()) }
      #expect(old != nil, "the first refresh token was used up long ago")
    }

    @Test("Eight tasks ask at once, and the server sees one refresh")
    func tasks() async throws {
      let (session, login, _) = try await Self.begin(try InteropServer.named("glewlwyd"))
      let tokens = try await withThrowingTaskGroup(of: AccessToken.self) { group in
        for _ in 0..<8 { group.addTask { try await session.refresh() } }
        return try await group.reduce(into: [AccessToken]()) { $0.append($1) }
      }
      #expect(Set(tokens.map { $0.text.reveal() }).count == 1)
      #expect(tokens.first?.text != login.tokens.accessToken)
      _ = try await session.refresh()
      #expect(await session.currentState() == .active)
    }

    @Test("A refresh token that somebody else has used ends the session, by name")
    func theft() async throws {
      let (session, login, client) = try await Self.begin(try InteropServer.named("django-oauth-toolkit"))
      _ = try await client.refresh(login.refreshToken())
      let first = try await fault { _ = try await session.refresh() }
      #expect(first == .session(.reauthenticationRequired(.refused)))
      #expect(await session.currentState() == .reauthenticationRequired(.refused))
    }

    @Test("One empty refusal ends nothing, a second one does")
    func emptyRefusal() async throws {
      let (session, login, client) = try await Self.begin(try InteropServer.named("glewlwyd"))
      _ = try await client.refresh(login.refreshToken())
      let first = try await fault { _ = try await session.refresh() }
      #expect(first == .session(.refreshUnavailable))
      #expect(try await session.isAuthenticated)
      try await Task.sleep(for: .seconds(3))
      let second = try await fault { _ = try await session.refresh() }
      #expect(second == .session(.reauthenticationRequired(.refused)))
      #expect(try await session.isAuthenticated == false)
    }

    @Test("A server that keeps the refresh token keeps the session")
    func noRotation() async throws {
      let (session, login, _) = try await Self.begin(try InteropServer.named("lemonldap"))
      var seen: Set<String> = [login.tokens.accessToken.reveal()]
      for _ in 0..<3 { seen.insert(try await session.refresh().text.reveal()) }
      #expect(seen.count == 4)
      #expect(await session.currentState() == .active)
    }

    @Test("Logging out gives the tokens back where the server takes them")
    func logout() async throws {
      let server = try InteropServer.named("django-oauth-toolkit")
      let plain = try await server.makeClient()
      let oauth = try await ServerMetadata.discover(plain.metadata.issuer, over: plain.exchange, at: [.oauth])
      let login = try await server.logIn(plain)
      let client = try OAuthClient(metadata: oauth, identifier: plain.identifier, exchange: plain.exchange)
      let session = Self.session(server, client)
      try await session.adopt(login.tokens)
      #expect(try await session.logout() == .revoked)
      #expect(await session.currentState() == .loggedOut(pendingRevocations: 0))
      let dead = try await fault { _ = try await client.refresh(login.refreshToken()) }
      #expect(dead == .server(.invalidGrant, status: 400))
      let (silent, _, _) = try await Self.begin(try InteropServer.named("lemonldap"))
      #expect(try await silent.logout() == .unsupported)
    }
  }
}
