public import OmamoriCore

/// That a configuration was in force, and what it changed, as a report shows it.
public struct ConfigurationNote: Sendable, Hashable {
  /// The file, as it is shown.
  public let file: String
  /// What it changed, one sentence each.
  public let changes: [LocalizedText]

  /// Makes a note.
  public init(file: String, changes: [LocalizedText]) { (self.file, self.changes) = (file, changes) }
}
