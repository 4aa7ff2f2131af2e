import CommandLineKit
import CommandSupport
import OmamoriAuditLog
import OmamoriCore

extension OmamoriTool {
  static let logVerifyCommand = Command(
    "verify", HelpText("Say whether a log is whole", ja: "ログの完全性を検証する"),
    discussion: HelpText(
      """
      Goes through every segment: signatures, the chain of headers and the tree. With the auditor's key every record is \
      authenticated, too. 'Complete' needs an anchor outside of the log that covers its end; without one the answer is that \
      the tail is open, and the exit code is 1. A running agent is asked for a checkpoint first: when the witness has it, the \
      log is complete so far. Give --log-key from where you kept it: the setup on the machine that wrote \
      the log is only as trustworthy as that machine.
      """,
      ja: """
        すべてのセグメントについて、署名、ヘッダーの連鎖、ハッシュ木を検証します。監査者の鍵を指定すると、各記録の真正性も確認します。\
        「完全」と判定するには、末尾までを保証するアンカーがログの外に必要です。なければ末尾の欠落は確認できず、終了コードは 1 になります。\
        エージェントが動作中なら先にチェックポイントを要求し、証人ファイルに保存されれば、現時点で完全と判定します。\
        --log-key には控えておいた公開鍵を指定してください。ログを書いたマシン上の設定は、そのマシンと同程度にしか信頼できません。
        """),
    examples: [
      Example("omamori log verify", HelpText("Verify this machine's log.", ja: "このマシンのログを検証します。")),
      Example(
        "omamori log verify --log copy --log-key log.pub --auditor-key auditor.key --anchor log.witness",
        HelpText("Verify a copy, as the auditor.", ja: "監査者としてコピーを検証します。")),
    ],
    exitCodes: [
      ExitMeaning(
        .success,
        HelpText(
          "The log is complete, or complete so far while its agent runs.",
          ja: "ログは完全です（エージェントの動作中は現時点まで）。")),
      ExitMeaning(
        .findings,
        HelpText(
          "Something was changed, is missing or not proved, such as the tail.",
          ja: "改変、欠落、または証明できない部分（末尾など）があります。")),
      ExitMeaning(.failure, HelpText("The log cannot be read.", ja: "ログを読み取れません。")),
    ]
  ) { declare in
    let anchors = AnchorOptions(&declare)
    let reader = ReaderOptions(&declare)
    let json = declare.flag("--json", help: HelpText("Write JSON.", ja: "JSON で出力します。"))
    return { arguments in
      let key = try reader.key(arguments)
      let place = try reader.log.place(arguments)
      // Asked first, so that the witness has it when it is read.
      let start = Date(timeIntervalSince1970: Date().timeIntervalSince1970.rounded(.down))
      let running = await agentCheckpoint(of: key, at: place, arguments)
      let checkpoints = try await anchors.checkpoints(of: key, at: place, arguments)
      let verifier = try LogVerifier(key: key, auditor: try reader.auditor(arguments), anchors: checkpoints)
      let language = arguments.reportLanguage
      let folder = LogFolder(path: place.folder)
      let progress = ProgressLine(on: arguments.errors, isEnabled: try !arguments[sharedOptions.quiet])
      defer { progress.finish() }
      let text = LocalizedText("Verifying the log…", ja: "ログを検証しています…")[language]
      let result = try await progress.showing(text) {
        try await WatchingThread.run { try verifier.verify(folder) }
      }
      try Task.checkCancellation()
      progress.finish()
      let shown = VerificationText(
        result, checkpoints, agent: running, since: start, language, arguments.output)
      try arguments.output.write(try arguments[json] ? shown.json.text(.pretty) + "\n" : shown.text)
      return shown.isCompleteSoFar ? .success : result.verdict.exitCode
    }
  }

  /// A checkpoint that the agent of the log signs now; `nil` when none runs or it does not answer, which is then said.
  private static func agentCheckpoint(
    of key: LogKey, at place: LogPlace, _ arguments: Arguments
  ) async -> Checkpoint? {
    do {
      guard let agent = try await LogAgentCall(place) else { return nil }
      return try Checkpoint(note: try await agent.checkpoint(), verifiedBy: key)
    } catch {
      let known = error as? any ExitCodeProviding
      arguments.warn(
        known?.message ?? HelpText("the agent of the log failed", ja: "ログのエージェントで問題が発生しました"),
        hint: known?.hint ?? HelpText("look at what it said", ja: "エージェントの出力を確認してください"))
      return nil
    }
  }
}
