package import OmamoriReport

/// A suppression that a configuration holds for files that have no comments of their own.
package struct ExternalSuppression: Sendable, Hashable {
  /// The rules whose findings it is about.
  package let rules: Set<RuleID>
  package let pattern: PathPattern
  /// What its findings say of it.
  package let suppression: Suppression

  /// Makes a suppression for the files that match `path`, a pattern such as those of `--exclude`.
  package init(
    rules: Set<RuleID>, path: String, reason: String, author: String? = nil, expires: CalendarDay? = nil
  ) {
    (self.rules, pattern) = (rules, PathPattern(path))
    suppression = Suppression(kind: .external, reason: reason, author: author, expires: expires)
  }
}
