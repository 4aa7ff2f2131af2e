public import OmamoriCore

/// Something that a check at run time found wrong.
///
/// A value; safe to share between threads.
public struct CheckProblem: Sendable, Hashable {
  /// How bad it is; `info` counts as nothing.
  public let severity: Severity
  /// What is wrong, as a sentence.
  public let message: LocalizedText

  /// Makes a problem.
  ///
  /// - Parameters:
  ///   - severity: How bad it is.
  ///   - message: What is wrong, as a sentence, without secrets.
  public init(_ severity: Severity, _ message: LocalizedText) {
    (self.severity, self.message) = (severity, message)
  }
}
