import OmamoriCore
import OmamoriReport
import AuditEngine
import AuditRules

/// What `--fix` does about the findings of an audit.
struct Repairs {
  private let fixer: SourceFixer
  private let plans: [FilePlan]

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
    plans = try await fixer.plans(for: wanted, jobs: settings.auditing.jobs)
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

  /// What became of the repairs, in numbers, and what to do next.
  static func summary(of fixes: [FindingFix]) -> LocalizedText {
    let made = fixes.filter { $0.state == .applied || $0.state == .offered }
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
}
