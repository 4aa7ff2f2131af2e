import CommandLineKit
import CommandSupport
import OmamoriCore
import OmamoriReport
import AuditEngine
import AuditRules

/// What an audit asks the git repository around the audited folder.
struct RepositoryQuestions {
  private let path: String
  private let repository: GitRepository

  /// Opens the repository around `path`; no process is started.
  init(around path: String) throws {
    self.path = path
    do throws(GitError) { repository = try GitRepository(containing: AuditedFolder(path).absolute) } catch {
      throw AuditFault.repository(path: path, error)
    }
  }

  /// The findings of `report` that lie on no line that differs from `base`.
  func untouched(in report: AuditReport, _ inventory: Inventory, since base: String) throws -> Set<
    Fingerprint
  > {
    do throws(GitError) {
      let changes = try repository.changedLines(since: base, in: inventory)
      return Set(report.findings.filter { !changes.contains($0) }.map(\.fingerprint))
    } catch {
      throw AuditFault.repository(path: path, error)
    }
  }

  /// Secrets that earlier versions of the audited folder hold and the present one does not, and what says that the search
  /// ended at a limit or has gaps.
  func historySecrets(without disabled: Set<RuleID>) throws -> (findings: [Finding], skipped: [SkippedFile]) {
    let inside = repository.prefix.isEmpty ? "" : repository.prefix + "/"
    let history = try repository.historySecrets()
    let limits = SkippedFile(
      file: ".git", reason: .tooLarge,
      message: LocalizedText(
        "the history is too long to be searched to its end", ja: "履歴が長すぎるため最後まで検索できませんでした"))
    let gaps = SkippedFile(
      file: ".git", reason: .unreadable,
      message: LocalizedText(
        "parts of the history are missing, broken or kept in another repository and were not searched; make a full clone",
        ja: "履歴の一部が欠けているか、壊れているか、別のリポジトリにあるため検索できませんでした。完全なクローンを作成してください"))
    return (
      findings(of: history, inside, disabled),
      (history.isCutShort ? [limits] : []) + (history.isIncomplete ? [gaps] : [])
    )
  }

  private func findings(
    of history: GitRepository.History, _ inside: String, _ disabled: Set<RuleID>
  ) -> [Finding] {
    history.findings.compactMap { finding in
      guard finding.file.hasPrefix(inside), !disabled.contains(finding.rule) else { return nil }
      return Finding(
        rule: finding.rule, severity: finding.severity, confidence: finding.confidence,
        file: String(finding.file.dropFirst(inside.count)), region: finding.region, message: finding.message,
        snippet: finding.snippet, context: finding.context, suppression: finding.suppression)
    }
  }
}

extension AuditFault {
  fileprivate static func repository(path: String, _ error: GitError) -> AuditFault {
    let (message, quoted) = (error.message, Printable.quote(path))
    return .options(
      HelpText("\(quoted): \(message.english)", ja: "\(quoted): \(message.japanese)"),
      hint: HelpText(
        "--diff and --history read the git repository around the audited folder",
        ja: "--diff と --history は監査対象を含む git リポジトリを読み取ります"))
  }
}
