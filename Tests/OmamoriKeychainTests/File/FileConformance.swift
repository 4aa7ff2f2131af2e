#if canImport(KeychainConformance)
import Foundation
import KeychainConformance
import OmamoriCore
import OmamoriCrypto
import Testing

@testable import OmamoriKeychain
@testable import OmamoriKeychainFile

/// The keychain file as the conformance suite sees it.
private struct FileHarness: ConformanceHarness {
  final class Store: ConformanceStore {
    private static let options = KeychainFileOptions(
      accessGroups: AccessGroups(default: "first", others: ["second"]), isDurable: false)
    // A key file in place of a passphrase, since a fresh store has no passcode.
    private static let passcode = "passcode"

    let fixture: FileFixture
    let file: KeychainFile
    var backend: any KeychainBackend { file }
    private var credential: SlotCredential { .keyFile(path: fixture.path + ".key") }

    init() async throws {
      fixture = try FileFixture()
      let slot = NewSlot("key file", .newKeyFile(path: fixture.path + ".key"))
      file = try await KeychainFile.create(at: fixture.path, slot: slot, options: Self.options)
    }

    deinit { try? FileManager.default.removeItem(atPath: fixture.path + ".key") }

    func setLockState(_ state: KeychainLockState) async throws {
      switch state {
      case .unlocked: try await file.unlock(with: credential)
      case .locked: await file.lock(.screen)
      case .beforeFirstUnlock: await file.lock(.everything)
      case .unavailable: await file.close()
      }
    }

    func setPasscode(_ isSet: Bool) async throws {
      let slot = try await file.slots().first { $0.name == Self.passcode }
      if isSet, slot == nil {
        try await file.addSlot(
          NewSlot(Self.passcode, .passphrase(Password("1234"), cost: FileFixture.cost)))
      }
      if !isSet, let slot { try await file.removeSlot(slot.id, acceptingLoss: true) }
    }

    func reopened() async throws -> any KeychainBackend {
      await file.close()
      let again = try await KeychainFile.open(at: fixture.path, options: Self.options)
      try await again.unlock(with: credential)
      return again
    }
  }

  let capabilities: KeychainCapabilities = [
    .transactions, .changes, .accessControl, .accessibility, .certificatesAndKeys, .persistent,
    .tamperDetection,
  ]
  let means: ConformanceMeans = [
    .locking, .restarting, .passcode, .groups, .versions, .synchronizable, .reopening,
  ]

  func makeStore() async throws -> any ConformanceStore { try await Store() }
}

@Suite("Conformance: keychain file", .serialized)
struct FileConformance {
  @Test(arguments: FileHarness().cases)
  func keeps(_ test: ConformanceCase) async throws { try await FileHarness().run(test) }

  @Test
  func skipsNothing() { #expect(FileHarness().skipped.isEmpty) }
}
#endif
