package import OmamoriCore

/// How one place of a file can be repaired: which bytes give way to which.
package struct SourceFix: Sendable, Hashable {
  /// One part of a file with what takes its place.
  package struct Replacement: Sendable, Hashable {
    /// The bytes that go, counted in the file's text without a byte order mark; empty where something is only added.
    package let range: Range<Int>
    /// What has to stand there.
    package let old: String
    /// What stands there afterwards.
    package let new: String

    /// Makes a replacement.
    package init(_ range: Range<Int>, _ old: String, with new: String) {
      (self.range, self.old, self.new) = (range, old, new)
    }

    /// Whether both cannot be made: they share a byte, or add different things at one place.
    ///
    /// Two that are the same do not stand in each other's way: two rules agree.
    package func isAgainst(_ other: Replacement) -> Bool {
      if self == other { return false }
      if range.isEmpty && other.range.isEmpty { return range.lowerBound == other.range.lowerBound }
      return range.lowerBound < other.range.upperBound && other.range.lowerBound < range.upperBound
    }
  }

  /// What the repair does.
  package let title: LocalizedText
  /// The parts that change, in the order of the file.
  package let replacements: [Replacement]

  /// Makes a fix; `nil` without a replacement, or when two of them stand in each other's way.
  package init?(_ title: LocalizedText, _ replacements: [Replacement]) {
    let sorted = replacements.sorted { $0.range.lowerBound < $1.range.lowerBound }
    guard !sorted.isEmpty, zip(sorted, sorted.dropFirst()).allSatisfy({ !$0.isAgainst($1) && $0 != $1 })
    else {
      return nil
    }
    (self.title, self.replacements) = (title, sorted)
  }
}
