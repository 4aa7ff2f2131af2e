import CommandLineKit
import OmamoriReport
import AuditEngine
import AuditRules

/// Looks rules up by the names that people type.
enum RuleNames {
  /// The ids of `names`.
  ///
  /// - Throws: A usage error that suggests a similar name.
  static func known(_ names: [String]) throws -> Set<RuleID> {
    var ids: Set<RuleID> = []
    for name in names { ids.insert(try rule(named: name).id) }
    return ids
  }

  /// What is known about the rule called `name`.
  static func rule(named name: String) throws -> RuleMetadata {
    let all = RuleCatalog.metadata
    if let rule = all.first(where: { $0.id.rawValue == name }) { return rule }
    let near = Suggestion.closest(to: name, among: all.map(\.id.rawValue))
    let list = HelpText("'omamori rules' lists them all", ja: "「omamori rules」で一覧を表示できます")
    throw CommandFault.options(
      HelpText("there is no rule '\(name)'", ja: "「\(name)」というルールはありません"),
      hint: near.map { HelpText("did you mean '\($0)'?", ja: "「\($0)」ではありませんか") } ?? list)
  }
}
