package import CommandLineKit
package import CommandSupport
import Omamori
import OmamoriCore
import OmamoriDevice
import OmamoriReport

extension OmamoriTool {
  package static let doctorCommand = Command(
    "doctor",
    HelpText("Examine this machine, and what the toolkit would use on it", ja: "このマシンの状態と、利用できる機能を調べる"),
    discussion: HelpText(
      """
      Asks the questions of the run-time checklist that concern the machine: its process, its keychain, its libraries, its \
      clock and what protects secrets in memory. Each is answered by trying; what cannot be tried is unknown with a \
      reason, and never counts as good. With --url the refusal of wrong pins is tried at a server: once with the pin of its \
      own key, once with a pin that no key has.
      """,
      ja: """
        実行時チェックリストのうち、マシンに関する項目（プロセス、キーチェーン、ライブラリ、時計、メモリ上の秘密情報の保護など）を、実際に\
        試して判定します。試せない項目は理由を付けて「不明」とし、適合とは扱いません。--url を指定すると、サーバー自身の鍵のピンと、どの\
        鍵とも一致しないピンで接続し、誤ったピンが拒否されることを確かめます。
        """),
    examples: [
      Example("omamori doctor", HelpText("Examine this machine.", ja: "このマシンを調べます。")),
      Example(
        "omamori doctor --url https://api.example.com/ --json",
        HelpText("Also try pins, for programs.", ja: "ピンの動作も確かめ、プログラム向けに出力します。")),
    ],
    exitCodes: [
      ExitMeaning(.findings, HelpText("Something is wrong.", ja: "問題があります。")),
      ExitMeaning(
        .incomplete,
        HelpText(
          "--require-complete was given and something is unknown.",
          ja: "--require-complete の指定時に、不明な項目がありました。")),
    ]
  ) { declare in
    let urls = declare.options(
      "--url", value: "URL", as: String.self,
      help: HelpText("Try pins at this server. May be repeated.", ja: "ピンの動作を確かめるサーバー。複数指定できます。"))
    let anchors = declare.option(
      "--anchors", value: "FILE", as: FilePath.self,
      help: HelpText(
        "Trust the root certificates in this file (PEM or DER) alone, for --url.",
        ja: "--url の接続で、このファイル（PEM または DER）のルート証明書だけを信頼します。"))
    let timeout = declare.option(
      "--timeout", value: "SECONDS", default: 20.0,
      help: HelpText("How long one question may take.", ja: "1 項目あたりの制限時間。"))
    let requiresAll = declare.flag(
      "--require-complete",
      help: HelpText("Fail when something is unknown.", ja: "不明な項目があれば失敗とします。"))
    let json = declare.flag("--json", help: HelpText("Write JSON.", ja: "JSON で出力します。"))
    return { arguments in
      let checklist = SecurityChecklist(
        of: "omamori doctor",
        MachineChecklist.checks + [
          try PinSelfTest(try arguments[urls], anchors: try arguments[anchors]?.string)
        ],
        deadline: try MachineChecklist.deadline(seconds: try arguments[timeout]))
      let report = await evaluate(checklist, arguments, isQuiet: try arguments[sharedOptions.quiet])
      try Task.checkCancellation()
      var options = ReportOptions(
        tool: ToolIdentity(version: OmamoriTool.version), language: arguments.reportLanguage)
      (options.usesColour, options.width) = (arguments.output.usesColor, arguments.output.width)
      let text =
        try arguments[json]
        ? TerminalJSON.text(JSONRenderer(options).document(report), .pretty) + "\n"
        : TextRenderer(options).summary(report, showsScore: false)
      try arguments.output.write(text)
      if report.hasFailures { return .findings }
      return try arguments[requiresAll] && !report.isComplete ? .incomplete : .success
    }
  }

  /// Asks the questions, and shows how far it has come.
  private static func evaluate(
    _ checklist: SecurityChecklist, _ arguments: Arguments, isQuiet: Bool
  ) async -> RunTimeReport {
    let progress = ProgressLine(on: arguments.errors, isEnabled: !isQuiet)
    defer { progress.finish() }
    let count = checklist.checks.count
    let text = LocalizedText("Examining \(count) questions…", ja: "\(count) 項目を調べています…")
    return await progress.showing(text[arguments.reportLanguage]) { await checklist.evaluate() }
  }
}

/// The questions that `omamori doctor` asks of every machine.
enum MachineChecklist {
  /// The questions in the order of the report.
  static var checks: [any SecurityCheck] {
    [
      IntegrityCheck(IntegrityChecker()), HardeningCheck(), StandardKeychainCheck(), SecretMemoryCheck(),
      CoreFileCheck(), RandomnessCheck(), ClockCheck(), LibraryCheck(), HardwareKeyCheck(),
      PersonCheck(),
    ]
  }

  /// The time for one question, as it was typed.
  static func deadline(seconds: Double) throws(CryptoFault) -> Duration {
    guard (0.1...600).contains(seconds) else {
      throw .usage(
        HelpText("--timeout takes 0.1 to 600 seconds", ja: "--timeout には 0.1 から 600 までの秒数を指定してください"),
        hint: HelpText("leave it out for 20 seconds", ja: "省略すると 20 秒になります"))
    }
    return .seconds(seconds)
  }
}
