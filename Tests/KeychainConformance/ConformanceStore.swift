package import OmamoriKeychain

/// A fresh, empty, unlocked store, and what can be done to it from outside.
package protocol ConformanceStore: Sendable {
  /// The store.
  var backend: any KeychainBackend { get }
  /// A group beside the default one that may be used.
  var secondGroup: String { get }
  /// A group that may not be used.
  var foreignGroup: String { get }

  /// Locks or unlocks the store.
  func setLockState(_ state: KeychainLockState) async throws
  /// Sets a passcode, which is `1234`, or removes it.
  func setPasscode(_ isSet: Bool) async throws
  /// The same store, closed and opened again.
  func reopened() async throws -> any KeychainBackend
}

extension ConformanceStore {
  package var secondGroup: String { "second" }
  package var foreignGroup: String { "foreign" }
  package func setLockState(_ state: KeychainLockState) async throws {
    throw ConformanceFailure("this store cannot be locked")
  }
  package func setPasscode(_ isSet: Bool) async throws {
    throw ConformanceFailure("this store has no passcode")
  }
  package func reopened() async throws -> any KeychainBackend {
    throw ConformanceFailure("this store cannot be reopened")
  }
}
