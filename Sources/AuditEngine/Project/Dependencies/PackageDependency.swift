/// A package that a `Package.swift` depends on.
package struct PackageDependency: Sendable {
  /// The address or, for ``PackageRequirement/local``, the path.
  package let location: String
  /// What is asked for.
  package let requirement: PackageRequirement
  /// The bytes of the requirement.
  package let range: Range<Int>
  /// The bytes of the address.
  package let locationRange: Range<Int>
  /// Whether a comment stands on the line of the requirement or on the one before.
  package let isExplained: Bool
}
