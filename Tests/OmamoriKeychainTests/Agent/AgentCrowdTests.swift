import Foundation
import OmamoriCore
import OmamoriCrypto
import Testing

@testable import OmamoriKeychain
@testable import OmamoriKeychainFile

/// Many clients that want the same at once: the agent's memory and time stay bounded, and others are served.
@Suite("Agent: crowds", .timeLimit(.minutes(3))) struct AgentCrowdTests {
  /// Counts who is unlocking, and holds them back.
  private final class Door: Sendable {
    private struct State {
      var (inside, most, all) = (0, 0, 0)
      var isOpen = false
    }
    private let state = Protected(State())

    /// The most that were unlocking at once, and how many did at all.
    var counts: (most: Int, all: Int) { state.withLock { ($0.most, $0.all) } }

    func open() { state.withLock { $0.isOpen = true } }

    func pass() async {
      state.withLock { state in
        state.inside += 1
        state.all += 1
        state.most = max(state.most, state.inside)
      }
      for _ in 0..<3000 where !state.withLock({ $0.isOpen }) { try? await Task.sleep(for: .milliseconds(10)) }
      state.withLock { $0.inside -= 1 }
    }
  }

  private static let unlock = AgentRequest.unlock(
    AgentCredential(.passphrase(Password(AgentFixture.passphrase))), acceptingMissingRecord: false)

  private enum Answer { case done, busy, other }

  private func answer(_ call: AgentCall, _ request: AgentRequest) async -> Answer {
    do {
      if case .done = try await call.answer(request) { return .done }
    } catch KeychainError.busy {
      return .busy
    } catch {}
    return .other
  }

  private func wait(until condition: () async -> Bool) async throws {
    for _ in 0..<1000 where await !condition() { try await Task.sleep(for: .milliseconds(10)) }
    #expect(await condition())
  }

  @Test func oneUnlockingAfterTheOther() async throws {
    let (door, crowd) = (Door(), 40)
    let agent = try AgentFixture(beforeUnlocking: { await door.pass() })
    let answers = Protected<[Answer]>([])
    try await withThrowingTaskGroup { group in
      for _ in 0..<crowd {
        group.addTask {
          let answer = await answer(try await agent.call(), Self.unlock)
          answers.withLock { $0.append(answer) }
        }
      }
      // Those that find no room are told at once, while the others wait.
      try await wait { answers.current.count == crowd - AgentGate.greatestCount }
      #expect(answers.current.allSatisfy { $0 == .busy })
      #expect(door.counts == (1, 1))
      let start = ContinuousClock.now
      #expect(try await agent.client().add(agentItem("meanwhile")).secret == nil)
      #expect(ContinuousClock.now - start < .seconds(10))
      door.open()
      try await group.waitForAll()
    }
    #expect(answers.current.count { $0 == .done } == AgentGate.greatestCount)
    #expect(door.counts == (1, AgentGate.greatestCount))
    // There is room again.
    #expect(await answer(try await agent.call(), Self.unlock) == .done)
  }

  @Test func nothingIsCalculatedForClientsThatAreGone() async throws {
    let door = Door()
    let agent = try AgentFixture(beforeUnlocking: { await door.pass() })
    let first = try await agent.call()
    async let done = answer(first, Self.unlock)
    try await wait { door.counts.all == 1 }
    for _ in 0..<5 {
      let gone = try await agent.call()
      try gone.agent.send(Self.unlock.message)
      gone.agent.end()
    }
    // The five and the first one wait until the door opens.
    try await wait { agent.server.clientCount == 6 }
    door.open()
    #expect(await done == .done)
    try await wait { agent.server.clientCount <= 1 }
    #expect(door.counts == (1, 1))
  }

  /// An access control that asks for a password is calculated with as well.
  @Test func oneProofAfterTheOther() async throws {
    let agent = try AgentFixture()
    let password = SharedSecretBytes(SecretBytes(copying: Array("own".utf8)))
    let access = ItemAccess(applicationPassword: password)
    var item = agentItem("guarded")
    item.accessControl = AccessControl(.whenUnlocked, .applicationPassword)
    let client = try await agent.client()
    _ = try await client.put(item, if: .absent, access: access)
    let outcomes = await withTaskGroup(of: Bool?.self) { group in
      for _ in 0..<60 {
        group.addTask {
          do throws(KeychainError) {
            return try await client.find(agentItems, withSecrets: true, access: access).first?.secret != nil
          } catch {
            return error == .busy ? nil : false
          }
        }
      }
      return await group.reduce(into: [Bool?]()) { $0.append($1) }
    }
    #expect(outcomes.count == 60 && !outcomes.contains(false) && outcomes.contains(true))
  }

  /// An agent that is not reached in time is another thing than none, which a program would take for a locked keychain.
  @Test func anAgentThatIsNotReachedInTimeIsBusy() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "agent-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let socket = AgentSocket(folder: folder.path)
    // It lets nobody in, as an agent does that has as many clients as it serves at a time.
    let listener = try #require(try AgentListener(at: socket))
    var waiting: [AgentConnection] = []
    for _ in 0..<200 {
      do { waiting.append(try AgentConnection(to: socket)) } catch {
        #expect(error == .busy)
        break
      }
    }
    #expect(waiting.count < 200)
    await #expect(throws: KeychainError.busy) {
      try await StandardKeychain.agent(of: "/memory", at: socket)
    }
    withExtendedLifetime((listener, waiting)) {}
  }

  @Test func listenersLeaveRoomForRequests() async throws {
    let agent = try AgentFixture()
    var (listeners, refused): ([AgentCall], Int) = ([], 0)
    for _ in 0..<AgentServer.greatestClients {
      let call = try await agent.call()
      switch await answer(call, .changes) {
      case .done: listeners.append(call)
      case .busy: refused += 1
      case .other: Issue.record("neither told nor refused")
      }
    }
    #expect(listeners.count == AgentServer.greatestListeners)
    #expect(refused == AgentServer.greatestClients - AgentServer.greatestListeners)
    let client = try await agent.client()
    let start = ContinuousClock.now
    _ = try await client.add(agentItem("told"))
    #expect(ContinuousClock.now - start < .seconds(4))
    for listener in listeners {
      let message = try await OwnThread.run { () throws(KeychainError) in
        try listener.agent.receive(patience: .seconds(30))
      }
      guard case .change(let change) = try AgentReply(decoding: #require(message)) else {
        Issue.record("not told")
        continue
      }
      #expect(change.kind == .stored)
    }
    // A subscription beyond them ends and says that anything may have happened; one less makes room.
    var more = try client.changes().makeAsyncIterator()
    #expect(await more.next()?.kind == .unknown)
    #expect(await more.next() == nil)
    listeners.removeFirst().agent.end()
    var isTold = false
    for _ in 0..<500 where !isTold {
      isTold = await answer(try await agent.call(), .changes) == .done
      if !isTold { try await Task.sleep(for: .milliseconds(10)) }
    }
    #expect(isTold)
  }
}
