#if canImport(KeychainConformance)
import KeychainConformance
import OmamoriCore
import Testing

@testable import OmamoriKeychain
@testable import OmamoriKeychainFile

/// A keychain in memory, reached by way of an agent, as the conformance suite sees it.
private struct AgentHarness: ConformanceHarness {
  struct Store: ConformanceStore {
    let agent: AgentFixture
    let backend: any KeychainBackend

    func setLockState(_ state: KeychainLockState) { agent.keychain.setLockState(state) }

    func setPasscode(_ isSet: Bool) {
      agent.keychain.setPasscode(isSet ? SharedSecretBytes(SecretBytes(copying: Array("1234".utf8))) : nil)
    }
  }

  let capabilities = MemoryKeychain().capabilities
  let means: ConformanceMeans = [.locking, .restarting, .passcode, .groups, .versions, .synchronizable]

  func makeStore() async throws -> any ConformanceStore {
    let groups = AccessGroups(default: "first", others: ["second"])
    let agent = try AgentFixture(MemoryKeychain(accessGroups: groups))
    return Store(agent: agent, backend: try await agent.client())
  }
}

/// What a store answers does not change on the way through an agent.
@Suite("Conformance: agent", .serialized, .timeLimit(.minutes(5))) struct AgentConformance {
  @Test(arguments: AgentHarness().cases)
  func keeps(_ test: ConformanceCase) async throws { try await AgentHarness().run(test) }

  @Test func skipsWhatTheMemorySkips() { #expect(AgentHarness().skipped.count <= 2) }
}
#endif
