import Foundation
@_spi(Testing) import OmamoriCore
import OmamoriCrypto
import Testing

@testable import OmamoriAuth
@testable import OmamoriAuthLinux

/// Sessions in a real PostgreSQL.
@Suite(.serialized, .enabled(if: FleetServer.isAvailable)) struct FleetSessionStoreTests {
  private func stored(_ generation: UInt64, _ text: String) -> StoredSession {
    StoredSession(
      generation: generation, content: SharedSecretBytes(SecretBytes(copying: Array(text.utf8))))
  }

  @Test func whatIsWrittenIsReadAndReplacedByItsNumberOnly() async throws {
    let server = try FleetServer()
    try server.makeTable()
    let keyset = try Keyset()
    let store = try FleetSessionStore(server.database, name: "alice's", keyset: keyset)
    #expect(try await store.load() == nil)
    try await store.save(stored(1, "one"), replacing: nil)
    #expect(try await store.load() == stored(1, "one"))
    let other = try FleetSessionStore(server.database, name: "alice's", keyset: keyset)
    await #expect(throws: AuthError.session(.conflict)) {
      try await other.save(self.stored(1, "two"), replacing: nil)
    }
    try await other.save(stored(2, "two"), replacing: 1)
    await #expect(throws: AuthError.session(.conflict)) {
      try await store.save(self.stored(2, "late"), replacing: 1)
    }
    #expect(try await store.load() == stored(2, "two"))
    try await store.save(stored(.max, "greatest"), replacing: 2)
    #expect(try await store.load() == stored(.max, "greatest"))
    #expect(try await FleetSessionStore(server.database, name: "bob", keyset: keyset).load() == nil)
    withExtendedLifetime(server) {}
  }

  /// Of many who write over the same number, one succeeds.
  @Test func oneOfManyWriters() async throws {
    let server = try FleetServer()
    try server.makeTable()
    let store = try FleetSessionStore(server.database, name: "a", keyset: Keyset())
    try await store.save(stored(1, "one"), replacing: nil)
    let won = await withTaskGroup(of: Bool.self) { group in
      for number in 0..<16 {
        group.addTask {
          do {
            try await store.save(self.stored(2, "\(number)"), replacing: 1)
            return true
          } catch {
            return false
          }
        }
      }
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(won == 1)
    withExtendedLifetime(server) {}
  }

  /// The database, its files and its log hold no token.
  @Test func theDatabaseSeesNoToken() async throws {
    let server = try FleetServer()
    try server.makeTable()
    let marker = "marker-4711-secret"
    let store = try FleetSessionStore(server.database, name: "a", keyset: Keyset())
    try await store.save(stored(1, marker), replacing: nil)
    try server.execute("CHECKPOINT")
    var files = 0
    for case let path as String in FileManager.default.enumerator(atPath: server.folder) ?? .init() {
      guard let data = FileManager.default.contents(atPath: server.folder + "/" + path) else { continue }
      files += 1
      #expect(data.range(of: Data(marker.utf8)) == nil, "\(path)")
    }
    #expect(files > 100)
    // A row that is moved to another name, or sealed by others, opens nowhere.
    try server.execute("UPDATE omamori_token_session SET name = 'b'")
    let keyset = try Keyset()
    await #expect(throws: AuthError.self) {
      try await FleetSessionStore(server.database, name: "b", keyset: keyset).load()
    }
  }

  @Test func aRowThatWasMovedOpensNowhere() async throws {
    let server = try FleetServer()
    try server.makeTable()
    let keyset = try Keyset()
    try await FleetSessionStore(server.database, name: "a", keyset: keyset).save(
      stored(1, "x"), replacing: nil)
    try server.execute("UPDATE omamori_token_session SET name = 'b'")
    await #expect(throws: AuthError.cryptography(.authenticationFailed)) {
      try await FleetSessionStore(server.database, name: "b", keyset: keyset).load()
    }
    withExtendedLifetime(server) {}
  }

  @Test func theLockIsHeldByOneAndFreedByTheServer() async throws {
    let server = try FleetServer()
    try server.makeTable()
    let keyset = try Keyset()
    let first = try FleetSessionStore(server.database, name: "a", keyset: keyset)
    let second = try FleetSessionStore(server.database, name: "a", keyset: keyset)
    let lock = try await first.lock(within: .seconds(1))
    await #expect(throws: AuthError.session(.busy)) { try await second.lock(within: .milliseconds(100)) }
    let waiting = Task { try await second.lock(within: .seconds(20)) }
    try await Task.sleep(for: .milliseconds(50))
    await lock.release()
    let next = try await waiting.value
    // Another session has another lock.
    await (try FleetSessionStore(server.database, name: "b", keyset: keyset).lock(within: .seconds(1)))
      .release()
    // The server ends the connection of the holder: the lock is free.
    try server.execute("SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory'")
    let last = try await first.lock(within: .seconds(5))
    await last.release()
    await next.release()
  }

  @Test func waitingForALockIsCancelled() async throws {
    let server = try FleetServer()
    try server.makeTable()
    let keyset = try Keyset()
    let store = try FleetSessionStore(server.database, name: "a", keyset: keyset)
    let lock = try await store.lock(within: .seconds(1))
    let waiting = Task { try await store.lock(within: .seconds(60)) }
    try await Task.sleep(for: .milliseconds(100))
    let clock = ContinuousClock()
    let start = clock.now
    waiting.cancel()
    await #expect(throws: AuthError.cancelled) { try await waiting.value }
    #expect(clock.now - start < .seconds(5))
    await lock.release()
  }

  /// A connection that the server closed meanwhile is replaced, and a write that it cut off is not done twice.
  @Test func aBrokenConnectionIsReplaced() async throws {
    let server = try FleetServer()
    try server.makeTable()
    let store = try FleetSessionStore(server.database, name: "a", keyset: Keyset())
    try await store.save(stored(1, "one"), replacing: nil)
    let kill =
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'"
    try server.execute(kill)
    #expect(try await store.load() == stored(1, "one"))
    try server.execute(kill)
    try await store.save(stored(2, "two"), replacing: 1)
    #expect(try await store.load() == stored(2, "two"))
  }

  @Test func faultsAreNamed() async throws {
    let server = try FleetServer()
    let keyset = try Keyset()
    let store = try FleetSessionStore(server.database, name: "a", keyset: keyset)
    await #expect(throws: AuthError.database(.schema)) { try await store.load() }
    let nobody = try FleetSessionStore(
      FleetDatabase(["host": "/nonexistent", "user": "x", "dbname": "y"]), name: "a", keyset: keyset)
    await #expect(throws: AuthError.database(.notConnected)) { try await nobody.load() }
    let probe = LeakProbe()
    let secret = try FleetDatabase(
      ["host": "h", "user": probe.marker], password: SecretText(copying: probe.marker))
    #expect(probe.leaks(in: secret) == [])
    #expect(throws: AuthError.configuration(.parameter)) { try FleetDatabase([:], table: "a; DROP TABLE b") }
    #expect(throws: AuthError.configuration(.parameter)) { try FleetDatabase(["password": "x"]) }
    withExtendedLifetime(server) {}
  }

  /// Over a network the server shows a certificate for its name, unless the settings say otherwise.
  @Test func overANetworkTheServerIsVerified() async throws {
    let server = try FleetServer()
    try server.makeTable()
    let keyset = try Keyset()
    func store(_ more: [String: String]) throws -> FleetSessionStore {
      let base = [
        "host": "localhost", "hostaddr": "127.0.0.1", "port": server.port, "dbname": "postgres",
        "user": "omamori",
      ]
      return try FleetSessionStore(
        FleetDatabase(base.merging(more) { $1 }), name: "a", keyset: keyset)
    }
    #expect(try await store(["sslrootcert": server.folder + "/root.crt"]).load() == nil)
    await #expect(throws: AuthError.database(.notConnected)) { try await store([:]).load() }
    await #expect(throws: AuthError.database(.notConnected)) {
      try await store(["sslrootcert": server.folder + "/root.crt", "host": "other.test"]).load()
    }
    #expect(try await store(["sslmode": "require"]).load() == nil)
  }

  /// A server that takes connections and answers none does not hold anybody up for longer than was said.
  @Test func aServerThatHangsIsGivenUp() async throws {
    let server = try FleetServer()
    try server.makeTable()
    let store = try FleetSessionStore(server.database, name: "a", keyset: Keyset(), limit: .seconds(2))
    #expect(try await store.load() == nil)
    let other = try PostgresConnection.open(server.database, within: .seconds(10), -1)
    let statement =
      "SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"
    let row = try #require(try other.execute(statement, [], within: .seconds(10), -1).row?[0])
    let file = try String(contentsOfFile: server.folder + "/data/postmaster.pid", encoding: .utf8)
    let listener = try #require(file.split(separator: "\n").first.flatMap { pid_t($0) })
    let stopped = [listener, row.reduce(0) { $0 << 8 | pid_t($1) }]
    for process in stopped { #expect(kill(process, SIGSTOP) == 0) }
    defer { for process in stopped { kill(process, SIGCONT) } }
    let clock = ContinuousClock()
    let start = clock.now
    await #expect(throws: AuthError.timedOut) { try await store.load() }
    #expect(clock.now - start < .seconds(20))
    withExtendedLifetime(other) {}
  }

  /// Whatever says where the server is, only a socket of this machine goes without a certificate.
  @Test(arguments: [[:], ["host": "/run,db.test"], ["hostaddr": "10.0.0.1"], ["service": "x"]])
  func theCertificateIsAskedForEverywhere(settings: [String: String]) throws {
    let complete = try FleetDatabase(settings).complete(within: .seconds(2))
    #expect(complete.contains { $0 == ("sslmode", "verify-full") })
    #expect(complete.first { $0.0 == "options" }?.1.hasSuffix("statement_timeout=2000") == true)
    let own = try FleetDatabase(settings.merging(["sslmode": "disable"]) { $1 }).complete(within: .seconds(2))
    #expect(own.contains { $0 == ("sslmode", "disable") })
  }
}
