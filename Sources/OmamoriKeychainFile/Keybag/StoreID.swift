import OmamoriCore
import OmamoriKeychain

/// What tells one store from all others; every key is bound to it.
///
/// Random, and not secret.
struct StoreID: Sendable, Hashable {
  /// The length in bytes.
  static let byteCount = 16

  /// The bytes.
  let bytes: [UInt8]

  /// Makes a new one.
  ///
  /// - Throws: `KeychainError.backend(code:)` when the system gives no random bytes.
  init(from randomness: some Randomness = SystemRandomness()) throws(KeychainError) {
    bytes = try KeyWrap.random(Self.byteCount, from: randomness)
  }

  /// Takes the bytes of one that is stored; `nil` when there are not 16 of them.
  init?(bytes: [UInt8]) {
    guard bytes.count == Self.byteCount else { return nil }
    self.bytes = bytes
  }
}
