package import CommandLineKit
package import CommandSupport
import OmamoriATS
import OmamoriCore
public import OmamoriTransport
import PolicyCommands

extension ServerSoftware: CommandLineValue {}

extension OmamoriTool {
  static let tlsDiagnoseCommand = Command(
    "diagnose",
    HelpText("Say whether iOS accepts servers, and what to repair", ja: "iOS がサーバーを受け入れるかと、直し方を示す"),
    discussion: HelpText(
      """
      Tries what 'nscurl --ats-diagnostics' tries on a Mac, 16 configurations of App Transport Security, with at most six \
      handshakes a server, and names the requirement that fails with the lines that repair nginx, Apache or Caddy.
      """,
      ja: """
        Mac の 'nscurl --ats-diagnostics' と同じ App Transport Security の 16 通りの設定を、1 サーバーあたり 6 回以下のハンドシェイクで\
        判定します。満たされない要件と、nginx、Apache、Caddy の設定を直す行を示します。
        """),
    examples: [
      Example(
        "omamori tls diagnose api.example.com",
        HelpText("Examine a server.", ja: "サーバーを調べます。")),
      Example(
        "omamori tls diagnose a.example.com b.example.com:8443 --sarif > tls.sarif",
        HelpText("Several, for code scanning.", ja: "複数のサーバーをコードスキャン用に出力します。")),
      Example(
        "omamori tls diagnose staging.internal --anchors ca.pem --server nginx",
        HelpText("With an authority of one's own.", ja: "独自の認証局を使うサーバーを調べます。")),
    ],
    exitCodes: [
      ExitMeaning(.findings, HelpText("A server would be refused.", ja: "拒否されるサーバーがあります。")),
      ExitMeaning(
        .failure,
        HelpText(
          "No server would be refused, but one could not be asked.", ja: "拒否されるサーバーはありませんが、調べられないサーバーがありました。")
      ),
    ]
  ) { declare in
    let servers = declare.arguments(
      "HOST[:PORT]", as: ServerAddress.self, isRequired: true,
      help: HelpText("The servers; the port is 443 by default.", ja: "サーバー。ポートの既定は 443 です。"))
    let system = declare.option(
      "--ios", value: "N", default: 26,
      help: HelpText("The major version of iOS that connects.", ja: "接続する iOS のメジャーバージョン。"))
    let software = declare.options(
      "--server", value: "SOFTWARE", as: ServerSoftware.self,
      help: HelpText("Show the lines for this server only.", ja: "このサーバーソフトウェアの設定行だけを表示します。"))
    let probe = ProbeOptions(&declare)
    let json = declare.flag("--json", help: HelpText("Write JSON.", ja: "JSON で出力します。"))
    let sarif = declare.flag("--sarif", help: HelpText("Write SARIF 2.1.0.", ja: "SARIF 2.1.0 で出力します。"))
    return { arguments in
      let (isJSON, isSARIF) = (try arguments[json], try arguments[sarif])
      try arguments.shareOutput(isJSON, isSARIF)
      let generation = try ATSGeneration.named(try arguments[system])
      let start = Date()
      let chosen = try arguments[software]
      let report = DiagnosisReport(
        try await probe.examine(try arguments[servers], arguments), generation,
        chosen.isEmpty ? ServerSoftware.allCases : chosen)
      let language = arguments.reportLanguage
      let text =
        isJSON
        ? report.json.text(.pretty) + "\n"
        : isSARIF
          ? DiagnosisSARIF(report, language, since: start).log.text(.pretty) + "\n"
          : DiagnosisText(report, language, arguments.output).text
      try arguments.output.write(text)
      return report.exitCode
    }
  }
}

extension OmamoriTool {
  package static let tlsCommand = Command(
    "tls", HelpText("Examine the TLS of servers", ja: "サーバーの TLS を調べる"),
    discussion: HelpText(
      "Servers are asked by handshakes alone; not a byte of HTTP is sent.",
      ja: "ハンドシェイクだけで調べます。HTTP のデータは一切送信しません。"),
    examples: [
      Example(
        "omamori tls diagnose api.example.com",
        HelpText("Would iOS connect, and if not, why?", ja: "iOS から接続できるかと、できない理由を調べます。"))
    ],
    commands: [tlsDiagnoseCommand])
}
