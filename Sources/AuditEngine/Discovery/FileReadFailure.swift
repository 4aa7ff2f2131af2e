package import OmamoriReport

/// A file of the inventory that could not be read after all; the audit lists it and goes on.
package struct FileReadFailure: Error, Sendable, Equatable {
  /// The entry for the report's list of skipped files.
  package let skipped: SkippedFile
}
