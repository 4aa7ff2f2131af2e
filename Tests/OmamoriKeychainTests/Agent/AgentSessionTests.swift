import Foundation
import OmamoriCore
import OmamoriCrypto
import OmamoriDBus
import TestSupport
import Testing

@testable import OmamoriKeychain
@testable import OmamoriKeychainFile

/// An agent that follows a session of logind: its keys are gone when the screen is locked and before the machine sleeps.
@Suite("Agent: screen and sleep", .enabled(if: Logind.isPossible), .timeLimit(.minutes(2)))
struct AgentSessionTests {
  /// An agent over a keychain file with an item that survives locking, `kept`, and one that does not, `shut`.
  private final class Served: Sendable {
    let file: KeychainFile
    let server: AgentServer
    let client: AgentKeychain
    private let root: URL
    private let task: Task<Void, Never>

    init() async throws {
      root = FileManager.default.temporaryDirectory.appending(path: "session-\(UUID().uuidString)")
      let file = try await KeychainFile.create(
        at: root.path + "/keychain", slot: FileFixture.slot(), options: KeychainFileOptions(isDurable: false))
      let socket = AgentSocket(folder: root.path + "/run")
      let server = try #require(try AgentServer(serving: file, at: socket))
      (self.file, self.server) = (file, server)
      task = Task { await server.run() }
      client = try await AgentKeychain.connect(to: socket)
      var kept = agentItem("kept")
      kept.accessibility = .afterFirstUnlock
      for item in [kept, agentItem("shut")] { _ = try await client.add(item) }
    }

    deinit {
      task.cancel()
      try? FileManager.default.removeItem(at: root)
    }

    func unlock() async throws { try await client.unlock(.passphrase(FileFixture.passphrase())) }

    /// Waits for a state, and says what can be read in it.
    func readable(when state: KeychainLockState) async throws -> [String] {
      for _ in 0..<1000 where await client.lockState() != state {
        try await Task.sleep(for: .milliseconds(10))
      }
      #expect(await client.lockState() == state)
      var readable: [String] = []
      for account in ["kept", "shut"] {
        let query = ItemQuery(.genericPassword, [.service: .text("s"), .account: .text(account)])
        do throws(KeychainError) {
          if try await client.find(query, withSecrets: true).first?.secret != nil { readable.append(account) }
        } catch {
          #expect(error == .locked)
        }
      }
      return readable
    }
  }

  @Test func theScreenLocksTheAgent() async throws {
    let (logind, served) = (try await Logind(), try await Served())
    let monitor = try #require(
      await served.server.followSession(busAddress: logind.bus.address, session: "c1"))
    #expect(try await served.readable(when: .unlocked) == ["kept", "shut"])
    try await logind.tell("Lock", session: "c2")
    try await logind.tell("Lock")
    #expect(try await served.readable(when: .locked) == ["kept"])
    // That the screen is unlocked proves nothing to the keychain.
    try await logind.tell("Unlock")
    #expect(try await served.readable(when: .locked) == ["kept"])
    try await served.unlock()
    #expect(try await served.readable(when: .unlocked) == ["kept", "shut"])
    monitor.stop()
  }

  @Test(arguments: ["PrepareForSleep", "PrepareForShutdown"]) func theKeysAreGoneBefore(signal: String)
    async throws
  {
    let (logind, served) = (try await Logind(), try await Served())
    let monitor = try #require(
      await served.server.followSession(busAddress: logind.bus.address, session: "c1"))
    // The end of a sleep locks nothing.
    try await logind.announce(signal, [.bool(false)])
    #expect(try await served.readable(when: .unlocked) == ["kept", "shut"])
    try await logind.announce(signal, [.bool(true)])
    #expect(try await served.readable(when: .beforeFirstUnlock) == [])
    #expect(served.file.store.ring == nil && served.file.session.current.keybag == nil)
    try await served.unlock()
    #expect(try await served.readable(when: .unlocked) == ["kept", "shut"])
    monitor.stop()
  }

  /// Nobody would tell of the screen any more.
  @Test func theEndOfLogindLocksTheAgent() async throws {
    let (logind, served) = (try await Logind(), try await Served())
    let monitor = try #require(
      await served.server.followSession(busAddress: logind.bus.address, session: "c1"))
    logind.process.end()
    #expect(try await served.readable(when: .beforeFirstUnlock) == [])
    monitor.stop()
  }

  @Test func withoutASessionThereIsNothingToFollow() async throws {
    let (bus, served) = (try PrivateBus(), try await Served())
    #expect(await served.server.followSession(busAddress: bus.address, session: "c1") == nil)
    #expect(await served.server.followSession(busAddress: "unix:path=/nonexistent", session: "c1") == nil)
    #expect(try await served.readable(when: .unlocked) == ["kept", "shut"])
  }
}
