public import OmamoriCore

/// How the tool repairs one finding by itself: which parts of the file give way to which.
public struct FindingFix: Sendable, Hashable {
  /// One part of the file with what takes its place.
  public struct Replacement: Sendable, Hashable {
    /// The part that goes; empty where something is only added.
    public let region: SourceRegion
    /// What stands there.
    public let old: String
    /// What stands there afterwards.
    public let new: String
    /// Whether a column counts the same in bytes and in UTF-16, because the lines are in ASCII up to there.
    public let hasExactColumns: Bool

    /// Makes a replacement.
    public init(region: SourceRegion, old: String, new: String, hasExactColumns: Bool) {
      (self.region, self.old, self.new) = (region, old, new)
      self.hasExactColumns = hasExactColumns
    }
  }

  /// What became of the fix.
  public enum State: Sendable, Hashable {
    /// It can be made.
    case offered
    /// It was made.
    case applied
    /// It was not made, for this reason.
    case refused(LocalizedText)
  }

  /// What is repaired.
  public let finding: Finding
  /// What the repair does.
  public let title: LocalizedText
  /// The parts that change, in the order of the file.
  public let replacements: [Replacement]
  /// What became of it.
  public let state: State

  /// Makes a fix.
  public init(finding: Finding, title: LocalizedText, replacements: [Replacement], state: State) {
    (self.finding, self.title, self.replacements, self.state) = (finding, title, replacements, state)
  }
}
