/// A target that a `Package.swift` declares.
package struct PackageTarget: Sendable {
  /// What a target builds.
  package enum Kind: String, Sendable {
    case library = "target"
    case executable = "executableTarget"
    case test = "testTarget"
    case plugin
    case macro
    case binary = "binaryTarget"
    case system = "systemLibrary"
  }

  /// What it builds.
  package let kind: Kind
  /// The name.
  package let name: String
  /// The folder with its sources, relative to the audited folder.
  package let folder: String
  /// The address of a binary target.
  package let url: String?
  /// The checksum of a binary target.
  package let checksum: String?
  /// Whether a checksum is given, which may be computed.
  package let hasChecksum: Bool
  /// The bytes of the declaration.
  package let range: Range<Int>
}
