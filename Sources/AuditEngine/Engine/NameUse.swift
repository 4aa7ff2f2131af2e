package import OmamoriReport

/// A place in a Swift file that uses a name a rule about the project asked for.
package struct NameUse: Sendable, Hashable {
  /// The file, relative to the audited path.
  package let file: String
  /// What the file is for.
  package let context: FileContext
  /// Where the name stands.
  package let region: SourceRegion
  /// The line it stands in, trimmed.
  package let snippet: String
}
