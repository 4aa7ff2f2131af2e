import Foundation
import OmamoriCore
import OmamoriCrypto
import Testing

@testable import OmamoriKeychain

/// What a keychain file says about its age, with and without anchors.
@Suite struct FileProtectionTests {
  private static func copy(_ store: String, to copy: String) throws {
    try? FileManager.default.removeItem(atPath: copy)
    try FileManager.default.copyItem(atPath: store, toPath: copy)
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: copy)
  }

  private static func add(_ name: String, to file: KeychainFile) async throws {
    let item = NewItem(
      .genericPassword, ItemAttributes([.service: .text("s"), .account: .text(name)]),
      secret: SharedSecretBytes(SecretBytes(copying: Array(name.utf8))))
    _ = try await file.put(item, if: .absent, access: .none)
  }

  @Test func aWholeFileThatWasPutBackIsNoticed() async throws {
    let folder = try PrivateFolder()
    let (path, old, witness) = (folder.path + "/store", folder.path + "/old", folder.path + "/witness")
    let code = try RecoveryCode()
    let options = KeychainFileOptions(anchors: [WitnessFile(path: witness)])
    let file = try await KeychainFile.create(
      at: path, slot: NewSlot("Paper", .recoveryCode(code)), options: options)
    #expect(file.rollbackProtection == .verified)
    await file.close()
    try Self.copy(path, to: old)

    let newer = try await KeychainFile.open(at: path, options: options)
    try await newer.unlock(with: .recoveryCode(code))
    try await Self.add("newer", to: newer)
    await newer.close()

    try FileManager.default.removeItem(atPath: path)
    try Self.copy(old, to: path)
    let back = try await KeychainFile.open(at: path, options: options)
    do throws(KeychainError) {
      try await back.unlock(with: .recoveryCode(code))
      Issue.record("the old file was opened")
    } catch {
      guard case .rolledBack(let expected, let found) = error else {
        Issue.record("another error: \(error)")
        return
      }
      #expect(expected > found)
    }
    #expect(await back.lockState() == .beforeFirstUnlock)
    await back.close()

    // Without an anchor nobody can know, and the store says so. When the witness is out of reach or is another one, only a
    // person can accept that.
    for (anchors, protection) in [
      ([], RollbackProtection.unavailable), ([WitnessFile(path: folder.path + "/no/witness")], .unreachable),
      ([WitnessFile(path: folder.path + "/another")], .unrecorded),
    ] as [([WitnessFile], RollbackProtection)] {
      let file = try await KeychainFile.open(at: path, options: KeychainFileOptions(anchors: anchors))
      if !anchors.isEmpty {
        await #expect(throws: KeychainError.self) { try await file.unlock(with: .recoveryCode(code)) }
        #expect(await file.lockState() == .beforeFirstUnlock)
      }
      try await file.unlock(with: .recoveryCode(code), acceptingMissingRecord: !anchors.isEmpty)
      try await Self.add("\(protection)", to: file)
      #expect(file.rollbackProtection == protection)
      await file.close()
    }
  }

  @Test func anAnchorThatWearsIsToldAtTheEndsOnly() async throws {
    let folder = try PrivateFolder()
    let (worn, memory) = (WornAnchor(), MemoryAnchor())
    let file = try await KeychainFile.create(
      at: folder.path + "/store", slot: NewSlot("Paper", .recoveryCode(RecoveryCode())),
      options: KeychainFileOptions(anchors: [worn, memory]))
    for number in 0..<20 { try await Self.add("\(number)", to: file) }
    let store = try #require(file.newestState)
    #expect(worn.epochs.count == 1)
    #expect(try memory.newestEpoch(of: store.0) == store.epoch)
    await file.close()
    #expect(worn.epochs.count == 2 && worn.epochs.last == store.epoch)
  }

  @Test func slotsOfTheFileTakeAccessControlAlong() async throws {
    let folder = try PrivateFolder()
    let code = try RecoveryCode()
    let file = try await KeychainFile.create(
      at: folder.path + "/store", slot: NewSlot("Paper", .recoveryCode(code)))
    let slot = try await file.addSlot(Samples.passphraseSlot())
    let item = NewItem(
      .genericPassword, ItemAttributes([.service: .text("s"), .account: .text("guarded")]),
      secret: SharedSecretBytes(SecretBytes(copying: Array("guarded".utf8))),
      accessControl: AccessControl(.afterFirstUnlock, .devicePasscode))
    _ = try await file.put(item, if: .absent, access: .none)
    let query = ItemQuery(.genericPassword, limit: .all)
    #expect(try await file.find(query).first?.protection == .keyBound)
    await #expect(throws: KeychainError.denied) {
      try await file.find(query, withSecrets: true, access: .none)
    }
    // New keys, another passphrase, another slot: the item stays behind the passphrases, whatever they are.
    try await file.rotateKeys()
    let new = "another passphrase"
    try await file.changePassphrase(
      slot.id, from: Samples.passphrase, to: Password(new), cost: Samples.cost)
    _ = try await file.addSlot(
      Samples.passphraseSlot("Second", Password("a second one")), proof: Password(new))
    try await file.removeSlot(slot.id)
    await file.lock(.screen)
    let found = try await file.find(query, withSecrets: true, access: .passphrase("a second one"))
    #expect(found.first?.secret == item.secret)
    await #expect(throws: KeychainError.wrongCredential) {
      try await file.find(query, withSecrets: true, access: .passphrase(new))
    }
    try await file.unlock(with: .recoveryCode(code))
    let second = try #require(try await file.slots().last)
    await #expect(throws: KeychainError.slot(.lastPassphrase)) { try await file.removeSlot(second.id) }
    try await file.removeSlot(second.id, acceptingLoss: true)
    await #expect(throws: KeychainError.invalidated) {
      try await file.find(query, withSecrets: true, access: .passphrase("a second one"))
    }
    await file.close()
  }
}

/// Remembers what it was told, and does not want to be told every change.
private final class WornAnchor: RollbackAnchor {
  private let told = Protected<[UInt64]>([])
  var recordsEveryChange: Bool { false }
  var epochs: [UInt64] { told.current }
  func newestEpoch(of store: AnchoredStore) throws(KeychainError) -> UInt64? { told.current.max() }
  func raise(to epoch: UInt64, of store: AnchoredStore) throws(KeychainError) {
    told.withLock { $0.append(epoch) }
  }
}
