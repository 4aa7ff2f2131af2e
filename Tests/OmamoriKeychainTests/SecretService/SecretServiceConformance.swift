#if canImport(KeychainConformance)
import KeychainConformance
import OmamoriCore
import OmamoriKeychain
import OmamoriKeychainFile
import Testing

/// The Secret Service of a gnome-keyring as the conformance suite sees it.
private struct SecretServiceHarness: ConformanceHarness {
  struct Store: ConformanceStore {
    let keyring: Keyring
    let keychain: SecretServiceKeychain
    var backend: any KeychainBackend { keychain }

    init() async throws {
      keyring = try await Keyring()
      keychain = SecretServiceKeychain(Self.options(keyring))
    }

    func reopened() async throws -> any KeychainBackend { SecretServiceKeychain(Self.options(keyring)) }

    private static func options(_ keyring: Keyring) -> SecretServiceOptions {
      var options = keyring.options()
      options.accessGroups = AccessGroups(default: "first", others: ["second"])
      return options
    }
  }

  let capabilities = SecretServiceKeychain().capabilities
  // A collection is locked as a whole; `lockedIsNotMissing` and others test that.
  let means: ConformanceMeans = [.groups, .versions, .reopening, .synchronizable]

  func makeStore() async throws -> any ConformanceStore { try await Store() }
}

@Suite("Conformance: Secret Service", .serialized, .enabled(if: Keyring.isPossible))
struct SecretServiceConformance {
  @Test(arguments: SecretServiceHarness().cases)
  func keeps(_ test: ConformanceCase) async throws { try await SecretServiceHarness().run(test) }

  /// What is not run needs something that a Secret Service does not have, each case with its reason.
  @Test func everySkipIsNamed() {
    let reasons = Set(SecretServiceHarness().skipped.values)
    let parts = [
      "locking", "restarting", "a passcode", "transactions", "changes", "access control", "accessibility",
      "tamper detection",
    ]
    for reason in reasons {
      let missing = reason.dropFirst("the store has no ".count).split(separator: ", ").map(String.init)
      #expect(!missing.isEmpty && missing.allSatisfy { parts.contains($0) }, "\(reason)")
    }
  }
}
#endif
