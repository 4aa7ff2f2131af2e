#if !canImport(Darwin)
import CommandLineKit
import OmamoriCore
import OmamoriTransport

extension OmamoriTool {
  static let pinCheckCommand = Command(
    "check", HelpText("Hold pins against live servers", ja: "ピンを実際のサーバーと照合する"),
    discussion: HelpText(
      """
      Says which pin matches at which depth, whether a key is in reserve, how long certificates and the set are still \
      valid, what will go wrong, and when to change the key. Without hosts the servers of the file are asked. A chain \
      that is not verified never counts as good.
      """,
      ja: """
        どのピンがどの深さで一致するか、予備の鍵があるか、証明書とピンセットの残り日数、今後起こる問題、鍵の交換時期を示します。ホストを\
        省略すると、ファイルに記載されたサーバーを調べます。検証できないチェーンは合格になりません。
        """),
    examples: [
      Example("omamori pin check pins.json", HelpText("All servers of a set.", ja: "すべてのサーバーを調べます。")),
      Example(
        "omamori pin check Info.plist api.example.com:8443 --json",
        HelpText("One server, for programs.", ja: "1 台をプログラム向けに出力します。")),
    ],
    exitCodes: [
      ExitMeaning(
        .findings,
        HelpText(
          "A server does not fit, is not pinned or not verified, or no key is in reserve.",
          ja: "一致しない、ピンがない、または検証できないサーバーがあるか、予備の鍵がありません。"))
    ]
  ) { declare in
    let file = declare.argument(
      "PINFILE", as: FilePath.self,
      help: HelpText("The pins, in any format; - is standard input.", ja: "ピンのファイル（形式は自動判別）。- は標準入力です。"))
    let servers = declare.arguments(
      "HOST[:PORT]", as: ServerAddress.self, isRequired: false,
      help: HelpText("The servers; those of the file by default.", ja: "サーバー。既定はファイルに記載されたものです。"))
    let source = declare.option(
      "--from", value: "FORMAT", as: PinFormat.self,
      help: HelpText("The format of PINFILE; found out by default.", ja: "PINFILE の形式。省略すると自動で判別します。"))
    let options = PinPlanOptions(&declare)
    let probe = ProbeOptions(&declare)
    let json = declare.flag("--json", help: HelpText("Write JSON.", ja: "JSON で出力します。"))
    return { arguments in
      let pins = try PinFile(try arguments[file].string, as: try arguments[source])
      try arguments.say(pins.reading.notes)
      let targets = try PinTargets(pins, try arguments[servers])
      let examined = try await probe.examine(
        targets.pinned.map(\.server),
        pins: Dictionary(
          targets.pinned.map { ($0.server, $0.pins) }, uniquingKeysWith: { first, _ in first }),
        arguments)
      let report = try PinCheckReport(targets, examined, options, arguments)
      try arguments.output.write(
        try arguments[json]
          ? report.json.text(.pretty) + "\n"
          : PinCheckText(report, arguments.reportLanguage, arguments.output).text)
      return report.exitCode
    }
  }
}
#endif
