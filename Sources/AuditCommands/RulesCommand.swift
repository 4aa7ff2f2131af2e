public import CommandLineKit
import CommandSupport
import OmamoriCore
public import OmamoriReport
import AuditEngine
import AuditRules

extension OWASPMobile2024: CommandLineValue {}

extension OmamoriTool {
  static let rulesCommand = Command(
    "rules", HelpText("List and explain the rules of the audit", ja: "監査ルールの一覧と説明"),
    discussion: HelpText("Without a command the rules are listed.", ja: "コマンドを省略すると一覧を表示します。"),
    examples: [
      Example("omamori rules", HelpText("List all rules.", ja: "すべてのルールを一覧します。")),
      Example(
        "omamori rules explain weak-hash",
        HelpText("Show why, how to fix it, and an example.", ja: "理由、直し方、例を表示します。")),
    ],
    default: "list", commands: [rulesListCommand, rulesExplainCommand])

  private static let rulesListCommand = Command(
    "list", HelpText("List the rules", ja: "ルールの一覧を表示する"),
    examples: [
      Example("omamori rules list --category M9", HelpText("One category only.", ja: "1 つの分類に絞ります。")),
      Example(
        "omamori rules list --maswe MASWE-0027",
        HelpText("The rules about one weakness.", ja: "1 つの弱点に関するルールに絞ります。")),
    ]
  ) { declare in
    let category = declare.option(
      "--category", value: "M1…M10", as: OWASPMobile2024.self,
      help: HelpText("Only rules of this category of 2024.", ja: "2024 年版のこの分類のルールだけを表示します。"))
    let weakness = declare.option(
      "--maswe", value: "WEAKNESS", as: WeaknessName.self,
      help: HelpText(
        "Only rules about this weakness of OWASP, such as MASWE-0027.",
        ja: "OWASP のこの弱点に関するルールだけを表示します（例: MASWE-0027）。"))
    let profiles = declare.option(
      "--profile", value: "PROFILES", as: ProfileNames.self,
      help: HelpText(
        "Only rules of these profiles of OWASP MAS: L1, L2, R, P.",
        ja: "OWASP MAS のこのプロファイルのルールだけを表示します: L1、L2、R、P。"))
    let json = declare.flag("--json", help: HelpText("Write JSON.", ja: "JSON で出力します。"))
    return { arguments in
      let (wanted, about) = (try arguments[category], try arguments[weakness]?.number)
      let chosen = try arguments[profiles]?.profiles
      let rules = RuleCatalog.metadata.filter { rule in
        if let wanted, !rule.owaspMobile2024.contains(wanted) { return false }
        if let about, !rule.standards.weaknesses.contains(about) { return false }
        if let chosen, chosen.isDisjoint(with: rule.standards.profiles) { return false }
        return true
      }
      let text =
        try arguments[json]
        ? RuleText.json(rules, arguments.reportLanguage)
        : RuleText.list(rules, arguments.output, arguments.reportLanguage)
      try arguments.output.write(text)
      if rules.isEmpty {
        arguments.note(
          LocalizedText("No rule matches.\n", ja: "該当するルールはありません。\n")[arguments.reportLanguage])
      }
      return .success
    }
  }

  private static let rulesExplainCommand = Command(
    "explain", HelpText("Explain a rule", ja: "ルールを説明する"),
    examples: [
      Example("omamori rules explain static-iv", HelpText("Why, fix and example.", ja: "理由、直し方、例。"))
    ]
  ) { declare in
    let name = declare.argument(
      "RULE", as: RuleName.self, help: HelpText("The name of the rule.", ja: "ルールの名前。"))
    let json = declare.flag("--json", help: HelpText("Write JSON.", ja: "JSON で出力します。"))
    return { arguments in
      let rule = try RuleNames.rule(named: try arguments[name].string)
      let text =
        try arguments[json]
        ? RuleText.json([rule], arguments.reportLanguage)
        : RuleText.explanation(rule, arguments.output, arguments.reportLanguage)
      try arguments.output.write(text)
      return .success
    }
  }

  static let schemaCommand = Command(
    "schema",
    HelpText(
      "Print the JSON Schema of reports or of .omamori.json", ja: "レポートや .omamori.json の JSON Schema を出力する"),
    examples: [
      Example(
        "omamori schema > omamori-audit.schema.json",
        HelpText("Keep it beside a tool that reads reports.", ja: "レポートを読むツールのそばに保存します。")),
      Example(
        "omamori schema config > .omamori.schema.json",
        HelpText(
          "With \"$schema\": \"./.omamori.schema.json\" in .omamori.json, editors complete and check it.",
          ja: ".omamori.json に \"$schema\": \"./.omamori.schema.json\" と書くと、エディターが補完と検査を行います。")),
    ]
  ) { declare in
    let document = declare.argument(
      "DOCUMENT", default: SchemaDocument.report,
      help: HelpText(
        "Which schema: of the audit's JSON, or of the configuration.", ja: "監査 JSON のスキーマか、設定ファイルのスキーマか。"))
    return { arguments in
      switch try arguments[document] {
      case .report: try arguments.output.write(AuditJSONSchema.text)
      case .config:
        let schema = ConfigurationSchema(
          rules: RuleCatalog.metadata.map(\.id), language: arguments.reportLanguage)
        try arguments.output.write(schema.text)
      }
      return .success
    }
  }
}

/// What a schema describes.
enum SchemaDocument: String, CaseIterable, CommandLineValue {
  case report, config
}

/// The name of a rule; shells complete it.
struct RuleName: CommandLineValue {
  let string: String

  init?(commandLine word: String) { string = word }

  var commandLineWord: String { string }
  static var completion: Completion { .words(RuleCatalog.metadata.map(\.id.rawValue)) }
}

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
    throw AuditFault.options(
      HelpText("there is no rule '\(name)'", ja: "「\(name)」というルールはありません"),
      hint: near.map { HelpText("did you mean '\($0)'?", ja: "「\($0)」ではありませんか") } ?? list)
  }
}
