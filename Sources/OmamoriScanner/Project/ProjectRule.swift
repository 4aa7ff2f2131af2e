/// A rule that looks at the project as a whole: its manifests, property lists and settings, and what the sources use.
package protocol ProjectRule: Rule {
  /// Reports what it finds in `project`.
  func check(_ project: Project, _ report: inout ProjectReport)
}

extension RuleCatalog {
  /// Rules that look at the project as a whole.
  package static let project: [any ProjectRule] = all.compactMap { $0 as? any ProjectRule }
}
