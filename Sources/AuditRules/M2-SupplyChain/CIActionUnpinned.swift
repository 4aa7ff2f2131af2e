import AuditEngine
import OmamoriCore
import OmamoriReport

/// A workflow that builds the app and runs what others can change, or hands them its secrets.
struct CIActionUnpinned: ProjectRule {
  static let metadata = RuleMetadata(
    id: "ci-action-unpinned",
    title: LocalizedText("Workflow runs what others can change", ja: "第三者が変更できる処理を CI で実行している"),
    why: LocalizedText(
      """
      A workflow holds the signing keys and tokens of the app. A tag or branch of somebody's action can be moved to \
      other code at any time, and a pull request of a stranger is code of a stranger.
      """,
      ja: """
        ワークフローはアプリの署名鍵やトークンを扱います。第三者のアクションのタグやブランチはいつでも別のコードに\
        差し替えられ、見知らぬ人のプルリクエストは見知らぬ人のコードそのものです。
        """),
    fix: RuleFix(
      LocalizedText(
        """
        Name actions by commit with the version in a comment, check out strangers' code only in workflows without \
        secrets (pull_request), and never print a secret.
        """,
        ja: """
          アクションはコミットで指定してバージョンをコメントに残し、外部のコードは秘密情報のないワークフロー\
          （pull_request）でのみチェックアウトし、秘密情報を出力しないでください。
          """)),
    severity: .low, confidence: .medium, cwe: [829], owaspMobile2024: [.m2], owaspMobile2016: [.m7],
    example: RuleMetadata.Example(
      language: "yaml",
      bad: """
        on: push
        jobs:
          build:
            runs-on: macos-15
            steps:
              - uses: someone/upload-app@v1
        """,
      good: """
        on: push
        jobs:
          build:
            runs-on: macos-15
            steps:
              - uses: someone/upload-app@5a4ac9002d0be2fb38bd78e4b4dbde5606d7042f # v1.2.0
        """))

  func check(_ project: ProjectFacts, _ report: inout ProjectReport) {
    let workflows = project.inventory.layout.workflows
    reportActions(of: workflows, own: project.inventory.layout.ownAccounts, &report)
    for workflow in workflows {
      for entry in workflow.untrustedCheckouts {
        report.add(
          Self.self, in: workflow.text, at: entry.range,
          LocalizedText(
            "pull_request_target checks out a stranger's code (\(entry.value)) where secrets are.",
            ja: "pull_request_target が、秘密情報のある環境に外部のコード（\(entry.value)）をチェックアウトしています。"),
          severity: .high)
      }
      for entry in workflow.revealedSecrets {
        report.add(
          Self.self, in: workflow.text, at: entry.range,
          LocalizedText("A script prints a secret to the log.", ja: "スクリプトが秘密情報をログに出力しています。"),
          severity: .medium)
      }
    }
  }

  /// One finding for each action at each place in its history, where it can do the most.
  private func reportActions(
    of workflows: [WorkflowFile], own: Set<String>, _ report: inout ProjectReport
  ) {
    let uses = workflows.flatMap { workflow in
      workflow.actions.filter { action in
        // Who owns the repository can move everything in it.
        !action.isPinned && !Self.firstParty.contains(action.owner) && !own.contains(action.owner)
          && !Self.byTagOnly.contains(where: action.name.hasPrefix)
      }
      .map { (workflow: workflow, action: $0, hasSecrets: workflow.handsOverSecrets(to: $0)) }
    }
    var groups = Dictionary(grouping: uses) { $0.action.name + "@" + $0.action.reference }
    for use in uses {
      guard let all = groups.removeValue(forKey: use.action.name + "@" + use.action.reference) else {
        continue
      }
      let index = all.firstIndex(where: \.hasSecrets) ?? 0
      let (worst, others) = (all[index], all[..<index] + all[(index + 1)...])
      let action = worst.action
      report.add(
        Self.self, in: worst.workflow.text, at: action.range,
        LocalizedText(
          "\(action.name) is taken at “\(action.reference)”, which its owner can move.",
          ja: "\(action.name) は「\(action.reference)」で指定されており、所有者はその指す先を別のコードに差し替えられます。"),
        severity: worst.hasSecrets ? nil : .info,
        related: others.prefix(20).map { other in
          FindingStep(
            file: other.workflow.text.path, region: other.workflow.text.lines.region(of: other.action.range),
            message: LocalizedText("It is used here as well.", ja: "ここでも使われています。"))
        })
    }
  }

  /// GitHub's own accounts: whoever takes those over needs no action any more.
  private static let firstParty: Set<String> = ["actions", "github"]
  /// Workflows that refuse to run when they are named by a commit: they prove by the tag what they are.
  private static let byTagOnly = ["slsa-framework/slsa-github-generator/"]
}
