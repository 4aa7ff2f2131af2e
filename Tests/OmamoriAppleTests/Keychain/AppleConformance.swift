#if canImport(KeychainConformance)
import KeychainConformance
import LocalAuthentication
import OmamoriApple
import OmamoriCore
import OmamoriKeychain
import OmamoriKeychainFile
import Security
import Testing

/// Apple's keychain, that is the adapter over the fake one, as the conformance suite sees it.
private struct AppleHarness: ConformanceHarness {
  struct Store: ConformanceStore {
    let backend: any KeychainBackend = AppleKeychain()
    let secondGroup = "TEAM.shared"
    let foreignGroup = "TEAM.other"

    func setLockState(_ state: KeychainLockState) {
      switch state {
      case .unlocked: FakeKeychain.current.device = .unlocked
      case .locked: FakeKeychain.current.device = .locked
      case .beforeFirstUnlock, .unavailable: FakeKeychain.current.device = .beforeFirstUnlock
      }
    }

    func setPasscode(_ isSet: Bool) { FakeKeychain.current.hasPasscode = isSet }

    func reopened() -> any KeychainBackend { AppleKeychain() }
  }

  let capabilities = AppleKeychain().capabilities
  let means: ConformanceMeans = [
    .locking, .restarting, .passcode, .groups, .versions, .reopening, .synchronizable,
  ]

  /// What the suite asks of every store and this one cannot do; Documentation/apple-keychain.md says why.
  let exceptions: [String: String] = {
    let (objects, enclave) = (Self.objects, "a key of the Secure Enclave is not an item with a secret")
    var exceptions: [String: String] = [
      "control: the passcode": "the system itself asks for the device's passcode",
      "control: a key for use only is not given out": enclave, "control: a key for use only is used": enclave,
      "reference: of a certificate and of a key": objects,
      "remove: a certificate by issuer and serial number": objects,
      "add: a certificate": objects, "add: a key": objects, "update: a key's tag": objects,
    ]
    for name in ConformanceCase.all.map(\.name) {
      if name.contains(" of genp: desc ") || name.contains(" of inet: desc ") {
        exceptions[name] = "the attribute is reserved for the version"
      }
      if name.contains(" of cert: ") || name.contains(" of keys: ") || name.hasPrefix("identity: ") {
        exceptions[name] = objects
      }
    }
    return exceptions
  }()
  /// The adapter's own tests do the same with real ones.
  private static let objects = "the suite's certificates and keys are placeholders, which the system refuses"

  func makeStore() -> any ConformanceStore { Store() }
}

@Suite("Conformance: Apple's keychain, over the fakes")
struct AppleConformance {
  @Test(arguments: AppleHarness().cases)
  func keeps(_ test: ConformanceCase) async throws {
    let device = Device(hasPasscode: false)
    try await FakeKeychain.$current.withValue(device.keychain) {
      try await FakeAuthentication.$current.withValue(device.authentication) {
        try await AppleHarness().run(test)
      }
    }
  }

  @Test func skips() {
    let skipped = AppleHarness().skipped
    let reserved = skipped.filter { $0.value.contains("reserved") }.keys.sorted()
    #expect(
      reserved == [
        "attribute of genp: desc is found by and changed", "attribute of inet: desc is found by and changed",
        "primary key of genp: desc does not tell items apart",
        "primary key of inet: desc does not tell items apart",
      ])
    #expect(skipped["control: the passcode"] != nil)
    #expect(AppleHarness().cases.count >= 150)
  }
}
#endif
