public import CommandLineKit
public import OmamoriReport

extension ReportFormat: CommandLineValue {}
extension Confidence: CommandLineValue {}
extension Severity: CommandLineValue {}

/// The threshold of `--fail-on`.
enum FailureThreshold: String, CaseIterable, CommandLineValue {
  case none, info, low, medium, high, critical

  /// The severity from which on findings fail, or `nil` when none do.
  var severity: Severity? { Severity(rawValue: rawValue) }
}

/// What `--include` adds to the app's own code.
enum IncludedContext: String, CaseIterable, CommandLineValue {
  case vendored, tests, generated, examples, scripts

  var context: FileContext {
    switch self {
    case .vendored: .vendor
    case .tests: .test
    case .generated: .generated
    case .examples: .example
    case .scripts: .script
    }
  }
}

/// Several values of `--include` in one word: `vendored,tests`.
struct IncludedContexts: CommandLineValue {
  let values: [IncludedContext]

  init?(commandLine word: String) {
    let words = word.split(separator: ",").map { IncludedContext(rawValue: String($0)) }
    guard !words.isEmpty, !words.contains(nil) else { return nil }
    values = words.compactMap(\.self)
  }

  var commandLineWord: String { values.map(\.rawValue).joined(separator: ",") }
  static var completion: Completion { IncludedContext.completion }
  static var expectation: HelpText? {
    let names = IncludedContext.allCases.map(\.rawValue).joined(separator: ", ")
    return HelpText("one or more of \(names), separated by commas", ja: "\(names) のいずれか（カンマ区切りで複数可）")
  }
}

/// The parameters of `omamori audit`.
struct AuditHandles: Sendable {
  let path: Parameter<FilePath>
  let formats: Parameter<[ReportFormat]>
  let json: Parameter<Bool>
  let outputs: Parameter<[FilePath]>
  let failOn: Parameter<FailureThreshold?>
  let minimumConfidence: Parameter<Confidence?>
  let minimumSeverity: Parameter<Severity?>
  let include: Parameter<[IncludedContexts]>
  let exclude: Parameter<[String]>
  let disable: Parameter<[RuleName]>
  let severities: Parameter<[RuleSeverity]>
  let configuration: Parameter<FilePath?>
  let noConfiguration: Parameter<Bool>
  let baseline: Parameter<FilePath?>
  let writeBaseline: Parameter<FilePath?>
  let diff: Parameter<String?>
  let history: Parameter<Bool>
  let noCache: Parameter<Bool>
  let compare: Parameter<FilePath?>
  let sbom: Parameter<FilePath?>
  let fix: Parameter<FlagValue<WantedRepairs>>
  let dryRun: Parameter<Bool>
  let watch: Parameter<Bool>
  let profiles: Parameter<ProfileNames?>
  let coverage: Parameter<Bool>
  let strictCoverage: Parameter<Bool>
  let requireComplete: Parameter<Bool>
  let xcode: Parameter<Bool>
  let verbose: Parameter<Bool>
  let maximumFileSize: Parameter<Int?>
  let jobs: Parameter<Int?>

  init(_ declare: inout Declaration) {
    path = declare.argument(
      "PATH", as: FilePath.self,
      help: HelpText(
        "An app's folder, a source file, an Info.plist, an .app or an .ipa.",
        ja: "アプリのフォルダ、ソースファイル、Info.plist、.app、.ipa。"))
    formats = declare.options(
      "-f", "--format", value: "FORMAT",
      help: HelpText("How to write the report; may be repeated.", ja: "レポートの形式。複数指定できます。"))
    json = declare.flag("--json", help: HelpText("The same as --format json.", ja: "--format json と同じです。"))
    outputs = declare.options(
      "-o", "--output", value: "FILE",
      help: HelpText(
        "Where to write: the first for the first format, and so on. Without a format the end of the name tells it.",
        ja: "書き込み先。1 つ目が 1 つ目の形式に対応します。形式を省略すると拡張子で決まります。"))
    failOn = declare.option(
      "--fail-on", value: "SEVERITY",
      help: HelpText(
        "Exit with 1 when a finding is at least this severe; high by default.",
        ja: "この深刻度以上の検出があれば 1 で終了します。既定は high。"))
    minimumConfidence = declare.option(
      "--min-confidence", value: "LEVEL",
      help: HelpText(
        "Leave out findings that are less certain, medium by default; JSON always has all.",
        ja: "確度がこれより低い検出を省きます。既定は medium（JSON は常に全件）。"))
    minimumSeverity = declare.option(
      "--min-severity", value: "LEVEL",
      help: HelpText(
        "Leave out findings that are less severe; JSON always has all.",
        ja: "深刻度がこれより低い検出を省きます（JSON は常に全件）。"))
    include = declare.options(
      "--include", value: "KINDS",
      help: HelpText(
        "Audit this code as well, such as vendored,tests.", ja: "監査対象に加えるコード（例: vendored,tests）。"))
    exclude = declare.options(
      "--exclude", value: "GLOB",
      help: HelpText(
        "Leave out files that match, such as 'Legacy/**'.", ja: "一致するファイルを除外します（例: 'Legacy/**'）。"))
    disable = declare.options(
      "--disable", value: "RULE", help: HelpText("Leave out a rule.", ja: "ルールを無効にします。"))
    severities = declare.options(
      "--severity", value: "RULE=SEVERITY",
      help: HelpText(
        "Rate the findings of a rule, such as weak-hash=high.", ja: "ルールの深刻度を変更します（例: weak-hash=high）。"))
    configuration = declare.option(
      "--config", value: "FILE", as: FilePath.self,
      help: HelpText(
        "Follow this configuration instead of the nearest .omamori.json.",
        ja: "最も近い .omamori.json の代わりに、この設定ファイルを使用します。"))
    noConfiguration = declare.flag(
      "--no-config",
      help: HelpText("Follow no configuration.", ja: "設定ファイルを使用しません。"))
    baseline = declare.option(
      "--baseline", value: "FILE", as: FilePath.self,
      help: HelpText("Fail only for findings that this file does not know.", ja: "このファイルにない検出だけを不合格とします。"))
    writeBaseline = declare.option(
      "--write-baseline", value: "FILE", as: FilePath.self,
      help: HelpText("Write down the findings of today as known.", ja: "現在の検出結果を既知のものとして書き出します。"))
    diff = declare.option(
      "--diff", value: "BASE", as: String.self,
      help: HelpText(
        "Fail only for findings on lines that differ from this branch or commit.",
        ja: "このブランチやコミットから変更された行の検出だけを不合格とします。"))
    history = declare.flag(
      "--history",
      help: HelpText("Look for secrets in earlier versions as well.", ja: "過去のバージョンの秘密情報も探します。"))
    noCache = declare.flag(
      "--no-cache",
      help: HelpText(
        "Examine every file again and keep nothing for the next audit.",
        ja: "すべてのファイルを調べ直し、次回のための記録も残しません。"))
    compare = declare.option(
      "--compare", value: "OLD.json", as: FilePath.self,
      help: HelpText(
        "Audit nothing; compare this JSON report with the one at PATH.",
        ja: "監査せずに、この JSON レポートを PATH の JSON レポートと比較します。"))
    sbom = declare.option(
      "--sbom", value: "FILE", as: FilePath.self,
      help: HelpText(
        "Also write the bill of materials of the dependencies, as CycloneDX 1.6.",
        ja: "依存関係の部品表（SBOM）も CycloneDX 1.6 形式で書き出します。"))
    fix = declare.flag(
      "--fix", value: "RULES",
      help: HelpText(
        "Repair what rules can repair, and report what remains; repairs that need a decision only by name or with all.",
        ja: "自動修正できる箇所のソースを書き換え、残りを報告します。判断が必要な修正は、ルール名か all の指定時だけ行います。"))
    dryRun = declare.flag(
      "-n", "--dry-run",
      help: HelpText(
        "With --fix: write nothing, print the changes as a unified diff.",
        ja: "--fix と併用: 何も書き込まず、変更内容を unified diff で出力します。"))
    watch = declare.flag(
      "--watch",
      help: HelpText(
        "Audit again whenever a file changes, and show what is new or fixed.",
        ja: "ファイルが変わるたびに監査し直し、新規と解消の検出を表示します。"))
    profiles = declare.option(
      "--profile", value: "PROFILES", as: ProfileNames.self,
      help: HelpText(
        "Audit only for these OWASP MAS profiles: L1, L2, R, P, separated by commas.",
        ja: "OWASP MAS のこのプロファイルだけを監査します: L1、L2、R、P（カンマ区切り）。"))
    coverage = declare.flag(
      "--coverage",
      help: HelpText(
        "Instead of findings, print what the audit knows about each MASWE weakness and MASTG test.",
        ja: "検出結果の代わりに、MASWE の弱点と MASTG のテストごとの結果を表示します。"))
    strictCoverage = declare.flag(
      "--strict-coverage",
      help: HelpText("Count what could not be examined as failed.", ja: "検査できなかった項目を不合格として数えます。"))
    requireComplete = declare.flag(
      "--require-complete",
      help: HelpText("Exit with 4 when a file had to be skipped.", ja: "読み飛ばしたファイルがあれば 4 で終了します。"))
    verbose = declare.flag(
      "--verbose",
      help: HelpText(
        "On a terminal, show the way of each value as well.", ja: "ターミナルへの出力で、値が流れる経路も表示します。"))
    xcode = declare.flag(
      "--xcode",
      help: HelpText("Write absolute paths, for a build phase of Xcode.", ja: "Xcode のビルドフェーズ用に絶対パスで出力します。"))
    maximumFileSize = declare.option(
      "--max-file-size", value: "MB",
      help: HelpText(
        "Examine files of up to this many megabytes: by default text up to 8, programs up to 64.",
        ja: "このサイズ（MB）までのファイルを調べます。既定ではテキストは 8、プログラムは 64 まで。"))
    jobs = declare.option(
      "-j", "--jobs", value: "N",
      help: HelpText("How many files to examine at once; all cores by default.", ja: "同時に調べるファイル数。既定は全コア。"))
  }
}

/// Which repairs are wanted: `--fix=all`, `--fix=cleartext-url,weak-hash`.
struct WantedRepairs: CommandLineValue {
  /// The names of rules, or `all`.
  let names: [String]

  init?(commandLine word: String) {
    names = word.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    if names.contains("") { return nil }
  }

  var commandLineWord: String { names.joined(separator: ",") }
  static var expectation: HelpText? {
    HelpText("all, or names of rules with commas between them", ja: "all、またはコンマ区切りのルール名")
  }
}

/// A value of `--severity`: `weak-hash=high`.
struct RuleSeverity: CommandLineValue {
  let rule: String
  let severity: Severity

  init?(commandLine word: String) {
    let parts = word.split(separator: "=", omittingEmptySubsequences: false)
    guard parts.count == 2, let severity = Severity(rawValue: String(parts[1])), !parts[0].isEmpty else {
      return nil
    }
    (rule, self.severity) = (String(parts[0]), severity)
  }

  var commandLineWord: String { "\(rule)=\(severity.rawValue)" }
  static var expectation: HelpText? {
    let names = Severity.allCases.map(\.rawValue).joined(separator: ", ")
    return HelpText(
      "a rule, = and one of \(names), such as weak-hash=high", ja: "ルール、=、\(names) のいずれか（例: weak-hash=high）")
  }
}
