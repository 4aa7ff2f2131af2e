import Foundation
import OmamoriCore
import OmamoriCrypto
import Testing

@testable import OmamoriKeychain
@testable import OmamoriKeychainFile

/// The agent as programs that behave, and programs that do not, see it.
@Suite("Agent: server", .timeLimit(.minutes(3))) struct AgentServerTests {
  @Test func servesItemsAndStatus() async throws {
    let agent = try AgentFixture()
    let client = try await agent.client()
    #expect(client.capabilities == agent.keychain.capabilities)
    let added = try await client.add(agentItem("a", "first"))
    #expect(added.secret == nil)
    #expect(try await agent.keychain.find(agentItems).count == 1)
    await #expect(throws: KeychainError.duplicate) { try await client.add(agentItem("a")) }
    let found = try await client.find(agentItems, withSecrets: true)
    #expect(found.first?.secret == agentItem("a", "first").secret)
    #expect(
      try await client.update(agentItems, ItemChanges(attributes: [.label: .text("l")]), access: .none) == 1)
    let status = try await client.status()
    #expect(status.processIdentifier == getpid() && status.keychain == "/memory" && status.clients >= 1)
    #expect(try await client.remove(agentItems) == 1)
    #expect(try await client.find(agentItems).isEmpty)
  }

  @Test func locksAndUnlocks() async throws {
    let agent = try AgentFixture()
    let client = try await agent.client()
    try await client.lock(isComplete: false)
    #expect(await client.lockState() == .locked)
    try await client.lock()
    #expect(await client.lockState() == .beforeFirstUnlock)
    await #expect(throws: KeychainError.locked) { try await client.find(agentItems) }
    let wrong = SlotCredential.passphrase(.init("wrong"))
    await #expect(throws: KeychainError.wrongCredential) { try await client.unlock(wrong) }
    try await client.unlock(.passphrase(.init(AgentFixture.passphrase)))
    #expect(await client.lockState() == .unlocked)
  }

  @Test func transactionsHappenAsAWhole() async throws {
    let agent = try AgentFixture()
    let client = try await agent.client()
    let count = try await client.transaction { transaction throws(KeychainError) in
      for number in 0..<3 { try transaction.put(agentItem("\(number)"), if: .absent) }
      try transaction.update(agentItems, ItemChanges(attributes: [.comment: .text("c")]))
      return try transaction.find(agentItems, withSecrets: false).count
    }
    #expect(count == 3)
    await #expect(throws: KeychainError.denied) {
      try await client.transaction { transaction throws(KeychainError) in
        #expect(try transaction.remove(agentItems) == 3)
        throw KeychainError.denied
      }
    }
    #expect(try await client.find(agentItems).count == 3)
  }

  @Test func aClientThatIsGoneUndoesItsTransaction() async throws {
    let agent = try AgentFixture()
    do {
      let call = try await agent.call()
      _ = try await call.answer(.begin)
      _ = try await call.answer(.put(agentItem("lost"), .always, .none))
    }
    let client = try await agent.client()
    #expect(try await client.find(agentItems).isEmpty)
  }

  @Test func tellsChanges() async throws {
    let agent = try AgentFixture()
    let client = try await agent.client()
    var changes = try client.changes().makeAsyncIterator()
    let item = try await client.add(agentItem("a"))
    #expect(await changes.next() == KeychainChange(.stored, item.reference))
    _ = try await agent.keychain.remove(agentItems)
    #expect(await changes.next() == KeychainChange(.removed, item.reference))
    await agent.end()
    #expect(await changes.next()?.kind == .unknown)
    #expect(await changes.next() == nil)
  }

  @Test func asksThePersonAtTheClient() async throws {
    struct Scripted: Authenticator {
      let kind = AuthenticatorKind.gate
      let outcome: AuthenticationOutcome
      let asked = Protected<[AuthenticationRequest]>([])
      func authenticate(_ request: AuthenticationRequest) async -> AuthenticationOutcome {
        asked.withLock { $0.append(request) }
        return outcome
      }
    }
    let agent = try AgentFixture()
    agent.keychain.changeEnrolment()
    let client = try await agent.client()
    var item = agentItem("guarded")
    item.accessControl = AccessControl(.whenUnlocked, .biometryAny)
    let reason = LocalizedText("Use it", ja: "使用します")
    let yes = Scripted(outcome: .success)
    _ = try await client.put(item, if: .always, access: ItemAccess(authenticator: yes, reason: reason))
    let found = try await client.find(
      agentItems, withSecrets: true, access: ItemAccess(authenticator: yes, reason: reason))
    #expect(found.first?.secret == item.secret)
    #expect(yes.asked.current.last?.reason == reason)
    let no = ItemAccess(authenticator: Scripted(outcome: .cancelled))
    await #expect(throws: KeychainError.cancelled) {
      try await client.find(agentItems, withSecrets: true, access: no)
    }
    await #expect(throws: KeychainError.denied) { try await client.find(agentItems, withSecrets: true) }
  }

  @Test func manyClientsAreServed() async throws {
    let agent = try AgentFixture()
    let client = try await agent.client()
    try await withThrowingTaskGroup { group in
      for number in 0..<200 {
        group.addTask {
          _ = try await client.add(agentItem("\(number)", "secret \(number)"))
          let query = ItemQuery(.genericPassword, [.service: .text("s"), .account: .text("\(number)")])
          let found = try await client.find(query, withSecrets: true)
          #expect(found.first?.secret == agentItem("", "secret \(number)").secret)
        }
      }
      try await group.waitForAll()
    }
    #expect(try await client.find(agentItems).count == 200)
  }

  @Test func longListsArriveInParts() async throws {
    let agent = try AgentFixture()
    let client = try await agent.client()
    let large = String(repeating: "x", count: 300_000)
    for number in 0..<30 { _ = try await agent.keychain.add(agentItem("\(number)", large)) }
    let found = try await client.find(agentItems, withSecrets: true)
    #expect(found.count == 30)
    #expect(found.allSatisfy { $0.secret?.count == 300_000 })
    await #expect(throws: KeychainError.tooLarge(limit: 4 << 20)) {
      try await client.add(agentItem("too large", String(repeating: "x", count: 5 << 20)))
    }
  }

  @Test func locksWhenIdleAndNotBefore() async throws {
    let limit = Duration.seconds(2)
    let agent = try AgentFixture(idleLimit: limit)
    let client = try await agent.client()
    var (last, longest) = (ContinuousClock.now, Duration.zero)
    for _ in 0..<12 {
      try await Task.sleep(for: .milliseconds(250))
      let asked = ContinuousClock.now
      do {
        _ = try await client.find(agentItems)
        (longest, last) = (max(longest, ContinuousClock.now - last), asked)
      } catch KeychainError.locked {
        // A busy machine may be slower than the limit.
        #expect(max(longest, ContinuousClock.now - last) >= limit)
        return
      }
    }
    for _ in 0..<600 where await client.lockState() == .unlocked {
      try await Task.sleep(for: .milliseconds(100))
    }
    #expect(await client.lockState() == .beforeFirstUnlock)
    #expect(max(longest, ContinuousClock.now - last) >= limit)
  }
}
