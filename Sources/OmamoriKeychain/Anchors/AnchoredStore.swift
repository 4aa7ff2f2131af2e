#if !canImport(Darwin)
import OmamoriCore
import OmamoriCrypto

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
#endif
