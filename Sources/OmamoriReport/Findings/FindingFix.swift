package import OmamoriCore

/// How the tool repairs one finding by itself: which parts of the file give way to which.
package struct FindingFix: Sendable, Hashable {
  /// One part of the file with what takes its place.
  package struct Replacement: Sendable, Hashable {
    /// The part that goes; empty where something is only added.
    package let region: SourceRegion
    /// What stands there.
    package let old: String
    /// What stands there afterwards.
    package let new: String
    /// Whether a column counts the same in bytes and in UTF-16, because the lines are in ASCII up to there.
    package let hasExactColumns: Bool

    /// Makes a replacement.
    package init(region: SourceRegion, old: String, new: String, hasExactColumns: Bool) {
      (self.region, self.old, self.new) = (region, old, new)
      self.hasExactColumns = hasExactColumns
    }
  }

  /// What became of the fix.
  package enum State: Sendable, Hashable {
    /// It can be made.
    case offered
    /// It was made.
    case applied
    /// It was not made, for this reason.
    case refused(LocalizedText)
  }

  /// What is repaired.
  package let finding: Finding
  /// What the repair does.
  package let title: LocalizedText
  /// The parts that change, in the order of the file.
  package let replacements: [Replacement]
  /// What became of it.
  package let state: State

  /// Makes a fix.
  package init(finding: Finding, title: LocalizedText, replacements: [Replacement], state: State) {
    (self.finding, self.title, self.replacements, self.state) = (finding, title, replacements, state)
  }
}
