package import OmamoriCore

/// One place on the way of a value, or a place that explains a finding.
package struct FindingStep: Sendable, Hashable {
  /// The file, relative to the audited path, with `/` between its parts.
  package let file: String
  /// Where in the file.
  package let region: SourceRegion
  /// What happens here.
  package let message: LocalizedText

  /// Makes a step.
  package init(file: String, region: SourceRegion, message: LocalizedText) {
    (self.file, self.region, self.message) = (file, region, message)
  }
}
