import Foundation
import OmamoriCore
import OmamoriCrypto
import Testing

@testable import OmamoriKeychain
@testable import OmamoriKeychainFile

/// An agent that lives notices an older copy of its keychain, however the copy came there.
@Suite("Agent: older copies", .timeLimit(.minutes(3))) struct AgentRollbackTests {
  /// An agent that serves a keychain file, and the file's older copy.
  private final class Served: Sendable {
    let folder: String
    let file: KeychainFile
    let client: AgentKeychain
    private let root: URL
    private let server: AgentServer
    private let task: Task<Void, Never>

    init() async throws {
      root = FileManager.default.temporaryDirectory.appending(path: "rollback-\(UUID().uuidString)")
      folder = root.path + "/keychain"
      let options = KeychainFileOptions(isDurable: false, anchors: [MemoryAnchor()])
      let file = try await KeychainFile.create(at: folder, slot: FileFixture.slot(), options: options)
      let socket = AgentSocket(folder: root.path + "/run")
      let server = try #require(try AgentServer(serving: file, at: socket))
      (self.file, self.server) = (file, server)
      task = Task { await server.run() }
      client = try await AgentKeychain.connect(to: socket)
    }

    deinit {
      task.cancel()
      try? FileManager.default.removeItem(at: root)
    }

    /// Stores an item, keeps a copy of the keychain, and stores another one.
    func writeAroundACopy() async throws {
      _ = try await client.add(agentItem("old"))
      try FileManager.default.copyItem(atPath: folder, toPath: folder + ".copy")
      _ = try await client.add(agentItem("new"))
      #expect(try await client.find(agentItems).count == 2)
      #expect(file.rollbackProtection == .verified)
    }

    /// Puts the copy back.
    func putBack(_ way: Way) throws {
      let manager = FileManager.default
      switch way {
      case .folder:
        try manager.moveItem(atPath: folder, toPath: folder + ".newer")
        try manager.moveItem(atPath: folder + ".copy", toPath: folder)
      case .files:
        for name in try manager.contentsOfDirectory(atPath: folder) where name.hasPrefix("keychain.db") {
          try manager.removeItem(atPath: folder + "/" + name)
        }
        for name in try manager.contentsOfDirectory(atPath: folder + ".copy")
        where name.hasPrefix("keychain.db") {
          try manager.moveItem(atPath: "\(folder).copy/\(name)", toPath: "\(folder)/\(name)")
        }
      }
    }

    func expectRolledBack(_ body: () async throws(KeychainError) -> Void) async {
      do throws(KeychainError) {
        try await body()
        Issue.record("the older copy was not noticed")
      } catch {
        guard case .rolledBack(let expected, let found) = error else {
          Issue.record("another error: \(error)")
          return
        }
        #expect(expected > found)
      }
      #expect(file.rollbackProtection != .verified)
    }
  }

  /// How a copy is put back.
  enum Way: CaseIterable { case folder, files }

  @Test(arguments: Way.allCases) func theNextCallNoticesIt(way: Way) async throws {
    let served = try await Served()
    try await served.writeAroundACopy()
    try served.putBack(way)
    // A reader looks at the name of the file every 20 ms.
    try await Task.sleep(for: .milliseconds(50))
    let client = served.client
    await served.expectRolledBack { () throws(KeychainError) in
      _ = try await client.find(agentItems, withSecrets: true)
    }
    await served.expectRolledBack { () throws(KeychainError) in _ = try await client.add(agentItem("newest"))
    }
    await served.expectRolledBack { () throws(KeychainError) in _ = try await client.remove(agentItems) }
    await served.expectRolledBack { () throws(KeychainError) in
      try await client.transaction { step throws(KeychainError) in
        _ = try step.find(agentItems, withSecrets: false)
      }
    }
    await served.expectRolledBack { () throws(KeychainError) in _ = try await served.file.verify() }
  }

  /// Writing comes first: nothing is added to the older copy.
  @Test(arguments: Way.allCases) func nothingIsWrittenToIt(way: Way) async throws {
    let served = try await Served()
    try await served.writeAroundACopy()
    try served.putBack(way)
    await served.expectRolledBack { () throws(KeychainError) in
      _ = try await served.client.add(agentItem("newest"))
    }
    let copy = try await KeychainFile.open(at: served.folder)
    try await copy.unlock(with: .passphrase(FileFixture.passphrase()))
    #expect(try await copy.find(agentItems).map { $0.attributes.text(.account) } == ["old"])
    #expect(copy.rollbackProtection == .unavailable)
  }

  @Test(arguments: Way.allCases) func aLockedAgentDoesNotUnlockIt(way: Way) async throws {
    let served = try await Served()
    try await served.writeAroundACopy()
    let client = served.client
    try await client.lock()
    try served.putBack(way)
    for isAccepted in [false, true] {
      await served.expectRolledBack { () throws(KeychainError) in
        try await client.unlock(
          .passphrase(FileFixture.passphrase()), acceptingMissingRecord: isAccepted)
      }
      #expect(await client.lockState() == .beforeFirstUnlock)
    }
    await #expect(throws: KeychainError.locked) { try await client.find(agentItems) }
  }

  /// A keychain that is gone is neither older nor empty.
  @Test func aMissingFolderIsNoEmptyKeychain() async throws {
    let served = try await Served()
    _ = try await served.client.add(agentItem("a"))
    try FileManager.default.moveItem(atPath: served.folder, toPath: served.folder + ".away")
    try await Task.sleep(for: .milliseconds(50))
    await #expect(throws: KeychainError.unavailable(.store)) { try await served.client.find(agentItems) }
    try FileManager.default.moveItem(atPath: served.folder + ".away", toPath: served.folder)
    try await Task.sleep(for: .milliseconds(50))
    #expect(try await served.client.find(agentItems).count == 1)
  }

  /// Whoever puts a folder there that others can look into puts nothing there.
  @Test func anotherFolderIsExaminedToo() async throws {
    let served = try await Served()
    try await served.writeAroundACopy()
    try served.putBack(.folder)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: served.folder)
    try await Task.sleep(for: .milliseconds(50))
    await #expect(throws: KeychainError.insecurePermissions(.folder)) {
      try await served.client.find(agentItems)
    }
  }
}
