import OmamoriCore
import OmamoriCrypto

/// The keys of an open store that its lock state admits.
///
/// Taken once an operation, so that an operation sees one state; the keys of what is locked meanwhile are wiped when the
/// last operation that uses them ends. Safe to share between threads.
struct KeyRing: Sendable {
  /// The keys of the classes that are not locked.
  let classes: [ItemAccessibility: ClassKeys]
  /// Finds items by names; `nil` before the first unlocking.
  let index: SymmetricKey?
  /// Authenticates the set of all items; `nil` before the first unlocking.
  let integrity: SymmetricKey?
  /// What items with an access control are stored with; `nil` before the first unlocking.
  var access: AccessKeys?
  /// The classes whose keys are gone for good: of another device, or of a passcode that was removed.
  var invalidated: Set<ItemAccessibility> = []

  /// The keys of a class.
  ///
  /// - Throws: ``KeychainError/locked``, ``KeychainError/invalidated``.
  func keys(of accessibility: ItemAccessibility) throws(KeychainError) -> ClassKeys {
    guard let keys = classes[accessibility] else {
      throw invalidated.contains(accessibility) ? .invalidated : .locked
    }
    return keys
  }

  /// The keys of a class for an item to be stored.
  ///
  /// - Throws: ``KeychainError/locked``, ``KeychainError/invalidated``, and ``KeychainError/unsupported(_:)`` for
  ///   items that need a passcode while there is none.
  func keys(storing accessibility: ItemAccessibility) throws(KeychainError) -> ClassKeys {
    let needsPasscode = accessibility == .whenPasscodeSetThisDeviceOnly
    if needsPasscode, let access, access.passcode == nil { throw .unsupported(.accessibility) }
    return try keys(of: accessibility)
  }
}
