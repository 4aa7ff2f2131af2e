import Foundation
import OmamoriCore
import OmamoriCrypto
import Testing

@testable import OmamoriKeychain
@testable import OmamoriKeychainFile

/// An agent of its own for one test, over a keychain in memory.
final class AgentFixture: Sendable {
  let socket: AgentSocket
  let keychain: MemoryKeychain
  let server: AgentServer
  private let folder: URL
  private let task: Task<Void, Never>

  /// The passphrase that unlocks.
  static let passphrase = "open sesame"

  init(
    _ keychain: MemoryKeychain = MemoryKeychain(), folder: URL? = nil, idleLimit: Duration? = nil,
    beforeUnlocking: @escaping @Sendable () async -> Void = {}
  ) throws {
    let folder =
      folder ?? FileManager.default.temporaryDirectory.appending(path: "agent-\(UUID().uuidString)")
    let store = AgentStore(
      backend: keychain, path: "/memory",
      unlock: { credential, _ throws(KeychainError) in
        await beforeUnlocking()
        guard case .passphrase(let password) = credential,
          password.withBytes({ SecretBytes(copying: Array(Self.passphrase.utf8)).isEqual(to: $0) })
        else { throw .wrongCredential }
        keychain.setLockState(.unlocked)
      },
      lock: { keychain.setLockState($0 ? .beforeFirstUnlock : .locked) })
    socket = AgentSocket(folder: folder.path)
    let server = try #require(try AgentServer(serving: store, at: socket, idleLimit: idleLimit))
    (self.folder, self.keychain, self.server) = (folder, keychain, server)
    task = Task { await server.run() }
  }

  deinit {
    task.cancel()
    try? FileManager.default.removeItem(at: folder)
  }

  /// A client.
  func client() async throws -> AgentKeychain { try await .connect(to: socket) }

  /// Ends the agent and waits for it.
  func end() async {
    server.stop()
    await task.value
  }

  /// A connection on which nothing was sent.
  func call() async throws -> AgentCall {
    try await OwnThread.run { [socket] () throws(KeychainError) in try AgentCall(socket) }
  }
}

/// A generic password of the service `s`.
func agentItem(_ account: String, _ secret: String = "secret") -> NewItem {
  NewItem(
    .genericPassword, [.service: .text("s"), .account: .text(account)],
    secret: SharedSecretBytes(SecretBytes(copying: Array(secret.utf8))))
}

/// All passwords of the service `s`.
let agentItems = ItemQuery(.genericPassword, [.service: .text("s")], limit: .all)

extension AgentCall {
  /// Asks on a thread of its own, since the agent's own tasks need the pool.
  func answer(_ request: AgentRequest) async throws -> AgentReply {
    try await OwnThread.run { () throws(KeychainError) in try ask(request) }
  }
}
