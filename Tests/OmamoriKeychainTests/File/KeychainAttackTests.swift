import CSQLite
import Foundation
import OmamoriCore
import OmamoriCrypto
import TestSupport
import Testing

@testable import OmamoriKeychain
@testable import OmamoriKeychainFile

/// Anchors that are removed or asked at a bad moment, and locks that come in the middle of something.
@Suite struct KeychainAttackTests {
  /// An anchor that does something before it answers.
  private final class DistractedAnchor: RollbackAnchor {
    let memory = MemoryAnchor()
    let distraction = Protected<(@Sendable () -> Void)?>(nil)
    var isLasting: Bool { false }

    func newestState(of store: AnchoredStore) throws(KeychainError) -> AnchoredState? {
      let distraction = distraction.withLock { distraction in
        defer { distraction = nil }
        return distraction
      }
      distraction?()
      return try memory.newestState(of: store)
    }

    func raise(to state: AnchoredState, of store: AnchoredStore) throws(KeychainError) {
      try memory.raise(to: state, of: store)
    }
  }

  @Test func aWitnessThatWasRemovedIsNoticed() async throws {
    let fixture = try FileFixture()
    let folder = try TemporaryFolder(permissions: 0o700)
    let witness = folder.path + "/witness"
    let options = KeychainFileOptions(isDurable: false, anchors: [WitnessFile(path: witness)])
    let file = try await fixture.create(options)
    try await file.put(Sample.password("a"))
    await file.close()
    for content in [nil, Data(), Data(count: 128)] as [Data?] {
      try FileManager.default.removeItem(atPath: witness)
      if let content {
        _ = FileManager.default.createFile(
          atPath: witness, contents: content, attributes: [.posixPermissions: 0o600])
      }
      let other = try await fixture.open(options)
      await #expect(throws: KeychainError.corrupt(.witness)) {
        try await other.unlock(with: .passphrase(FileFixture.passphrase()))
      }
      #expect(await other.lockState() == .beforeFirstUnlock)
      // A person may say that this is the newest file; the next time the witness knows it again.
      try await other.unlock(with: .passphrase(FileFixture.passphrase()), acceptingMissingRecord: true)
      #expect(other.rollbackProtection == .unrecorded)
      await other.lock(.everything)
      try await other.unlock(with: .passphrase(FileFixture.passphrase()))
      #expect(other.rollbackProtection == .verified)
      #expect(try await other.texts() == ["s3cret"])
      await other.close()
    }
    withExtendedLifetime(fixture) {}
  }

  /// Who had a slot that was removed puts its row back, with and without the keybag of that time.
  @Test(arguments: ["slots", "slots keybag"]) func aRemovedSlotThatIsPutBackOpensNothing(tables: String)
    async throws
  {
    let fixture = try FileFixture()
    let file = try await fixture.create()
    let code = try RecoveryCode()
    let slot = try await file.addSlot(NewSlot("paper", .recoveryCode(code)))
    try await file.put(Sample.password("a", "before"))
    await file.close()
    let old = fixture.path + "-old"
    try FileManager.default.copyItem(atPath: fixture.path, toPath: old)
    defer { try? FileManager.default.removeItem(atPath: old) }
    let opened = try await fixture.unlocked()
    try await opened.removeSlot(slot.id)
    try await opened.put(Sample.password("a", "after"))
    await opened.close()
    var handle: OpaquePointer?
    // because the handle is used by this function only
    try #require(unsafe sqlite3_open(fixture.path + "/" + StoreLocation.fileName, &handle) == SQLITE_OK)
    for table in tables.split(separator: " ") {
      let text = "DELETE FROM main.\(table); INSERT INTO main.\(table) SELECT * FROM old.\(table)"
      let attach = "ATTACH '\(old)/\(StoreLocation.fileName)' AS old; "
      try #require(unsafe sqlite3_exec(handle, attach + text + "; DETACH old", nil, nil, nil) == SQLITE_OK)
    }
    unsafe _ = sqlite3_close_v2(handle)
    let mixed = try await fixture.open()
    for credential in [SlotCredential.recoveryCode(code), .passphrase(FileFixture.passphrase())] {
      await #expect(throws: KeychainError.self) { try await mixed.unlock(with: credential) }
      #expect(await mixed.lockState() == .beforeFirstUnlock)
    }
    await mixed.close()
    withExtendedLifetime(fixture) {}
  }

  @Test func aWitnessOfAnotherKeychainLeavesNoKeychainBehind() async throws {
    let (one, two) = (try FileFixture(), try FileFixture())
    let folder = try TemporaryFolder(permissions: 0o700)
    let options = KeychainFileOptions(
      isDurable: false, anchors: [WitnessFile(path: folder.path + "/witness")])
    try await one.create(options).close()
    await #expect(throws: KeychainError.corrupt(.witness)) { try await two.create(options) }
    try await two.create(KeychainFileOptions(isDurable: false)).close()
    withExtendedLifetime((one, two)) {}
  }

  /// Others write between the look at the file and the look at the anchor, or the other way round.
  @Test func aBusyKeychainIsNotTakenForAnOldOne() async throws {
    let fixture = try FileFixture()
    let anchor = DistractedAnchor()
    let options = KeychainFileOptions(isDurable: false, anchors: [anchor])
    let one = try await fixture.create(options)
    let two = try await fixture.open(options)
    anchor.distraction.withLock { distraction in
      distraction = {
        let isDone = DispatchSemaphore(value: 0)
        Task.detached {
          _ = try? await one.put(Sample.password("meanwhile"))
          isDone.signal()
        }
        isDone.wait()
      }
    }
    try await two.unlock(with: .passphrase(FileFixture.passphrase()))
    #expect(two.rollbackProtection == .verified)
    #expect(try await two.texts() == ["s3cret"])
    await one.close()
    await two.close()
    withExtendedLifetime(fixture) {}
  }

  @Test(arguments: KeychainFile.LockExtent.allCases)
  func lockingWhileSlotsAreChangedLocks(_ extent: KeychainFile.LockExtent) async throws {
    let fixture = try FileFixture()
    let file = try await fixture.create()
    try await file.put(Sample.password("a", "s3cret", service: "s", .afterFirstUnlock))
    let slot = try #require(try await file.slots().first)
    async let change: Void = file.changePassphrase(
      slot.id, from: FileFixture.passphrase(), to: FileFixture.passphrase("new"),
      cost: .argon2id(memory: 256 << 10, passes: 4, lanes: 1))
    try await Task.sleep(for: .milliseconds(200))
    await file.lock(extent)
    // The passphrase is calculated with first, and who locks meanwhile ends the change.
    var passphrase = "new"
    do { try await change } catch KeychainError.locked { passphrase = "correct horse" }
    #expect(await file.lockState() == (extent == .screen ? .locked : .beforeFirstUnlock))
    #expect(file.session.current.keybag == nil)
    if extent == .screen {
      #expect(try await file.texts() == ["s3cret"])
    } else {
      await #expect(throws: KeychainError.locked) { try await file.texts() }
    }
    try await file.unlock(with: .passphrase(FileFixture.passphrase(passphrase)))
    #expect(try await file.texts() == ["s3cret"])
    await file.close()
    withExtendedLifetime(fixture) {}
  }

  /// A client that goes on and on with its transaction must not keep the keys in memory.
  @Test func lockingEndsTheTransactionsOfAnAgent() async throws {
    let fixture = try FileFixture()
    let file = try await fixture.create()
    let socket = AgentSocket(
      folder: FileManager.default.temporaryDirectory.appending(path: "agent-\(UUID().uuidString)").path)
    let server = try #require(try AgentServer(serving: file, at: socket))
    let task = Task { await server.run() }
    let call = try await OwnThread.run { () throws(KeychainError) in try AgentCall(socket) }
    _ = try await call.answer(.begin)
    _ = try await call.answer(.put(Sample.password("a"), .always, .none))
    let start = ContinuousClock.now
    async let last: Duration = {
      while (try? await call.answer(.find(Sample.everything, withSecrets: false, .none))) != nil {
        try? await Task.sleep(for: .milliseconds(50))
      }
      return ContinuousClock.now - start
    }()
    try await AgentKeychain.connect(to: socket).lock()
    // A transaction may take half a minute otherwise.
    #expect(await last < .seconds(25))
    await #expect(throws: KeychainError.unavailable(.agent)) { try await call.answer(.commit) }
    try await file.unlock(with: .passphrase(FileFixture.passphrase()))
    #expect(try await file.texts().isEmpty)
    server.stop()
    await task.value
    await file.close()
    try? FileManager.default.removeItem(atPath: socket.folder)
    withExtendedLifetime(fixture) {}
  }

  /// An item that got an access control while an update of its secret was prepared keeps its access control.
  @Test func anAccessControlThatCameMeanwhileIsKept() async throws {
    let fixture = try FileFixture()
    let file = try await fixture.create()
    try await file.put(Sample.password("a"))
    let access = ItemAccess(applicationPassword: Sample.secret("password"))
    let rounds = Protected(0)
    let count = try await file.change(
      preparing: { () async throws(KeychainError) in
        let guarded = try await file.guarded(
          Sample.query("a"), ItemChanges(secret: Sample.secret("new")), access)
        let round = rounds.withLock { rounds in
          rounds += 1
          return rounds
        }
        if round == 1 {
          let control = AccessControl(.whenUnlocked, .applicationPassword)
          _ = try await file.update(Sample.query("a"), ItemChanges(accessControl: control), access: access)
        }
        return guarded
      }
    ) { transaction, guarded throws(KeychainError) in
      try transaction.update(
        Sample.query("a"), ItemChanges(secret: Sample.secret("new")), guarded: guarded)
    }
    #expect(count == 1 && rounds.current == 2)
    await #expect(throws: KeychainError.denied) { try await file.texts() }
    #expect(try await file.texts(Sample.query("a"), access) == ["new"])
    await file.close()
    withExtendedLifetime(fixture) {}
  }
}
