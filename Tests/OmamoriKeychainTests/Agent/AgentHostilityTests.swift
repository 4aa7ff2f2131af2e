import Foundation
import OmamoriCore
import TestSupport
import Testing

@testable import OmamoriKeychain
@testable import OmamoriKeychainFile

/// Clients that break the rules, agents that died, and folders that are not private.
@Suite("Agent: hostile clients and leftovers", .timeLimit(.minutes(3))) struct AgentHostilityTests {
  private func folder() throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appending(path: "agent-\(UUID().uuidString)")
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    return folder
  }

  /// Sends bytes as they are; gives what the agent answers, `nil` when it ends the connection.
  private func answer(_ agent: AgentFixture, to bytes: [UInt8]) async throws -> AgentReply? {
    let socket = UnixSocket.open()
    defer { close(socket) }
    #expect(UnixSocket.connect(socket, agent.socket.path) == 0)
    #expect(unsafe send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count)
    let connection = AgentConnection(dup(socket))
    return try await OwnThread.run { () throws(KeychainError) in
      guard let message = try connection.receive(patience: .seconds(30)) else { return nil }
      return try AgentReply(decoding: message)
    }
  }

  @Test(arguments: [
    [0, 0, 0, 0], [0xFF, 0xFF, 0xFF, 0xFF], [0, 0x40, 0, 1], [0, 0, 0, 2, 9, 1], [0, 0, 0, 2, 1, 0xEE],
    Array("GET / HTTP/1.1\r\n\r\n".utf8), [0, 0, 0, 1, 1],
  ])
  func garbageIsRefused(bytes: [UInt8]) async throws {
    let agent = try AgentFixture()
    let reply = try await answer(agent, to: bytes)
    guard case .failure = reply else {
      Issue.record("not refused")
      return
    }
    #expect(try await agent.client().find(agentItems).isEmpty)
  }

  @Test func halfAMessageEndsTheConnection() async throws {
    let agent = try AgentFixture()
    let start = ContinuousClock.now
    let reply = try await answer(agent, to: [0, 0, 1, 0, 1])
    guard case .failure(.unavailable(.agent)) = reply else {
      Issue.record("not ended")
      return
    }
    #expect(ContinuousClock.now - start < .seconds(20))
    #expect(agent.server.clientCount <= 1)
  }

  @Test func silentClientsMakeRoom() async throws {
    let agent = try AgentFixture()
    var silent: [AgentCall] = []
    for _ in 0..<AgentServer.greatestClients { silent.append(try await agent.call()) }
    let start = ContinuousClock.now
    #expect(try await agent.client().find(agentItems).isEmpty)
    #expect(ContinuousClock.now - start < .seconds(20))
    #expect(silent.count == 64)
  }

  @Test func requestsOutOfPlaceAreRefused() async throws {
    let agent = try AgentFixture()
    for request in [AgentRequest.commit, .rollback, .answer(.success)] {
      let call = try await agent.call()
      await #expect(throws: KeychainError.corrupt(.agent)) { try await call.answer(request) }
    }
    let call = try await agent.call()
    _ = try await call.answer(.begin)
    await #expect(throws: KeychainError.corrupt(.agent)) { try await call.answer(.stop) }
    await #expect(throws: KeychainError.corrupt(.agent)) { try await call.answer(.begin) }
    _ = try await call.answer(.commit)
  }

  @Test func onlyTheOwnerGetsIn() async throws {
    let agent = try AgentFixture()
    let attributes = try FileManager.default.attributesOfItem(atPath: agent.socket.path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    let folder = try FileManager.default.attributesOfItem(atPath: agent.socket.folder)
    #expect(folder[.posixPermissions] as? Int == 0o700)
    #expect(try await agent.call().agent.isOurs)
  }

  /// Somebody else who can open the socket all the same is told nothing.
  @Test(.enabled(if: getuid() == 0 && Program.areInstalled("setpriv")))
  func anotherUserIsRefused() async throws {
    let agent = try AgentFixture()
    _ = unsafe chmod(agent.socket.folder, 0o755)
    _ = unsafe chmod(agent.socket.path, 0o666)
    let script = """
      import socket, sys
      s = socket.socket(socket.AF_UNIX); s.connect(sys.argv[1])
      try:
        s.sendall(b"\\x00\\x00\\x00\\x02\\x01\\x01"); print(len(s.recv(100)))
      except OSError: print(0)
      """
    func ask(_ words: [String]) async throws -> String {
      let program = try Program(words + ["-c", script, agent.socket.path])
      while program.isRunning { try await Task.sleep(for: .milliseconds(5)) }
      return try program.wait().output.trimmingCharacters(in: .whitespacesAndNewlines)
    }
    let stranger = [
      "/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "/usr/bin/python3",
    ]
    #expect(try await ask(stranger) == "0")
    #expect(try await Int(ask(["/usr/bin/python3"])) ?? 0 >= 4)
    // A client refuses a folder that others can look into.
    await #expect(throws: KeychainError.insecurePermissions(.agent)) { try await agent.client() }
  }

  @Test func thereIsOneAgentAFolder() async throws {
    let agent = try AgentFixture()
    let store = agent.server.store
    #expect(try AgentServer(serving: store, at: agent.socket, idleLimit: nil) == nil)
    #expect(try await agent.client().find(agentItems).isEmpty)
    await agent.end()
    #expect(!FileManager.default.fileExists(atPath: agent.socket.path))
    #expect(await agent.keychain.lockState() == .beforeFirstUnlock)
    await #expect(throws: KeychainError.unavailable(.agent)) { try await agent.client() }
  }

  @Test func aSocketThatWasLeftBehindIsReplaced() async throws {
    let folder = try folder()
    let left = UnixSocket.open()
    #expect(UnixSocket.bind(left, folder.path + "/keychain.sock") == 0)
    close(left)
    await #expect(throws: KeychainError.unavailable(.agent)) {
      try await AgentKeychain.connect(to: AgentSocket(folder: folder.path))
    }
    let agent = try AgentFixture(folder: folder)
    #expect(try await agent.client().find(agentItems).isEmpty)
  }

  @Test func aMissingFolderIsNoAgent() async {
    await #expect(throws: KeychainError.unavailable(.agent)) {
      try await AgentKeychain.connect(to: AgentSocket(folder: "/nonexistent/omamori"))
    }
  }

  @Test(arguments: [0o777, 0o750, 0o701]) func aFolderForOthersIsRefused(mode: Int) async throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    _ = unsafe chmod(folder.path, mode_t(mode))
    #expect(throws: KeychainError.insecurePermissions(.agent)) { try AgentFixture(folder: folder) }
  }

  @Test func aLinkToAFolderIsRefused() async throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let link = folder.appending(path: "link")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: folder)
    #expect(throws: KeychainError.self) { try AgentFixture(folder: link) }
  }

  @Test func anAgentThatDiesIsNoticed() async throws {
    let agent = try AgentFixture()
    let client = try await agent.client()
    let call = try await agent.call()
    _ = try await call.answer(.begin)
    await agent.end()
    await #expect(throws: KeychainError.unavailable(.agent)) {
      try await call.answer(.find(agentItems, withSecrets: false, .none))
    }
    #expect(await client.lockState() == .unavailable)
  }
}
