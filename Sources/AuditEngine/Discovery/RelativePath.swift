/// A path below the audited folder, as the bytes the file system has.
package struct RelativePath: Sendable, Hashable {
  /// The names joined by `/`; empty for the folder itself.
  package let bytes: [UInt8]

  /// The audited folder itself.
  package static let root = RelativePath(bytes: [])

  /// Makes a path from its bytes.
  package init(bytes: [UInt8]) { self.bytes = bytes }

  /// The path of the entry `name` in the folder at this path.
  func appending(_ name: [UInt8]) -> RelativePath {
    RelativePath(bytes: bytes.isEmpty ? name : bytes + [0x2F] + name)
  }

  /// The names of the path.
  var components: [ArraySlice<UInt8>] { bytes.split(separator: 0x2F) }

  /// The number of names.
  package var depth: Int { components.count }

  /// The path for people and reports; see ``DisplayName``.
  var display: String { DisplayName.text(of: bytes) }
}
