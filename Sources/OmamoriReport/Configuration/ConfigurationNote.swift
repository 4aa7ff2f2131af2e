package import OmamoriCore

/// That a configuration was in force, and what it changed, as a report shows it.
package struct ConfigurationNote: Sendable, Hashable {
  /// The file, as it is shown.
  package let file: String
  /// What it changed, one sentence each.
  package let changes: [LocalizedText]

  /// Makes a note.
  package init(file: String, changes: [LocalizedText]) { (self.file, self.changes) = (file, changes) }
}
