import Foundation
import OmamoriCore
import OmamoriCrypto
import TestSupport
import Testing

@testable import OmamoriKeychain
@testable import OmamoriKeychainFile

/// What a keychain file says about its age, with and without anchors.
@Suite struct FileProtectionTests {
  static func copy(_ store: String, to copy: String) throws {
    try? FileManager.default.removeItem(atPath: copy)
    try FileManager.default.copyItem(atPath: store, toPath: copy)
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: copy)
  }

  static func add(_ name: String, to file: KeychainFile) async throws {
    let item = NewItem(
      .genericPassword, ItemAttributes([.service: .text("s"), .account: .text(name)]),
      secret: SharedSecretBytes(SecretBytes(copying: Array(name.utf8))))
    _ = try await file.put(item, if: .absent, access: .none)
  }

  @Test func aWholeFileThatWasPutBackIsNoticed() async throws {
    let folder = try TemporaryFolder(permissions: 0o700)
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

  /// Changes two copies separately, of which the witness knows one, and opens the other with it.
  ///
  /// - Parameters:
  ///   - changes: How many changes the other copy has that the witness has not seen.
  ///   - folder: Where to make them.
  /// - Returns: The other copy, locked, and what unlocks it.
  /// - Throws: What the keychain throws.
  private static func fork(changes: Int, in folder: TemporaryFolder) async throws
    -> (KeychainFile, RecoveryCode)
  {
    let (path, other) = (folder.path + "/store", folder.path + "/other")
    let code = try RecoveryCode()
    let options = KeychainFileOptions(
      isDurable: false, anchors: [WitnessFile(path: folder.path + "/witness")])
    let file = try await KeychainFile.create(
      at: path, slot: NewSlot("Paper", .recoveryCode(code)), options: options)
    try await add("base", to: file)
    await file.close()
    try copy(path, to: other)
    let known = try await KeychainFile.open(at: path, options: options)
    try await known.unlock(with: .recoveryCode(code))
    for number in 0..<2 { try await add("known \(number)", to: known) }
    await known.close()
    let alone = try await KeychainFile.open(at: other, options: KeychainFileOptions(isDurable: false))
    try await alone.unlock(with: .recoveryCode(code))
    for number in 0..<changes { try await add("alone \(number)", to: alone) }
    await alone.close()
    return (try await KeychainFile.open(at: other, options: options), code)
  }

  @Test(arguments: [1, 2, 3, 40, 300])
  func aCopyThatWasChangedSeparatelyIsRefused(changes: Int) async throws {
    let folder = try TemporaryFolder(permissions: 0o700)
    let (file, code) = try await Self.fork(changes: changes, in: folder)
    let error = await #expect(throws: KeychainError.self) {
      try await file.unlock(with: .recoveryCode(code))
    }
    switch error {
    case .rolledBack(let expected, let found): #expect(expected > found)
    case .anchorBehind(let recorded, let found): #expect(changes > 256 && recorded < found)
    default: Issue.record("\(String(describing: error))")
    }
    #expect(await file.lockState() == .beforeFirstUnlock)
    await file.close()
  }

  @Test func aStateThatTheWitnessDoesNotHaveIsNeverWrittenOverAnotherOne() async throws {
    let folder = try TemporaryFolder(permissions: 0o700)
    let code = try RecoveryCode()
    let (path, witness) = (folder.path + "/store", folder.path + "/away/witness")
    try FileManager.default.createDirectory(
      atPath: folder.path + "/away", withIntermediateDirectories: false,
      attributes: [.posixPermissions: 0o700])
    let told = Protected(0)
    let options = KeychainFileOptions(
      isDurable: false, anchors: [WitnessFile(path: witness)],
      onUnrecordedState: { told.withLock { $0 += 1 } })
    let file = try await KeychainFile.create(
      at: path, slot: NewSlot("Paper", .recoveryCode(code)), options: options)
    try await Self.add("base", to: file)
    try Self.copy(path, to: folder.path + "/old")
    try await Self.add("newer", to: file)
    let newest = try Data(contentsOf: URL(filePath: witness))
    await file.close()
    // The old copy goes on while the disk of the witness is away, and the disk comes back while it is open.
    try FileManager.default.moveItem(atPath: folder.path + "/away", toPath: folder.path + "/disk")
    let old = try await KeychainFile.open(at: folder.path + "/old", options: options)
    await #expect(throws: KeychainError.file(.witness, code: 2)) {
      try await old.unlock(with: .recoveryCode(code))
    }
    #expect(told.current == 0 && !old.hasUnrecordedState)
    try await old.unlock(with: .recoveryCode(code), acceptingMissingRecord: true)
    #expect(told.current == 1 && old.hasUnrecordedState && old.isAnchored)
    try await Self.add("other", to: old)
    #expect(told.current == 1 && old.rollbackProtection == .unreachable)
    try FileManager.default.moveItem(atPath: folder.path + "/disk", toPath: folder.path + "/away")
    try await Self.add("another", to: old)
    #expect(old.rollbackProtection == .unrecorded && old.hasUnrecordedState)
    await old.close()
    #expect(try Data(contentsOf: URL(filePath: witness)) == newest)
    let refused = try await KeychainFile.open(at: folder.path + "/old", options: options)
    await #expect(throws: KeychainError.self) { try await refused.unlock(with: .recoveryCode(code)) }
    await refused.close()
  }

  @Test func aWitnessThatOnlyCanBeReadConfirmsWhatItKnows() async throws {
    let folder = try TemporaryFolder(permissions: 0o700)
    let code = try RecoveryCode()
    let witness = ReadOnlyAnchor()
    let options = KeychainFileOptions(isDurable: false, anchors: [witness])
    let file = try await KeychainFile.create(
      at: folder.path + "/store", slot: NewSlot("Paper", .recoveryCode(code)), options: options)
    await file.close()
    witness.isReadOnly.withLock { $0 = true }
    let other = try await KeychainFile.open(at: folder.path + "/store", options: options)
    try await other.unlock(with: .recoveryCode(code))
    #expect(other.rollbackProtection == .verified && !other.hasUnrecordedState)
    try await Self.add("a", to: other)
    #expect(other.rollbackProtection == .verified && other.hasUnrecordedState)
    await other.close()
  }

  @Test func aDamagedNewerHalfOfTheWitnessIsRefused() async throws {
    let folder = try TemporaryFolder(permissions: 0o700)
    let (path, witness) = (folder.path + "/store", folder.path + "/witness")
    let code = try RecoveryCode()
    let options = KeychainFileOptions(isDurable: false, anchors: [WitnessFile(path: witness)])
    let file = try await KeychainFile.create(
      at: path, slot: NewSlot("Paper", .recoveryCode(code)), options: options)
    for number in 0..<3 {
      try? FileManager.default.removeItem(atPath: folder.path + "/old")
      try Self.copy(path, to: folder.path + "/old")
      try await Self.add("\(number)", to: file)
    }
    await file.close()
    let whole = try Data(contentsOf: URL(filePath: witness))
    for (index, store) in [0, 64].flatMap({ [($0, "store"), ($0, "old")] }) {
      var bytes = whole
      bytes[index + 30] ^= 1
      _ = try folder.write("witness", Array(bytes))
      let damaged = try await KeychainFile.open(at: folder.path + "/" + store, options: options)
      // The newest store is known to be newer than the older half, so it may be what the damaged half was written for.
      do throws(KeychainError) {
        try await damaged.unlock(with: .recoveryCode(code))
        #expect(store == "store", "\(index)")
      } catch {
        #expect(store == "old" || error == .corrupt(.witness), "\(index)")
      }
      await damaged.close()
    }
  }

  @Test func aFileThatTookThePlaceOfTheOpenOneIsNoticedAtOnce() async throws {
    let folder = try TemporaryFolder(permissions: 0o700)
    let (path, old) = (folder.path + "/store", folder.path + "/old")
    let file = try await KeychainFile.create(at: path, slot: NewSlot("Paper", .recoveryCode(RecoveryCode())))
    try await Self.add("a", to: file)
    try Self.copy(path, to: old)
    try await Self.add("b", to: file)
    let query = ItemQuery(.genericPassword, limit: .all)
    #expect(try await file.find(query).count == 2)
    for name in ["keychain.db", "keychain.db-wal", "keychain.db-shm"] {
      try? FileManager.default.removeItem(atPath: path + "/" + name)
      try? FileManager.default.copyItem(atPath: old + "/" + name, toPath: path + "/" + name)
    }
    await #expect(throws: KeychainError.self) { try await file.find(query) }
    await #expect(throws: KeychainError.self) { try await file.verify() }
    await file.close()
  }

  @Test func anAnchorThatWearsIsToldAtTheEndsOnly() async throws {
    let folder = try TemporaryFolder(permissions: 0o700)
    let (worn, memory) = (WornAnchor(), MemoryAnchor())
    let file = try await KeychainFile.create(
      at: folder.path + "/store", slot: NewSlot("Paper", .recoveryCode(RecoveryCode())),
      options: KeychainFileOptions(anchors: [worn, memory]))
    for number in 0..<20 { try await Self.add("\(number)", to: file) }
    let store = try #require(file.newestState)
    #expect(worn.epochs.count == 1)
    #expect(
      try memory.newestState(of: store.0) == AnchoredState(epoch: store.1.epoch, digest: store.1.digest))
    await file.close()
    #expect(worn.epochs.count == 2 && worn.epochs.last == store.1.epoch)
  }

  @Test func slotsOfTheFileTakeAccessControlAlong() async throws {
    let folder = try TemporaryFolder(permissions: 0o700)
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

/// Remembers what it was told until it can only be read.
private final class ReadOnlyAnchor: RollbackAnchor {
  private let memory = MemoryAnchor()
  let isReadOnly = Protected(false)
  func newestState(of store: AnchoredStore) throws(KeychainError) -> AnchoredState? {
    try memory.newestState(of: store)
  }
  func raise(to state: AnchoredState, of store: AnchoredStore) throws(KeychainError) {
    guard !isReadOnly.current else { throw .readOnly }
    try memory.raise(to: state, of: store)
  }
}

/// Remembers what it was told, and does not want to be told every change.
final class WornAnchor: RollbackAnchor {
  private let told = Protected<[AnchoredState]>([])
  var recordsEveryChange: Bool { false }
  var epochs: [UInt64] { told.current.map(\.epoch) }
  func newestState(of store: AnchoredStore) throws(KeychainError) -> AnchoredState? { told.current.last }
  func raise(to state: AnchoredState, of store: AnchoredStore) throws(KeychainError) {
    told.withLock { $0.append(state) }
  }
}
