import OmamoriCore
import OmamoriCrypto
public import OmamoriKeychain
import OmamoriTPM

/// An anchor in a TPM's counter, which nobody can turn back, not even the machine's owner.
///
/// A file beside the keychain says which epoch goes with which value of the counter; an old copy of it does not fit the
/// counter any more. Each epoch that is recorded counts once, and a TPM's memory wears out after about 100,000 times, so a
/// store records when it is unlocked, locked and closed, and not with every change. Safe to use from any thread.
public struct TPMAnchor: RollbackAnchor {
  private let storage: WitnessStorage
  private let counters: any MonotonicCounters

  /// Says no: each epoch that is recorded wears the TPM's memory.
  public var recordsEveryChange: Bool { false }

  /// Uses the TPM that the variable `TPM2TOOLS_TCTI` names, or else the kernel's.
  ///
  /// - Parameter path: The path of the file that goes with the counter, in a folder that is there.
  /// - Throws: `KeychainError.unavailable(_:)` for an address that is none.
  public init(path: String) throws(KeychainError) {
    do throws(TPMError) {
      let device = TPMDevice(at: try .standard())
      self.init(path: path, counters: TPM(device))
    } catch {
      throw .unavailable(.tpm)
    }
  }

  init(path: String, counters: any MonotonicCounters) {
    (storage, self.counters) = (WitnessStorage(path: path), counters)
  }

  /// The newest state that the counter vouches for.
  ///
  /// - Parameter store: The store.
  /// - Returns: The state; `nil` when there is neither a file nor a counter.
  /// - Throws: `KeychainError.unavailable(_:)`, `KeychainError.corrupt(_:)` when file and counter do not go together.
  public func newestState(of store: AnchoredStore) throws(KeychainError) -> AnchoredState? {
    let record = try storage.read(of: store)
    return try entry(record, counters.value(for: store)).map {
      AnchoredState(epoch: $0.epoch, digest: $0.digest)
    }
  }

  /// Records a state, unless one of the same epoch or a later one is recorded; counts once.
  ///
  /// - Parameters:
  ///   - state: The state.
  ///   - store: The store.
  /// - Throws: What ``newestState(of:)`` throws, and `KeychainError.backend(code:)` when the TPM refuses a counter.
  public func raise(to state: AnchoredState, of store: AnchoredStore) throws(KeychainError) {
    if try counters.value(for: store) == nil { try makeCounter(store) }
    try storage.update(of: store) { (record) throws(KeychainError) in
      guard let count = try counters.value(for: store) else { throw .corrupt(.witness) }
      if let newest = try entry(record, count), newest.epoch >= state.epoch { return nil }
      let current = record.entries.compactMap(\.self).first { $0.count == count }
      return (WitnessRecord.Entry(state, count: count + 1), current)
    } afterwards: { () throws(KeychainError) in
      try counters.increment(for: store)
    }
  }

  /// Makes the counter; the file says so before, so that a counter without a file is known to have had one.
  private func makeCounter(_ store: AnchoredStore) throws(KeychainError) {
    try storage.update(of: store) { (record) throws(KeychainError) in
      guard record.entries.compactMap(\.self).allSatisfy(\.isBeginning) else { throw .corrupt(.witness) }
      return (.beginning, nil)
    } afterwards: { () throws(KeychainError) in
      guard try counters.value(for: store) == nil else { return }
      _ = try counters.create(for: store)
    }
  }

  /// What file and counter say together.
  ///
  /// An entry is written first and then counted; when the process ended between the two, the entry before still counts.
  private func entry(_ record: WitnessRecord?, _ count: UInt64?) throws(KeychainError) -> WitnessRecord.Entry?
  {
    let entries = record?.entries.compactMap(\.self) ?? []
    guard let count else {
      guard entries.allSatisfy(\.isBeginning) else { throw .corrupt(.witness) }
      return nil
    }
    if let entry = entries.first(where: { $0.count == count }) { return entry }
    // The first entry of a new counter was not written or not counted yet: nothing was recorded.
    let isNew = entries.allSatisfy { $0.isBeginning || $0.count == count + 1 }
    guard isNew, !entries.isEmpty else { throw .corrupt(.witness) }
    return nil
  }
}

extension WitnessRecord.Entry {
  /// Says that a counter is about to be made; no counter has the value 0.
  fileprivate static let beginning = WitnessRecord.Entry(
    AnchoredState(epoch: 0, digest: WitnessRecord.noDigest), count: 0)
  /// Whether it only says that.
  fileprivate var isBeginning: Bool { count == 0 }
}

extension TPM: MonotonicCounters {
  func value(for store: AnchoredStore) throws(KeychainError) -> UInt64? {
    do throws(TPMError) {
      let counter = try Self.counter(store)
      return try wait { (device) throws(TPMError) in try device.read(counter) }
    } catch .counterMissing {
      return nil
    } catch {
      throw KeychainError(anchor: error)
    }
  }

  func create(for store: AnchoredStore) throws(KeychainError) -> UInt64 {
    do throws(TPMError) {
      let counter = try Self.counter(store)
      return try wait { (device) throws(TPMError) in try device.create(counter) }
    } catch {
      throw KeychainError(anchor: error)
    }
  }

  func increment(for store: AnchoredStore) throws(KeychainError) {
    do throws(TPMError) {
      let counter = try Self.counter(store)
      _ = try wait { (device) throws(TPMError) in try device.increment(counter) }
    } catch {
      throw KeychainError(anchor: error)
    }
  }

  /// The store's counter: its place follows from the store's identifier, and only the unlocked store has its key.
  private static func counter(_ store: AnchoredStore) throws(TPMError) -> TPMCounter {
    let digest = SHA256.hash(data: Array("omamori keychain counter".utf8) + store.id)
    let number = digest.prefix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    let range = TPMCounter.indexes
    return try TPMCounter(
      index: range.lowerBound + number % UInt32(range.count),
      authorization: SharedSecretBytes(store.derivedKey("counter").secretBytes))
  }
}

extension KeychainError {
  /// What a keychain says when a TPM did not give or change a counter.
  fileprivate init(anchor error: TPMError) {
    self =
      switch error {
      case .wrongAuthorization, .notACounter, .tampered: .corrupt(.witness)
      default: KeychainError(error)
      }
  }
}

/// Counters that only go up, one a store.
///
/// Calls stand still until the hardware answers. Safe to use from any thread.
protocol MonotonicCounters: Sendable {
  /// The counter's value; `nil` when the store has none.
  ///
  /// - Throws: `KeychainError.unavailable(_:)`, `KeychainError.corrupt(_:)` for a counter of somebody else.
  func value(for store: AnchoredStore) throws(KeychainError) -> UInt64?

  /// Makes the store's counter and gives its value, which is higher than that of any counter before it.
  ///
  /// - Throws: `KeychainError.unavailable(_:)`, `KeychainError.backend(code:)`.
  func create(for store: AnchoredStore) throws(KeychainError) -> UInt64

  /// Counts once.
  ///
  /// - Throws: `KeychainError.unavailable(_:)`, `KeychainError.backend(code:)`.
  func increment(for store: AnchoredStore) throws(KeychainError)
}
