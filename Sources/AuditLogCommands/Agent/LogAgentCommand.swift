import CommandLineKit
import CommandSupport
import OmamoriAuditLog
import OmamoriCore
import OmamoriKeychain
import OmamoriKeychainFile

extension OmamoriTool {
  static let logAgentCommand = Command(
    "agent", HelpText("Hold a log open for many events", ja: "ログを開いたまま多数のイベントを受け付ける"),
    discussion: HelpText(
      """
      Records what 'omamori log append' of the same user sends, prints the path of its socket and stays in the foreground \
      until control-C or SIGTERM; then it closes the log properly. It also writes heartbeats, gives checkpoints to the witness \
      and hands events on to a collector as it goes.
      """,
      ja: """
        同じユーザーの 'omamori log append' が送るイベントを記録します。ソケットのパスを出力し、Control-C または SIGTERM までフォア\
        グラウンドで動作して、終了時にはログを正しく閉じます。ハートビートの記録、\
        証人ファイルへのチェックポイントの保存、収集サーバーへの送信も行います。
        """),
    examples: [
      Example("omamori log agent", HelpText("Run until control-C.", ja: "Control-C まで動作します。")),
      Example(
        "omamori log agent --heartbeat 10",
        HelpText("Show every ten seconds that it runs.", ja: "10 秒ごとに動作中であることを記録します。")),
      Example(
        "omamori log agent --syslog logs.example.com",
        HelpText("Hand events on to a syslog server.", ja: "イベントを syslog サーバーに送信します。")),
    ],
    exitCodes: [
      ExitMeaning(.findings, HelpText("Another agent runs.", ja: "別のエージェントが動作中です。")),
      ExitMeaning(.interrupted, HelpText("It was told to end and closed the log.", ja: "終了を指示され、ログを閉じました。")),
    ]
  ) { declare in
    let heartbeat = declare.option(
      "--heartbeat", value: "SECONDS", default: 60,
      help: HelpText("After how long a silence it records that it runs.", ja: "動作中であることを記録する間隔。"))
    let interval = declare.option(
      "--checkpoint-interval", value: "SECONDS", default: 300,
      help: HelpText("How often checkpoints go to the witness.", ja: "チェックポイントを証人ファイルに保存する間隔。"))
    let witness = WitnessOption(&declare)
    let options = CollectorOptions(&declare)
    let handles = LogHandles(&declare)
    return { arguments in
      let place = try handles.place(arguments)
      let collector = try options.collector(arguments)
      let spans = (try arguments[heartbeat], try arguments[interval])
      guard (1...86_400).contains(spans.0), (1...86_400).contains(spans.1) else {
        throw CryptoFault.usage(
          HelpText("intervals are 1 to 86400 seconds", ja: "間隔には 1 から 86400 までの秒数を指定してください"),
          hint: HelpText("leave them out for 60 and 300", ja: "省略すると 60 と 300 になります"))
      }
      // Nothing secret is in the memory before.
      try AgentProcess.protect()
      _ = try LogSetup(of: place)
      guard let listener = try AgentListener(at: place.socket) else { throw CryptoFault.agentOfLogRuns }
      let log = try await LogOpening.open(
        place, patience: .seconds(10), heartbeat: .seconds(spans.0), checkpoints: .seconds(spans.1),
        acceptsMissingWitness: try witness.acceptsMissing(arguments))
      let closing = ClosingTime(arguments.interruption)
      defer { closing.isOver() }
      do {
        try await LogOpening.tellAnchors(of: log, arguments)
        try arguments.output.write(place.socket.path + "\n")
        try await LogAgent(serving: log, at: listener, arguments).run(delivering: collector)
      } catch {
        // because the first error is the one to be told
        _ = try? await log.close()
        throw error
      }
      try await log.close()
      try await LogOpening.tellAnchors(of: log, arguments)
      return .success
    }
  }
}

extension CryptoFault {
  /// Another agent serves this log.
  fileprivate static let agentOfLogRuns = CryptoFault(
    .findings, HelpText("an agent of this log runs already", ja: "このログのエージェントはすでに動作しています"),
    hint: HelpText("'omamori log append' uses it by itself", ja: "'omamori log append' は自動的にそれを使用します"))
}
