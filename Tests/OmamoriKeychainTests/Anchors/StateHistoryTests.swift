import CSQLite
import Dispatch
import Foundation
import OmamoriCore
import TestSupport
import Testing

@testable import OmamoriKeychain
@testable import OmamoriKeychainFile

/// Keychain files that were changed often since somebody last knew their state, or were changed separately.
extension FileProtectionTests {
  /// A copy that was changed separately is refused as well after a look at it that failed, and the newest file is taken back.
  @Test func aForkIsNoticedAfterALookThatFailed() async throws {
    let folder = try TemporaryFolder(permissions: 0o700)
    let (path, other) = (folder.path + "/store", folder.path + "/other")
    let code = try RecoveryCode()
    let file = try await KeychainFile.create(at: path, slot: NewSlot("Paper", .recoveryCode(code)))
    try await Self.add("base", to: file)
    try Self.copy(path, to: other)
    try await Self.add("newest", to: file)
    let alone = try await KeychainFile.open(at: other)
    try await alone.unlock(with: .recoveryCode(code))
    for number in 0..<4 { try await Self.add("\(number)", to: alone) }
    await alone.close()
    let damaged = folder.path + "/damaged"
    try Self.copy(other, to: damaged)
    var handle: OpaquePointer?
    // because the handle is used by this function only
    try #require(unsafe sqlite3_open(damaged + "/keychain.db", &handle) == SQLITE_OK)
    try #require(
      unsafe sqlite3_exec(handle, "DELETE FROM items WHERE generation = 2", nil, nil, nil) == SQLITE_OK)
    unsafe _ = sqlite3_close_v2(handle)
    let query = ItemQuery(.genericPassword, limit: .all)
    try FileManager.default.moveItem(atPath: path, toPath: folder.path + "/newest")
    try Self.copy(damaged, to: path)
    await #expect(throws: KeychainError.self) { try await file.find(query) }
    try Self.copy(other, to: path)
    let error = await #expect(throws: KeychainError.self) { try await file.find(query) }
    guard case .rolledBack = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.moveItem(atPath: folder.path + "/newest", toPath: path)
    #expect(try await file.find(query).count == 2)
    await file.close()
  }

  /// Opens the file anew and adds items.
  private static func change(
    _ path: String, _ code: RecoveryCode, _ numbers: Range<Int>, _ anchors: [any RollbackAnchor] = []
  ) async throws {
    let file = try await KeychainFile.open(
      at: path, options: KeychainFileOptions(isDurable: false, anchors: anchors))
    try await file.unlock(with: .recoveryCode(code))
    for number in numbers { try await add("\(number)", to: file) }
    await file.close()
  }

  /// What forgets by itself takes a state that lies far back for what it is.
  @Test func manyChangesBesideAnAgentAreNoRollback() async throws {
    let folder = try TemporaryFolder(permissions: 0o700)
    let path = folder.path + "/store"
    let code = try RecoveryCode()
    let agent = try await KeychainFile.create(
      at: path, slot: NewSlot("Paper", .recoveryCode(code)),
      options: KeychainFileOptions(isDurable: false, anchors: [MemoryAnchor()]))
    try await Self.change(path, code, 0..<300)
    try await Self.add("agent", to: agent)
    await agent.lock(.everything)
    try await Self.change(path, code, 300..<600)
    try await agent.unlock(with: .recoveryCode(code))
    #expect(agent.rollbackProtection == .verified)
    #expect(try await agent.find(ItemQuery(.genericPassword, limit: .all)).count == 601)
    await agent.close()
  }

  @Test func aWitnessThatLiesFarBackIsAcceptedOnlyWhenAsked() async throws {
    let folder = try TemporaryFolder(permissions: 0o700)
    let (path, witness) = (folder.path + "/store", WitnessFile(path: folder.path + "/witness"))
    let code = try RecoveryCode()
    let options = KeychainFileOptions(isDurable: false, anchors: [witness])
    let made = try await KeychainFile.create(
      at: path, slot: NewSlot("Paper", .recoveryCode(code)), options: options)
    await made.close()
    try await Self.change(path, code, 0..<300)
    let file = try await KeychainFile.open(at: path, options: options)
    let error = await #expect(throws: KeychainError.self) { try await file.unlock(with: .recoveryCode(code)) }
    guard case .anchorBehind = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    try await file.unlock(with: .recoveryCode(code), acceptingMissingRecord: true)
    #expect(!file.hasUnrecordedState)
    await file.close()
    let again = try await KeychainFile.open(at: path, options: options)
    try await again.unlock(with: .recoveryCode(code))
    #expect(again.rollbackProtection == .verified)
    await again.close()
  }

  /// A process that goes on from the recorded state by itself knows that, however long the witness is away.
  @Test func aWitnessThatWasAwayForManyChangesIsRecordedAgain() async throws {
    let folder = try TemporaryFolder(permissions: 0o700)
    let (path, away) = (folder.path + "/store", folder.path + "/away")
    let code = try RecoveryCode()
    try FileManager.default.createDirectory(
      atPath: away, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    let options = KeychainFileOptions(isDurable: false, anchors: [WitnessFile(path: away + "/witness")])
    let file = try await KeychainFile.create(
      at: path, slot: NewSlot("Paper", .recoveryCode(code)), options: options)
    try FileManager.default.moveItem(atPath: away, toPath: folder.path + "/moved")
    for number in 0..<300 { try await Self.add("\(number)", to: file) }
    #expect(file.hasUnrecordedState)
    try FileManager.default.moveItem(atPath: folder.path + "/moved", toPath: away)
    try await Self.add("last", to: file)
    #expect(!file.hasUnrecordedState)
    await file.close()
    try await Self.change(path, code, 300..<301, options.anchors)
  }

  /// The first record is made between the look at the anchors and the look at the file.
  @Test func aRecordThatIsMadeMeanwhileIsNotMissing() async throws {
    let folder = try TemporaryFolder(permissions: 0o700)
    let path = folder.path + "/store"
    let code = try RecoveryCode()
    let made = try await KeychainFile.create(at: path, slot: NewSlot("Paper", .recoveryCode(code)))
    let witness = WitnessFile(path: folder.path + "/witness")
    let late = LateAnchor(witness) {
      let other = try await KeychainFile.open(at: path, options: KeychainFileOptions(anchors: [witness]))
      try await other.unlock(with: .recoveryCode(code))
      await other.close()
    }
    let file = try await KeychainFile.open(at: path, options: KeychainFileOptions(anchors: [late]))
    try await file.unlock(with: .recoveryCode(code))
    #expect(file.rollbackProtection == .verified)
    await file.close()
    await made.close()
  }

  @Test func anAnchorThatWearsIsToldBeforeItsStateLiesTooFarBack() async throws {
    let folder = try TemporaryFolder(permissions: 0o700)
    let worn = WornAnchor()
    let file = try await KeychainFile.create(
      at: folder.path + "/store", slot: NewSlot("Paper", .recoveryCode(RecoveryCode())),
      options: KeychainFileOptions(isDurable: false, anchors: [worn]))
    for number in 0..<600 { try await Self.add("\(number)", to: file) }
    #expect(4...6 ~= worn.epochs.count)
    let distances = zip(worn.epochs, worn.epochs.dropFirst()).map { $1 - $0 }
    #expect(distances.allSatisfy { $0 <= 128 })
    await file.close()
  }
}

/// Looks at its witness, then lets other work happen, once, and answers what it saw before.
private final class LateAnchor: RollbackAnchor {
  private let anchor: WitnessFile
  private let work: Protected<(@Sendable () async throws -> Void)?>

  init(_ anchor: WitnessFile, _ work: @escaping @Sendable () async throws -> Void) {
    (self.anchor, self.work) = (anchor, Protected(work))
  }

  func newestState(of store: AnchoredStore) throws(KeychainError) -> AnchoredState? {
    let found = try anchor.newestState(of: store)
    let work = work.withLock { work in
      defer { work = nil }
      return work
    }
    guard let work else { return found }
    let done = DispatchSemaphore(value: 0)
    Task.detached {
      try? await work()
      done.signal()
    }
    done.wait()
    return found
  }

  func raise(to state: AnchoredState, of store: AnchoredStore) throws(KeychainError) {
    try anchor.raise(to: state, of: store)
  }
}
