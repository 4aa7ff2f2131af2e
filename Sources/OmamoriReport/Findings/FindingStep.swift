public import OmamoriCore

/// One place on the way of a value, or a place that explains a finding.
public struct FindingStep: Sendable, Hashable {
  /// The file, relative to the audited path, with `/` between its parts.
  public let file: String
  /// Where in the file.
  public let region: SourceRegion
  /// What happens here.
  public let message: LocalizedText

  /// Makes a step.
  public init(file: String, region: SourceRegion, message: LocalizedText) {
    (self.file, self.region, self.message) = (file, region, message)
  }
}
