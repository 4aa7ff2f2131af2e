import Foundation
import OmamoriCore
import OmamoriCrypto
import TestSupport
import Testing

@testable import OmamoriAuth
@testable import OmamoriAuthLinux

/// Several hosts, each a process here, at one session in PostgreSQL and one server that rotates.
@Suite(.serialized, .enabled(if: FleetServer.isAvailable && FaultyServer.isAvailable))
struct FleetProcessTests {
  /// A session as each host opens it.
  static func session(_ folder: String, _ database: String, _ databasePort: String, _ port: Int) throws
    -> TokenSession
  {
    let key = SymmetricKey(data: try Data(contentsOf: URL(filePath: folder + "/kek")))
    let keyset = try Keyset(
      opening: try Data(contentsOf: URL(filePath: folder + "/keyset")), under: key, named: "fleet")
    let store = try FleetSessionStore(
      FleetServer.database(database, databasePort), name: "service", keyset: keyset, settlingTime: .seconds(1)
    )
    return TokenSession(
      SessionIdentity(issuer: "https://localhost:\(port)", client: "app"),
      grant: try FaultyServer.client(folder, port), store: store)
  }

  @Test func hostsShareASessionAndSurviveEachOther() async throws {
    let place = try TemporaryFolder()
    defer { withExtendedLifetime(place) {} }
    let folder = place.path
    let database = try FleetServer()
    try database.makeTable()
    let server = try FaultyServer(in: folder, seed: 1, grace: 0)
    defer { server.end() }
    try server.calm(true)
    let key = SymmetricKey(size: .bits256)
    try unsafe key.withUnsafeBytes { unsafe Data($0) }.write(to: URL(filePath: folder + "/kek"))
    try Keyset().sealed(under: key, named: "fleet").write(to: URL(filePath: folder + "/keyset"))
    let session = try Self.session(folder, database.folder, database.port, server.port)
    try await session.adopt(try await server.login())
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<3 {
        group.addTask { await Self.host(folder, database.folder, database.port, server.port) }
      }
      group.addTask { await Self.dyingHost(folder, database.folder, database.port, server.port) }
    }
    _ = try await session.refresh()
    let log = try server.log()
    // Hosts that ask at the same time share what one of them gets; each asks a dozen times.
    #expect(log.count { $0.event == "rotated" } >= 12)
    #expect(log.allSatisfy { $0.event != "reused" && $0.event != "refused" })
  }

  private static func host(_ folder: String, _ path: String, _ databasePort: String, _ port: Int) async {
    await #expect(processExitsWith: .success) {
      [
        folder = folder as String, path = path as String, databasePort = databasePort as String,
        port = port as Int
      ] in
      let session = try FleetProcessTests.session(folder, path, databasePort, port)
      for _ in 0..<12 { try await FleetProcessTests.refresh(session) }
    }
  }

  private static func dyingHost(_ folder: String, _ path: String, _ databasePort: String, _ port: Int) async {
    await #expect(processExitsWith: .signal(SIGKILL)) {
      [
        folder = folder as String, path = path as String, databasePort = databasePort as String,
        port = port as Int
      ] in
      let session = try FleetProcessTests.session(folder, path, databasePort, port)
      for _ in 0..<4 { try await FleetProcessTests.refresh(session) }
      kill(getpid(), SIGKILL)
    }
  }

  /// A host asks again while another one is at it, or was.
  static func refresh(_ session: TokenSession) async throws {
    for _ in 0..<30 {
      do throws(AuthError) {
        _ = try await session.refresh()
        return
      } catch {
        guard error == .session(.busy) else { throw error }
        try await Task.sleep(for: .milliseconds(200))
      }
    }
  }
}
