import CommandLineKit
import CommandSupport
import OmamoriCore
import OmamoriDevice

extension OmamoriTool {
  static let deviceCheckCommand = Command(
    "check", HelpText("Look for debuggers, hooks and injected code", ja: "デバッガー、フック、注入されたコードを調べる"),
    discussion: HelpText(
      """
      Looks at this process, or from outside at another one, and shows each signal with its evidence and its identifiers in \
      the OWASP Mobile Application Security Testing Guide (MASTG). Signals of low confidence are what innocent programs do \
      too, such as compiling at run time. What could not be looked at is said, and never counts as clean.
      """,
      ja: """
        このプロセス、または外部から別のプロセスを調べ、各シグナルを根拠と OWASP Mobile Application Security Testing Guide（MASTG）の\
        識別子とともに表示します。信頼度 low のシグナルは、実行時コンパイルなど正常なプログラムにも見られるものです。調べられなかった\
        項目はその旨を表示し、「検出なし」とは扱いません。
        """),
    examples: [
      Example("omamori device check", HelpText("Look at this process.", ja: "このプロセスを調べます。")),
      Example(
        "omamori device check --pid 4711 --json", HelpText("Look at another one.", ja: "別のプロセスを調べます。")),
    ],
    exitCodes: [
      ExitMeaning(
        .findings,
        HelpText("Something was detected at or above --at-least.", ja: "--at-least 以上の信頼度で検出されました。")),
      ExitMeaning(
        .failure,
        HelpText(
          "Nothing was detected, but not everything could be looked at.", ja: "検出はありませんが、調べられない項目がありました。")
      ),
    ]
  ) { declare in
    let process = declare.option(
      "-p", "--pid", value: "PID", as: Int.self,
      help: HelpText("Look at this process instead of the tool itself.", ja: "omamori 自身ではなく、このプロセスを調べます。"))
    let threshold = declare.option(
      "--at-least", value: "CONFIDENCE", default: ConfidenceWord.medium,
      help: HelpText("Which signals count for the exit code.", ja: "終了コードの判定に使う信頼度の下限。"))
    let requiresAll = declare.flag(
      "--require-complete",
      help: HelpText(
        "Fail when a signal is not available for any reason.", ja: "理由を問わず、確認できないシグナルがあれば失敗とします。"))
    let json = declare.flag("--json", help: HelpText("Write JSON.", ja: "JSON で出力します。"))
    return { arguments in
      let checker = try DeviceCheck.checker(of: try arguments[process])
      let check = DeviceCheck(
        await checker.check(), threshold: try arguments[threshold].confidence,
        requiresAll: try arguments[requiresAll])
      try Task.checkCancellation()
      let text =
        try arguments[json]
        ? TerminalJSON.text(check.json, .pretty) + "\n"
        : IntegrityText(check, arguments.reportLanguage, arguments.output).text
      try arguments.output.write(text)
      if check.isDenied { arguments.warn(DeviceCheck.deniedMessage, hint: DeviceCheck.deniedHint) }
      return check.exitCode
    }
  }
}

/// How sure a signal has to be, as it is typed.
enum ConfidenceWord: String, CaseIterable, CommandLineValue {
  case low, medium, high

  /// The confidence as the library takes it.
  var confidence: IntegrityConfidence {
    switch self {
    case .low: .low
    case .medium: .medium
    case .high: .high
    }
  }
}
