import OmamoriCore
import OmamoriReport
import AuditEngine
import AuditRules

/// What `--fix` does about the findings of an audit.
struct Repairs {
  private let fixer: SourceFixer
  private let plans: [FilePlan]
  /// How many findings of which rules could be repaired by somebody who decides to.
  let onRequest: [RuleID: Int]

  /// Works out the repairs of those findings that the report shows and that are not `known`.
  ///
  /// - Throws: `CancellationError` when the task is cancelled.
  init(
    of report: AuditReport, _ inventory: Inventory, _ settings: AuditSettings, known: Set<Fingerprint>
  ) async throws {
    fixer = SourceFixer(inventory, without: settings.auditing.disabledRules)
    let wanted = report.activeFindings.filter {
      $0.confidence >= settings.minimumConfidence && $0.severity >= settings.minimumSeverity
        && !known.contains($0.fingerprint)
    }
    let asked = wanted.filter { settings.repairedRules.contains($0.rule) }
    plans = try await fixer.plans(for: asked, jobs: settings.auditing.jobs)
    guard settings.fixing != .nothing else {
      onRequest = [:]
      return
    }
    let others = wanted.filter {
      RuleCatalog.choices[$0.rule] != nil && !settings.repairedRules.contains($0.rule)
    }
    onRequest = try await fixer.plans(for: others, jobs: settings.auditing.jobs).flatMap(\.made)
      .reduce(into: [:]) { $0[$1.finding.rule, default: 0] += 1 }
  }

  /// What can be repaired; nothing is written.
  var offered: [FindingFix] { plans.flatMap { $0.fixes(.offered) } }

  /// The changes as a unified difference.
  var difference: String { plans.map { UnifiedDifference($0).description }.joined() }

  /// Writes file after file, each whole or not at all, until the task is cancelled.
  ///
  /// - Returns: What was repaired and what could not be, of the files that were come to.
  func write() -> [FindingFix] {
    var fixes: [FindingFix] = []
    for plan in plans {
      if Task.isCancelled { break }
      fixes += fixer.write(plan).fixes(.applied)
    }
    return fixes
  }

  /// What became of the repairs, in numbers, what comments say against them, and what to do next.
  static func summary(of fixes: [FindingFix], onRequest: [RuleID: Int]) -> LocalizedText {
    let made = fixes.filter { $0.state == .applied || $0.state == .offered }
    let lines =
      [outcome(of: made)] + made.compactMap(TextRenderer.comment(of:))
      + (onRequest.isEmpty ? [] : [request(onRequest)])
    return LocalizedText(
      lines.map(\.english).joined(separator: "\n"), ja: lines.map(\.japanese).joined(separator: "\n"))
  }

  private static func outcome(of made: [FindingFix]) -> LocalizedText {
    let files = Set(made.map(\.finding.file)).count
    guard !made.isEmpty else {
      return LocalizedText("There is nothing to repair automatically.", ja: "自動修正できる箇所はありません。")
    }
    let (repairs, places) = (made.count == 1 ? "repair" : "repairs", files == 1 ? "file" : "files")
    if made.contains(where: { $0.state == .offered }) {
      return LocalizedText(
        "\(made.count) \(repairs) in \(files) \(places); nothing was written.",
        ja: "\(files) 個のファイルで \(made.count) 件を修正できます。書き込みは行っていません。")
    }
    return LocalizedText(
      "\(made.count) \(repairs) in \(files) \(places). Read them, as with git diff, and build the app.",
      ja: "\(files) 個のファイルで \(made.count) 件を修正しました。git diff などで内容を確認し、アプリをビルドしてください。")
  }

  /// The repairs that need a decision, and how to ask for them.
  private static func request(_ rules: [RuleID: Int]) -> LocalizedText {
    let sorted = rules.sorted { $0.key < $1.key }
    let number = rules.values.reduce(0, +)
    let names = sorted.map { "\($0.key) (\($0.value))" }.joined(separator: ", ")
    let first = sorted.first.map(\.key.rawValue) ?? "RULE"
    return LocalizedText(
      """
      \(number) more \(number == 1 ? "repair needs" : "repairs need") a decision: \(names).
      'omamori rules explain \(first)' says which; --fix=\(first) or --fix=all makes \(number == 1 ? "it" : "them").
      """,
      ja: """
        ほか \(number) 件の修正には判断が必要です: \(names)。
        判断の内容は「omamori rules explain \(first)」で確認でき、--fix=\(first) または --fix=all で修正できます。
        """)
  }
}
