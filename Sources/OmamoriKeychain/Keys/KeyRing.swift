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

  /// The keys of a class.
  ///
  /// - Throws: ``KeychainError/locked``.
  func keys(of accessibility: ItemAccessibility) throws(KeychainError) -> ClassKeys {
    guard let keys = classes[accessibility] else { throw .locked }
    return keys
  }
}
