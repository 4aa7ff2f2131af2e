package import OmamoriCore

/// The JSON Schema of `.omamori.json`, for editors that complete and check while someone types.
///
/// It is draft 7, the newest one that common editors know completely. The reader takes the names that are allowed from
/// here, so that neither accepts a name that the other does not know. A schema cannot say everything that the reader
/// checks, such as that a day exists.
package struct ConfigurationSchema {
  /// The rules that there are.
  private let rules: [RuleID]
  private let language: Language

  /// Makes the schema for these rules, with explanations in `language`.
  package init(rules: some Sequence<RuleID>, language: Language) {
    (self.rules, self.language) = (rules.sorted(), language)
  }

  /// The schema, indented, with a line feed at its end.
  package var text: String {
    var schema: JSONObject = [
      "$schema": "http://json-schema.org/draft-07/schema#",
      "title": .string(AuditConfiguration.fileName),
      "description": .string(
        LocalizedText("How a project wants to be audited by Omamori.", ja: "Omamori によるプロジェクトの監査設定です。")[
          language]),
    ]
    for member in Self.object(properties).members { schema[member.name] = member.value }
    return JSONValue.object(schema).text(.pretty) + "\n"
  }

  /// The members that a configuration may have.
  var properties: JSONObject {
    [
      "$schema": say("The address of this schema, for editors.", "このスキーマの場所（エディター用）。", Self.word),
      "include": say(
        "Code to audit besides the app's own.", "アプリ自身のコードのほかに監査するコード。", Self.list(Self.choice(Self.contexts))
      ),
      "exclude": say("Patterns of files to leave out.", "対象外とするファイルのパターン。", Self.list(Self.word)),
      "rules": say(
        "For a rule `off`, or the severity of all its findings.", "ルールを無効にする off、または検出結果すべてに付ける深刻度。",
        ruleSettings),
      "minConfidence": say(
        "Findings below this confidence are not shown and do not fail.", "これより確度の低い検出結果は表示せず、不合格にもしません。",
        Self.choice(Confidence.allCases.map(\.rawValue))),
      "minSeverity": say(
        "Findings below this severity are not shown and do not fail.", "これより深刻度の低い検出結果は表示せず、不合格にもしません。",
        Self.choice(Severity.allCases.map(\.rawValue))),
      "failOn": say(
        "The severity from which on findings fail.", "不合格とする最低の深刻度。",
        Self.choice(AuditConfiguration.FailureThreshold.allCases.map(\.rawValue))),
      "baseline": say(
        "A baseline at or below the folder of this file.", "このファイルと同じフォルダかその下にあるベースライン。", Self.path),
      "suppressions": say(
        "Findings that are not counted.", "数えない検出結果。", ["type": "array", "items": exception]),
      "strictCoverage": say(
        "Count what could not be examined as failed.", "検査できなかった項目を不合格として数えます。", Self.flag),
      "requireComplete": say(
        "Exit with 4 when a file had to be skipped.", "読み飛ばしたファイルがあれば 4 で終了します。", Self.flag),
      "lexicon": say("Words of names in this project.", "このプロジェクトの名前に使われる語。", Self.lexicon),
      "flow": say(
        "Functions of your own that give, take or clean values.", "値を返す、受け取る、無害化する独自の関数。", Self.flow),
      "allowedSecrets": say(
        "Secrets that are meant to be there.", "意図して置かれた秘密情報。",
        ["type": "array", "maxItems": 1000, "items": Self.allowedSecret]),
      "firstPartyHosts": say("Your own hosts, with those below them.", "自社のホスト（サブドメインを含む）。", Self.hosts),
      "deploymentFloor": say(
        "The oldest systems that an app may support.", "アプリが対応してよい最も古いシステムのバージョン。",
        Self.object(Self.each(Self.systems, Self.matching("^[0-9]{1,4}(\\.[0-9]{1,4}){0,2}$")))),
      "advisories": say(
        "A file of further advisories at or below the folder of this file.",
        "このファイルと同じフォルダかその下にある、追加の脆弱性情報のファイル。", Self.path),
      "context": say(
        "For patterns of files or folders, what they are; the first match counts.",
        "ファイルやフォルダのパターンと、その扱い。最初に一致したものが有効です。",
        ["type": "object", "maxProperties": 1000, "additionalProperties": .object(Self.choice(Self.kinds))]),
      "reports": say(
        "Files below the folder of this file that every run writes.", "監査のたびに、このファイルのフォルダの下に書き出すファイル。",
        Self.reports),
    ]
  }

  private var ruleSettings: JSONObject {
    let values = Self.choice(["off"] + Severity.allCases.map(\.rawValue))
    var schema: JSONObject = ["type": "object", "additionalProperties": .object(values)]
    // With the names as members an editor completes them.
    schema["propertyNames"] = .object(Self.choice(rules.map(\.rawValue)))
    return schema
  }

  private var exception: JSONValue {
    .object(
      Self.object(
        [
          "rules": say(
            "The rules whose findings are not counted.", "検出結果を数えないルール。",
            ["type": "array", "minItems": 1, "items": .object(Self.choice(rules.map(\.rawValue)))]),
          "path": say("The files, as a pattern.", "対象ファイルのパターン。", Self.word),
          "reason": say("Why.", "理由。", Self.reason),
          "by": say("Who answers for it.", "責任者。", Self.word),
          "until": say(
            "The last day on which it holds.", "有効な最終日。", Self.matching("^[0-9]{4}-[0-9]{2}-[0-9]{2}$")),
        ], required: ["rules", "path", "reason"]))
  }

  private func say(_ english: String, _ japanese: String, _ schema: JSONObject) -> JSONValue {
    var described: JSONObject = ["description": .string(LocalizedText(english, ja: japanese)[language])]
    for member in schema.members { described[member.name] = member.value }
    return .object(described)
  }
}

/// The names that the reader takes from the schema.
extension ConfigurationSchema {
  /// The members of a configuration.
  static let keys = names(of: ConfigurationSchema(rules: [RuleID](), language: .en).properties)
  /// The members of a suppression.
  static let exceptionKeys = names(
    of: ConfigurationSchema(rules: [RuleID](), language: .en).exception["properties"]?.objectValue ?? [:])
  /// The systems of `deploymentFloor`.
  static let systems = ["iOS", "macOS", "tvOS", "watchOS", "visionOS"]
  /// The members of `lexicon`, and of its `add`.
  static let (lexiconKeys, meanings) = (["add", "remove"], ["secret", "personal"])
  /// The members of an allowed secret.
  static let secretKeys = ["sha256", "reason"]
  /// The members of `flow`.
  static let flowKeys = ["sources", "sinks", "sanitizers"]

  private static func names(of object: JSONObject) -> [String] { object.members.map(\.name) }
}

/// The parts of the schema that are the same in every language.
extension ConfigurationSchema {
  private static let word: JSONObject = ["type": "string", "minLength": 1, "maxLength": 4096]
  private static let flag: JSONObject = ["type": "boolean"]
  private static let contexts = ConfigurationReader.contexts.map(\.key)
  private static let kinds = ["app"] + contexts
  /// Relative, and never upwards.
  private static let path = matching("^(?!/)(?!(.*/)?\\.\\.(/|$)).+$")
  private static let reason = matching("[^\\s]")
  private static let hosts: JSONObject = list(
    matching("^(?=.{1,253}$)[A-Za-z0-9-]{1,63}(\\.[A-Za-z0-9-]{1,63})+$"))
  /// Letters of any script, for which the patterns of JSON Schema have no class.
  private static let letters = "[^\\s0-9!-/:-@\\[-`{-~]+"
  /// A name of Swift.
  private static let name = "[^\\s0-9!-/:-@\\[-^`{-~][^\\s!-/:-@\\[-^`{-~]*"

  private static var lexicon: JSONObject {
    let words = list(matching("^\(letters)( \(letters))?$"))
    return object(named(lexiconKeys, [object(each(meanings, words)), words]))
  }

  private static var allowedSecret: JSONValue {
    .object(object(named(secretKeys, [matching("^[0-9a-f]{64}$"), reason]), required: secretKeys))
  }

  private static var flow: JSONObject {
    let sinks = choice(FlowSettings.Sink.allCases.map(\.rawValue))
    let cleaned: JSONObject = ["type": "array", "minItems": 1, "maxItems": 100, "items": .object(sinks)]
    let kinds = [
      functions("^\(name)$", choice(FlowSettings.Source.allCases.map(\.rawValue))),
      functions("^\(name)(\\(\(name):\\))?$", sinks), functions("^\(name)$", cleaned),
    ]
    return object(named(flowKeys, kinds))
  }

  private static func functions(_ pattern: String, _ value: JSONObject) -> JSONObject {
    [
      "type": "object", "maxProperties": 1000, "propertyNames": ["pattern": .string(pattern)],
      "additionalProperties": .object(value),
    ]
  }

  private static var reports: JSONObject {
    let kinds = AuditConfiguration.ReportKind.allCases
    let patterns = kinds.map { kind in
      let endings = kind.endings.map { $0.replacing(".", with: "\\.") }.joined(separator: "|")
      return matching("^(?!\\.|/)(?!.*/[./])[^*?\\u0000]*(\(endings))$")
    }
    return object(named(kinds.map(\.rawValue), patterns))
  }

  private static func each(_ names: [String], _ schema: JSONObject) -> JSONObject {
    named(names, names.map { _ in schema })
  }

  private static func named(_ names: [String], _ schemas: [JSONObject]) -> JSONObject {
    var members = JSONObject()
    for (name, schema) in zip(names, schemas) { members[name] = .object(schema) }
    return members
  }

  private static func choice(_ words: [String]) -> JSONObject { ["enum": .strings(words)] }

  private static func matching(_ pattern: String) -> JSONObject {
    ["type": "string", "minLength": 1, "maxLength": 4096, "pattern": .string(pattern)]
  }

  private static func list(_ items: JSONObject) -> JSONObject {
    ["type": "array", "maxItems": 1000, "items": .object(items)]
  }

  private static func object(_ properties: JSONObject, required: [String] = []) -> JSONObject {
    var schema: JSONObject = [
      "type": "object", "additionalProperties": false, "properties": .object(properties),
    ]
    if !required.isEmpty { schema["required"] = .strings(required) }
    return schema
  }
}
