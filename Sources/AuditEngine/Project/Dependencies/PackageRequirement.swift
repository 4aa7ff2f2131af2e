/// Which versions of a package are asked for.
package enum PackageRequirement: Sendable, Hashable {
  /// Exactly this version.
  case exact(String)
  /// This version up to the next major or minor one, or a range that begins with it.
  case range(from: String)
  /// Whatever the branch holds.
  case branch(String)
  /// One commit.
  case revision(String)
  /// A folder beside the project.
  case local
  /// A requirement that is computed or not understood.
  case unknown
}
