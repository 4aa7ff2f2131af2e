import KeychainConformance
import OmamoriCore
import OmamoriKeychain
import OmamoriKeychainFile
import Testing

/// The keychain in memory as the conformance suite sees it.
private struct MemoryHarness: ConformanceHarness {
  struct Store: ConformanceStore {
    let keychain = MemoryKeychain(accessGroups: AccessGroups(default: "first", others: ["second"]))
    var backend: any KeychainBackend { keychain }

    func setLockState(_ state: KeychainLockState) { keychain.setLockState(state) }

    func setPasscode(_ isSet: Bool) {
      keychain.setPasscode(isSet ? SharedSecretBytes(SecretBytes(copying: Array("1234".utf8))) : nil)
    }
  }

  let capabilities = MemoryKeychain().capabilities
  let means: ConformanceMeans = [.locking, .restarting, .passcode, .groups, .versions, .synchronizable]

  func makeStore() -> any ConformanceStore { Store() }
}

@Suite("Conformance: memory")
struct MemoryConformance {
  @Test(arguments: MemoryHarness().cases)
  func keeps(_ test: ConformanceCase) async throws { try await MemoryHarness().run(test) }

  @Test
  func skips() {
    #expect(
      MemoryHarness().skipped == [
        "keep: everything after reopening": "the store has no reopening, persistence",
        "keep: what was removed stays away after reopening": "the store has no reopening, persistence",
      ])
    #expect(ConformanceCase.all.count >= 150)
    #expect(Set(ConformanceCase.all.map(\.name)).count == ConformanceCase.all.count)
  }
}
