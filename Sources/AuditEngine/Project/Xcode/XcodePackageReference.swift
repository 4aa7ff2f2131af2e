/// A Swift package that an Xcode project depends on.
package struct XcodePackageReference: Sendable {
  /// Where the package comes from.
  package let url: String
  /// What is asked for.
  package let requirement: PackageRequirement
  /// The bytes of the requirement, or of the whole reference when it has none.
  package let range: Range<Int>
  /// The bytes of the address.
  package let urlRange: Range<Int>
}
