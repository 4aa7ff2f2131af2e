public import OmamoriATS
public import OmamoriCore

/// A requirement that a server does not meet.
///
/// A value; safe to share between threads.
public struct ServerFinding: Sendable, Hashable {
  /// The requirement.
  public let requirement: ServerRequirement
  /// How bad it is.
  public let severity: ATSIssue.Severity
  /// Whether App Transport Security refuses the server because of it.
  public let isRefusal: Bool
  /// What is wrong, as a sentence.
  public let explanation: LocalizedText

  /// Makes a finding.
  init(
    _ requirement: ServerRequirement, _ severity: ATSIssue.Severity, isRefusal: Bool,
    _ explanation: LocalizedText
  ) {
    (self.requirement, self.severity) = (requirement, severity)
    (self.isRefusal, self.explanation) = (isRefusal, explanation)
  }

  /// What to do about it, as a sentence.
  public var recovery: LocalizedText { requirement.recovery }

  /// Lines for the configuration of a server that repair it; none when the configuration is not the place.
  ///
  /// Paths and names of files are examples.
  public func configuration(for software: ServerSoftware) -> [String] {
    requirement.configuration(for: software)
  }
}
