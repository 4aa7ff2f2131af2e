#if !canImport(Darwin)
import CommandLineKit
import OmamoriATS
import OmamoriCore
import OmamoriTransport

extension OmamoriTool {
  static let atsSuggestCommand = Command(
    "suggest", HelpText("Find the smallest exception that works", ja: "必要最小限の例外設定を提案する"),
    discussion: HelpText(
      """
      Asks servers by handshakes alone and writes the exceptions for Info.plist to standard output; what they give up is \
      said on standard error. An exception gives protection up: where the server is your own, repair it instead \
      ('omamori tls diagnose').
      """,
      ja: """
        ハンドシェイクだけでサーバーを調べ、Info.plist 用の例外設定を標準出力に、失われる保護を標準エラー出力に書き出します。例外設定は\
        保護を弱めます。自社のサーバーであれば、代わりにサーバーを修正してください（'omamori tls diagnose'）。
        """),
    examples: [
      Example(
        "omamori ats suggest old.example.com",
        HelpText("For the newest iOS.", ja: "最新の iOS 用に提案します。")),
      Example(
        "omamori ats suggest old.example.com --ios 18",
        HelpText("For an app that still runs on iOS 18.", ja: "iOS 18 以降に対応するアプリ用に提案します。")),
    ],
    exitCodes: [
      ExitMeaning(
        .findings, HelpText("No exception makes a server acceptable.", ja: "例外設定では接続できないサーバーがあります。"))
    ]
  ) { declare in
    let servers = declare.arguments(
      "HOST[:PORT]", as: ServerAddress.self, isRequired: true,
      help: HelpText("The servers; the port is 443 by default.", ja: "サーバー。ポートの既定は 443 です。"))
    let system = declare.option(
      "--ios", value: "N", default: 26,
      help: HelpText(
        "The oldest major version of iOS that the app is for.", ja: "アプリが対応する最も古い iOS のメジャーバージョン。"))
    let probe = ProbeOptions(&declare)
    let json = declare.flag("--json", help: HelpText("Write JSON.", ja: "JSON で出力します。"))
    return { arguments in
      let generation = try ATSGeneration.named(try arguments[system])
      let examined = try await probe.examine(try arguments[servers], arguments)
      let report = ATSSuggestionReport(examined, generation)
      if try arguments[json] {
        try arguments.output.write(report.json.text(.pretty) + "\n")
      } else {
        arguments.note(report.explanation(arguments.reportLanguage, arguments.errors))
        try arguments.output.write(report.propertyList ?? "")
      }
      return report.exitCode
    }
  }
}
#endif
