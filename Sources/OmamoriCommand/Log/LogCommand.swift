#if !canImport(Darwin)
import CommandLineKit

extension OmamoriTool {
  static let logCommand = Command(
    "log", HelpText("Keep a log that cannot be rewritten unnoticed", ja: "書き換えを検出できるログを記録、検証する"),
    discussion: HelpText(
      """
      Events are sealed as they come: the machine that writes the log cannot read it back, the auditor can, and nobody can \
      change, remove or reorder records unnoticed. That the end was not cut off shows only something that lies elsewhere: \
      a witness file on another disk, a collector or a checkpoint that was kept.
      """,
      ja: """
        イベントは記録と同時に封印されます。ログを書く端末自身は読み返せず、監査者だけが読めます。記録の改変、削除、並べ替えは検証で\
        検出されます。末尾が切り取られていないことは、別の場所にある証拠（別ディスクの証人ファイル、収集サーバー、控えておいた\
        チェックポイント）がなければ確認できません。
        """),
    examples: [
      Example(
        "omamori log keygen -o auditor.key",
        HelpText("Make the auditor's key, best on another machine.", ja: "監査者の鍵を作ります（別の端末を推奨）。")),
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
#endif
