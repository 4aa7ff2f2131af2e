public import CommandLineKit
package import CommandSupport
public import OmamoriAuditLog
import OmamoriCore

extension OmamoriTool {
  package static let logCommand = Command(
    "log", HelpText("Keep a log that cannot be rewritten unnoticed", ja: "書き換えを検出できるログを記録、検証する"),
    discussion: HelpText(
      """
      Events are sealed as they come: the machine that writes the log cannot read it back, the auditor can, and nobody can \
      change, remove or reorder records unnoticed. That the end was not cut off shows only something that lies elsewhere: \
      a witness file on another disk, a collector or a checkpoint that was kept.
      """,
      ja: """
        イベントは記録と同時に封印されます。ログを書くマシン自身は読み返せず、監査者だけが読めます。記録の改変、削除、並べ替えは検証で\
        検出されます。末尾が切り取られていないことは、別の場所にある証拠（別ディスクの証人ファイル、収集サーバー、控えておいた\
        チェックポイント）がなければ確認できません。
        """),
    examples: [
      Example(
        "omamori log keygen -o auditor.key",
        HelpText("Make the auditor's key, best on another machine.", ja: "監査者の鍵を作ります（別のマシンを推奨）。")),
      Example(
        "omamori log init --auditor omamori-auditor1… --witness /mnt/other/log.witness",
        HelpText("Begin a log.", ja: "ログを作成します。")),
      Example("omamori log append session.started", HelpText("Record an event.", ja: "イベントを記録します。")),
      Example("omamori log verify", HelpText("Verify the log.", ja: "ログを検証します。")),
      Example(
        "omamori log show --auditor-key auditor.key", HelpText("Read the log.", ja: "ログを読みます。")),
    ],
    commands: [
      logKeygenCommand, logInitCommand, logAppendCommand, logAgentCommand, logShowCommand, logFollowCommand,
      logExportCommand, logVerifyCommand, logCheckpointCommand, logProveCommand, logDeliverCommand,
    ])
}

extension AuditLogError: ExitCodeProviding {
  /// What a log refused, as the command line says it.
  ///
  /// Events and keys that are wrong are bad input; an anchor that contradicts the log or is gone is an answer; what could not be read
  /// or written is neither.
  public var exitCode: ExitCode {
    switch self {
    case .event, .key(.wrongKey), .key(.invalid): .usage
    case .anchor(.rolledBack), .anchor(.mismatch), .anchor(.missing): .findings
    case .cancelled: .interrupted
    default: .failure
    }
  }

  /// What failed.
  public var message: HelpText {
    guard case .anchor(.missing) = self else { return .clause(explanation) }
    return HelpText(
      "the witness of this log is gone, so nobody can tell whether the end of the log was cut off",
      ja: "このログの証人ファイルがないため、ログの末尾が切り取られていないことを確認できません")
  }

  /// What to do about it.
  public var hint: HelpText? { advice }

  /// What to do about it, on the command line.
  var advice: HelpText {
    guard case .anchor(.missing) = self else { return .clause(recovery) }
    return HelpText(
      """
      put the witness back; someone who shortens a log removes its witness. When you know why it is gone, give \
      --accept-missing-witness to 'omamori log append' or 'omamori log agent' once, which starts a new one
      """,
      ja: """
        証人ファイルを元に戻してください。ログを切り詰めた者が、隠すために削除することがあります。なくなった理由がわかっている場合は、\
        'omamori log append' または 'omamori log agent' に --accept-missing-witness を一度指定すると新しく作成できます
        """)
  }
}
