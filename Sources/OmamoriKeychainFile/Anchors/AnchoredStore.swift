import OmamoriCore
import OmamoriCrypto
import OmamoriKeychain

/// An unlocked store as an anchor sees it: its name, and a way to authenticate what is recorded of it.
///
/// Safe to share between threads.
public struct AnchoredStore: Sendable {
  /// The length of an authentication code in bytes.
  public static let codeByteCount = 32

  /// What tells the store from others, 16 bytes that are not secret.
  public let id: [UInt8]
  private let key: SymmetricKey

  /// Makes what an anchor sees of a store.
  init(_ store: StoreID, integrity: SymmetricKey) {
    id = store.bytes
    key = KeyWrap.derive("anchor", from: integrity, salt: store.bytes)
  }

  /// Authenticates a record with a key that only the unlocked store has (HMAC-SHA256).
  ///
  /// - Parameter record: What is recorded; begin it with something that no other kind of record begins with.
  /// - Returns: 32 bytes.
  public func authenticationCode(of record: [UInt8]) -> [UInt8] {
    // because the bytes are copied inside the closure
    unsafe HMAC<SHA256>.authenticationCode(for: id + record, using: key).withUnsafeBytes { unsafe Array($0) }
  }

  /// Says whether a record was authenticated by this store, in a time that depends on the lengths only.
  ///
  /// - Parameters:
  ///   - code: The code.
  ///   - record: What is recorded.
  /// - Returns: Whether the code belongs to the record.
  public func isAuthentic(_ code: [UInt8], of record: [UInt8]) -> Bool {
    ConstantTime.equal(code, authenticationCode(of: record))
  }

  /// A key for an anchor that has a lock of its own.
  func derivedKey(_ purpose: String) -> SymmetricKey {
    KeyWrap.derive("anchor \(purpose)", from: key, salt: id)
  }
}

/// A state of a store as an anchor records it: its epoch, and a digest that tells it from other states of the same epoch,
/// which copies of the store reach when they are changed separately.
public struct AnchoredState: Sendable, Hashable {
  /// The length of a digest in bytes.
  public static let digestByteCount = 12
  /// The number of earlier states whose digests a store remembers.
  static let historyCount = 256

  /// Grows by one with every change of the store.
  public let epoch: UInt64
  /// The digest of the state, ``digestByteCount`` bytes that are not secret.
  public let digest: [UInt8]
  /// Whether the anchor holds another record that is damaged, which may be of a later state.
  public let isBesideDamage: Bool
  /// The digests of the states before this one, newest first; empty for a state that an anchor gives back.
  let history: [UInt8]

  /// Makes a state from what an anchor has recorded.
  ///
  /// - Parameters:
  ///   - epoch: The epoch.
  ///   - digest: The digest, ``digestByteCount`` bytes.
  ///   - isBesideDamage: Whether the anchor holds another record that is damaged, which may be of a later state.
  public init(epoch: UInt64, digest: [UInt8], isBesideDamage: Bool = false) {
    self.init(epoch, digest, history: [], isBesideDamage: isBesideDamage)
  }

  /// The state of a store.
  init(_ root: RootRecord) { self.init(root.epoch, root.digest, history: root.history) }

  init(_ epoch: UInt64, _ digest: [UInt8], history: [UInt8], isBesideDamage: Bool = false) {
    (self.epoch, self.digest, self.history, self.isBesideDamage) = (epoch, digest, history, isBesideDamage)
  }

  /// How a state of a store relates to one that was recorded.
  enum Relation {
    /// It is the recorded state or a later one.
    case follows
    /// It is an earlier one.
    case older
    /// It is of a copy that was changed separately.
    case separate
    /// The recorded state lies too far back for the store to remember it.
    case unknown
  }

  /// How this state of a store relates to a recorded one.
  func relation(to recorded: AnchoredState) -> Relation {
    guard recorded.epoch <= epoch else { return .older }
    guard let digest = digest(at: recorded.epoch) else { return .unknown }
    return digest.elementsEqual(recorded.digest) ? .follows : .separate
  }

  /// Throws unless this state of a store is the recorded one or a later one.
  ///
  /// - Parameters:
  ///   - recorded: What an anchor has recorded.
  ///   - acceptsGap: Whether the recorded state may lie too far back to be compared.
  /// - Throws: `KeychainError.rolledBack(expected:found:)` when the store is older or was changed separately,
  ///   `KeychainError.anchorBehind(recorded:found:)` when it was changed more than ``historyCount`` times since,
  ///   `KeychainError.corrupt(_:)` when a damaged record may be of a later state.
  func check(follows recorded: AnchoredState, acceptingGap acceptsGap: Bool) throws(KeychainError) {
    switch relation(to: recorded) {
    case .older: throw .rolledBack(expected: recorded.epoch, found: epoch)
    // The newest state that both can have in common is the one before.
    case .separate: throw .rolledBack(expected: recorded.epoch, found: max(recorded.epoch, 1) - 1)
    case .unknown where !acceptsGap: throw .anchorBehind(recorded: recorded.epoch, found: epoch)
    case .unknown, .follows: break
    }
    // A record is begun only for a state that is newer than the other record.
    guard !recorded.isBesideDamage || recorded.epoch < epoch else { throw .corrupt(.witness) }
  }

  /// The digest that the store had at an epoch; `nil` when it does not remember it.
  private func digest(at other: UInt64) -> ArraySlice<UInt8>? {
    if other == epoch { return digest[...] }
    let distance = epoch - other - 1
    guard distance < UInt64(history.count / Self.digestByteCount) else { return nil }
    let start = Int(distance) * Self.digestByteCount
    return history[start..<start + Self.digestByteCount]
  }
}
