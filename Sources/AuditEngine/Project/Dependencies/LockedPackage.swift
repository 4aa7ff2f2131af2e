/// A package in a lock file.
package struct LockedPackage: Sendable, Hashable {
  /// The name that the package manager gives it.
  package let name: String
  /// The version, or `nil` when a branch or commit is locked.
  package let version: String?
  /// The commit, where the manager records one.
  package let revision: String?
  /// Where it comes from, where the manager records it.
  package let location: String?
  /// The bytes of the entry in the lock file.
  package let range: Range<Int>
}
