import OmamoriCore
import OmamoriCrypto
import TestSupport
import Testing

@testable import OmamoriKeychain
@testable import OmamoriKeychainFile

/// Counts in memory as a TPM does, and can end before it counts.
private final class Counters: MonotonicCounters {
  struct State {
    var values: [[UInt8]: UInt64] = [:]
    var isDying = false
    var isGone = false
  }
  let state = Protected(State())

  func value(for store: AnchoredStore) throws(KeychainError) -> UInt64? {
    guard !state.current.isGone else { throw .unavailable(.tpm) }
    return state.current.values[store.id]
  }

  func create(for store: AnchoredStore) throws(KeychainError) -> UInt64 {
    try step(store) { 41 + ($0 ?? 0) }
  }

  func increment(for store: AnchoredStore) throws(KeychainError) { _ = try step(store) { ($0 ?? 0) + 1 } }

  private func step(_ store: AnchoredStore, _ next: (UInt64?) -> UInt64) throws(KeychainError) -> UInt64 {
    let current = state.current
    guard !current.isDying else { throw .unavailable(.tpm) }
    let value = next(current.values[store.id])
    state.withLock { $0.values[store.id] = value }
    return value
  }
}

@Suite struct AnchorTests {
  private static func store() throws -> AnchoredStore {
    AnchoredStore(try StoreID(), integrity: SymmetricKey(size: .bits256))
  }

  @Test func witnessRemembersTheNewestEpoch() throws {
    let folder = try TemporaryFolder(permissions: 0o700)
    let (store, witness) = (try Self.store(), WitnessFile(path: folder.path + "/witness"))
    #expect(try witness.newestState(of: store)?.epoch == nil)
    for epoch in [1, 5, 4, 5, 9, 2, UInt64(1) << 40] { try witness.raise(to: .sample(epoch), of: store) }
    #expect(try witness.newestState(of: store)?.epoch == 1 << 40)
    #expect(try folder.mode("witness") == 0o600)
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder.path + "/witness")).count == 128)
    // Another store, or the same with other keys, cannot read or replace it.
    for other in [
      try Self.store(),
      AnchoredStore(try #require(StoreID(bytes: store.id)), integrity: SymmetricKey(size: .bits256)),
    ] {
      #expect(throws: KeychainError.corrupt(.witness)) { try witness.newestState(of: other)?.epoch }
      #expect(throws: KeychainError.corrupt(.witness)) { try witness.raise(to: .sample(1 << 50), of: other) }
    }
  }

  @Test func witnessNoticesEveryChangeAndLosesOneEntryAtMost() throws {
    let folder = try TemporaryFolder(permissions: 0o700)
    let (store, witness) = (try Self.store(), WitnessFile(path: folder.path + "/witness"))
    try witness.raise(to: .sample(7), of: store)
    try witness.raise(to: .sample(8), of: store)
    let bytes = try Array(Data(contentsOf: URL(fileURLWithPath: folder.path + "/witness")))
    for index in bytes.indices {
      for bit in 0..<8 {
        var changed = bytes
        changed[index] ^= 1 << UInt8(bit)
        let record = try WitnessRecord(changed, of: store)
        #expect(record.newest?.epoch == (index < 64 ? 8 : 7))
      }
      guard index > 0 else { continue }
      #expect(throws: KeychainError.corrupt(.witness)) {
        try WitnessRecord(Array(bytes[..<index]), of: store)
      }
    }
    var both = bytes
    both[10] ^= 1
    both[80] ^= 1
    #expect(throws: KeychainError.corrupt(.witness)) { try WitnessRecord(both, of: store) }
    // An entry that was cut off while it was written leaves the one before.
    let record = try WitnessRecord(bytes, of: store)
    let (entry, offset) = record.adding(
      WitnessRecord.Entry(.sample(9), count: 0), keeping: record.newest, of: store)
    for length in 0..<entry.count {
      var torn = bytes
      torn.replaceSubrange(offset..<offset + length, with: entry[..<length])
      #expect(try #require(try WitnessRecord(torn, of: store).newest).epoch >= 8)
    }
  }

  @Test func witnessSaysWhenItCannotBeReached() throws {
    let folder = try TemporaryFolder(permissions: 0o700)
    let store = try Self.store()
    let away = WitnessFile(path: folder.path + "/not-mounted/witness")
    #expect(throws: KeychainError.file(.witness, code: 2)) { try away.newestState(of: store)?.epoch }
    #expect(throws: KeychainError.file(.witness, code: 2)) { try away.raise(to: .sample(1), of: store) }
    let open = WitnessFile(path: try folder.write("open", [UInt8](repeating: 0, count: 128), mode: 0o644))
    #expect(throws: KeychainError.insecurePermissions(.witness)) { try open.newestState(of: store)?.epoch }
    let short = WitnessFile(path: try folder.write("short", [1, 2, 3]))
    #expect(throws: KeychainError.corrupt(.witness)) { try short.newestState(of: store)?.epoch }
    let pipe = WitnessFile(path: "/dev/null")
    #expect(throws: KeychainError.insecurePermissions(.witness)) { try pipe.newestState(of: store)?.epoch }
  }

  @Test func neverCallsVerifiedWhatNobodyConfirmed() throws {
    let folder = try TemporaryFolder(permissions: 0o700)
    let store = try Self.store()
    let away = WitnessFile(path: folder.path + "/not-mounted/witness")
    let witness = WitnessFile(path: folder.path + "/witness")
    let memory = MemoryAnchor()
    #expect(try [any RollbackAnchor]().protection(of: store, at: .sample(5)) == .unavailable)
    #expect(try [away].protection(of: store, at: .sample(5)) == .unreachable)
    #expect(try [away, witness].protection(of: store, at: .sample(5)) == .unrecorded)
    let anchors: [any RollbackAnchor] = [away, witness, memory]
    #expect(throws: KeychainError.file(.witness, code: 2)) {
      try away.record(.sample(5), of: store, after: nil)
    }
    try witness.record(.sample(5), of: store, after: nil)
    try memory.record(.sample(5), of: store, after: nil)
    for epoch: UInt64 in [5, 6] {
      #expect(try anchors.protection(of: store, at: .sample(epoch)) == .verified)
    }
    #expect(throws: KeychainError.rolledBack(expected: 5, found: 4)) {
      try anchors.protection(of: store, at: .sample(4))
    }
    #expect(memory.raisesOnly(store))
    _ = try folder.write("witness", [UInt8](repeating: 1, count: 128))
    #expect(throws: KeychainError.corrupt(.witness)) { try anchors.protection(of: store, at: .sample(5)) }
  }

  @Test func counterVouchesForTheFile() throws {
    let folder = try TemporaryFolder(permissions: 0o700)
    let (store, counters) = (try Self.store(), Counters())
    let path = folder.path + "/counted"
    let anchor = TPMAnchor(path: path, counters: counters)
    #expect(try anchor.newestState(of: store)?.epoch == nil)
    for epoch in [3, 2, 8] as [UInt64] { try anchor.raise(to: .sample(epoch), of: store) }
    #expect(try anchor.newestState(of: store)?.epoch == 8)
    #expect(counters.state.current.values[store.id] == 43)
    let old = try Array(Data(contentsOf: URL(fileURLWithPath: path)))
    try anchor.raise(to: .sample(9), of: store)
    // One entry of the old file still fits nothing: the counter went on.
    _ = try folder.write("counted", old)
    #expect(throws: KeychainError.corrupt(.witness)) { try anchor.newestState(of: store)?.epoch }
    #expect(throws: KeychainError.corrupt(.witness)) { try anchor.raise(to: .sample(10), of: store) }
    try FileManager.default.removeItem(atPath: path)
    #expect(throws: KeychainError.corrupt(.witness)) { try anchor.newestState(of: store)?.epoch }
    counters.state.withLock { $0.values = [:] }
    _ = try folder.write("counted", old)
    #expect(throws: KeychainError.corrupt(.witness)) { try anchor.newestState(of: store)?.epoch }
    counters.state.withLock { $0.isGone = true }
    #expect(throws: KeychainError.unavailable(.tpm)) { try anchor.newestState(of: store)?.epoch }
  }

  @Test func counterSurvivesAnEndBetweenWritingAndCounting() throws {
    let folder = try TemporaryFolder(permissions: 0o700)
    let (store, counters) = (try Self.store(), Counters())
    let anchor = TPMAnchor(path: folder.path + "/counted", counters: counters)
    func dies(_ epoch: UInt64) {
      counters.state.withLock { $0.isDying = true }
      #expect(throws: KeychainError.unavailable(.tpm)) { try anchor.raise(to: .sample(epoch), of: store) }
      counters.state.withLock { $0.isDying = false }
    }
    dies(1)
    dies(1)
    #expect(try anchor.newestState(of: store)?.epoch == nil)
    _ = try counters.create(for: store)
    #expect(try anchor.newestState(of: store)?.epoch == nil)
    dies(1)
    dies(2)
    #expect(try anchor.newestState(of: store)?.epoch == nil)
    try anchor.raise(to: .sample(4), of: store)
    for _ in 0..<3 {
      dies(6)
      #expect(try anchor.newestState(of: store)?.epoch == 4)
    }
    try anchor.raise(to: .sample(7), of: store)
    #expect(try anchor.newestState(of: store)?.epoch == 7)
  }
}

extension MemoryAnchor {
  /// Whether a lower epoch changes nothing.
  fileprivate func raisesOnly(_ store: AnchoredStore) -> Bool {
    guard let before = try? newestState(of: store)?.epoch,
      (try? raise(to: .sample(before - 1), of: store)) != nil
    else {
      return false
    }
    return (try? newestState(of: store)?.epoch) == before
  }
}
