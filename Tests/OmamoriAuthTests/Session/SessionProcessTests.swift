import Foundation
import OmamoriCore
import OmamoriCrypto
import OmamoriKeychain
import OmamoriKeychainFile
import OmamoriTransport
import OmamoriTransportCurl
import TestSupport
import Testing

@testable import OmamoriAuth

/// Eight processes at one session and one keychain, killed at any moment, and a server that fails in every way.
///
/// The server's log and the record's are the judges. `OMAMORI_SEED` chooses other failures, `OMAMORI_SOAK` is how many
/// rounds as a multiple of 5; with `OMAMORI_DEEP` there are 1,000.
@Suite(.serialized, .enabled(if: FaultyServer.isAvailable)) struct SessionProcessTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let rounds: Int = {
    if environment["OMAMORI_DEEP"] != nil { return 1000 }
    return max(1, Int(5 * (environment["OMAMORI_SOAK"].flatMap(Double.init) ?? 1)))
  }()
  private static let seed =
    environment["OMAMORI_SEED"].flatMap(UInt64.init) ?? UInt64.random(in: 0...UInt64(UInt32.max))

  /// A session as each of the processes opens it.
  static func session(_ folder: String, _ port: Int) async throws -> TokenSession {
    let file = try await KeychainFile.open(at: folder + "/keychain")
    try await file.unlock(with: .keyFile(path: folder + "/key"))
    let store = try KeychainSessionStore(
      Keychain(service: "test.session", backend: file), lockFolder: folder)
    var settings = SessionSettings()
    (settings.firstPause, settings.longestPause) = (.milliseconds(20), .milliseconds(100))
    settings.rereadInterval = .milliseconds(50)
    return TokenSession(
      SessionIdentity(issuer: "https://localhost:\(port)", client: "app"),
      grant: try FaultyServer.client(folder, port),
      store: NotingStore(inner: store, path: folder + "/store.log"), settings: settings)
  }

  private func withFolder(_ body: (String) async throws -> Void) async throws {
    let place = try TemporaryFolder(permissions: 0o700)
    defer { withExtendedLifetime(place) {} }
    let folder = place.path
    let file = try await KeychainFile.create(
      at: folder + "/keychain", slot: NewSlot("key", .newKeyFile(path: folder + "/key")))
    await file.close()
    try await body(folder)
  }

  @Test(arguments: [0, 3600])
  func killedProcessesLoseNothingThatCanBeKept(grace: Int) async throws {
    print("seed \(Self.seed), \(Self.rounds) rounds, grace \(grace)")
    try await withFolder { folder in
      let server = try FaultyServer(in: folder, seed: Self.seed, grace: grace)
      defer { server.end() }
      let session = try await Self.session(folder, server.port)
      try await session.adopt(try await server.login())
      var lost = 0
      for round in 0..<Self.rounds {
        try await runAndKill(folder, server.port, round)
        if try await check(server, grace: grace) { continue }
        lost += 1
        try await session.adopt(try await server.login())
      }
      let log = try server.log()
      try judge(log, folder)
      #expect(log.count { $0.event == "rotated" } >= Self.rounds)
      #expect(grace == 0 || lost == 0)
      print("rotations \(log.count { $0.event == "rotated" }), sessions lost \(lost)")
    }
  }

  /// HTTP clients repeat a request by themselves when a kept connection is closed instead of an answer; a refresh token
  /// that the server has taken must not be among what is repeated.
  @Test func nothingIsRepeatedBelowTheSession() async throws {
    try await withFolder { folder in
      let server = try FaultyServer(in: folder, seed: 1, grace: 3600)
      defer { server.end() }
      try server.calm(true)
      let session = try await Self.session(folder, server.port)
      try await session.adopt(try await server.login())
      try await session.refresh()
      #expect(FileManager.default.createFile(atPath: folder + "/closing", contents: nil))
      for _ in 0..<3 { try await session.refresh() }
      try judge(try server.log(), folder)
      #expect(try server.log().count { $0.event == "repeated" } > 1)
    }
  }

  /// Eight processes ask for tokens until each kills itself.
  private func runAndKill(_ folder: String, _ port: Int, _ round: Int) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<8 {
        group.addTask {
          await #expect(processExitsWith: .signal(SIGKILL)) {
            [folder = folder as String, port = port as Int, number = number as Int, round = round as Int] in
            let session = try await SessionProcessTests.session(folder, port)
            // The last one of a round lives long enough for something to happen.
            let life = number == round % 8 ? 700_000 : UInt32.random(in: 0...600_000)
            Thread.detachNewThread {
              usleep(life)
              kill(getpid(), SIGKILL)
            }
            while true {
              _ = try? await (Bool.random() ? session.accessToken() : session.refresh())
              try await Task.sleep(for: .milliseconds(.random(in: 0...30)))
            }
          }
        }
      }
      try await group.waitForAll()
    }
  }

  /// Whether the session is alive when everything is calm; if not, whether it had to end, and is reported as that.
  private func check(_ server: FaultyServer, grace: Int) async throws -> Bool {
    try server.calm(true)
    let session = try await Self.session(server.folder, server.port)
    let result: Result<AccessToken, AuthError>
    do throws(AuthError) { result = .success(try await session.refresh()) } catch { result = .failure(error) }
    try server.calm(false)
    switch result {
    case .success: return true
    case .failure(let error):
      #expect(error == .session(.reauthenticationRequired(.refreshOutcomeUnknown)))
      #expect(grace == 0)
      // An attempt got no answer, which the next one had written down; the server saw the token of both.
      let token = try #require(try server.log().last { $0.event == "reused" }?.token)
      let stored = try String(contentsOfFile: server.folder + "/store.log", encoding: .utf8)
      #expect(stored.split(separator: "\n").count { $0.hasSuffix("intent \(token)") } > 1)
      return false
    }
  }

  /// No refresh token is used after its successor is stored, and none twice at once or by HTTP's own repetition.
  private func judge(_ log: [FaultyServer.Line], _ folder: String) throws {
    var storedAt: [String: Int] = [:]
    var last = 0
    for line in try String(contentsOfFile: folder + "/store.log", encoding: .utf8).split(separator: "\n") {
      let parts = line.split(separator: " ").map(String.init)
      if parts.count == 5, parts[3] == "stored" { storedAt[parts[4]] = storedAt[parts[4]] ?? Int(parts[0]) }
      last = max(last, Int(parts[2]) ?? 0)
    }
    #expect(last > 0)
    var successor: [String: String] = [:]
    var requests: Set<String> = []
    var (repeated, thrice) = (0, 0)
    for line in log {
      guard let token = line.token else { continue }
      switch line.event {
      case "arrived" where line.path == "/token":
        if let next = successor[token], let at = storedAt[next] {
          #expect(line.at < at, "\(token) was sent after its successor was stored")
        }
        #expect(requests.insert(line.request ?? "").inserted, "HTTP sent \(token) again by itself")
      case "rotated": successor[token] = line.to
      case "reused", "repeated": repeated += 1
      case "refused" where successor[token] != nil: thrice += 1
      default: break
      }
    }
    print("spent tokens shown again \(repeated), after they were refused \(thrice)")
  }
}
