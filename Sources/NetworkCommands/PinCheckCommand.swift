package import CommandLineKit
package import CommandSupport
import OmamoriCore
import OmamoriTransport
import PolicyCommands

extension OmamoriTool {
  package static let pinCheckCommand = Command(
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

/// A check of pins as people read it.
struct PinCheckText {
  private let report: PinCheckReport
  private let language: Language
  private let terminal: Terminal

  init(_ report: PinCheckReport, _ language: Language, _ terminal: Terminal) {
    (self.report, self.language, self.terminal) = (report, language, terminal)
  }

  /// Everything.
  var text: String {
    var parts = report.groups.map { block($0) }
    let none = LocalizedText("no pins", ja: "ピンなし")
    parts += report.unpinned.map {
      "\(terminal.styled($0.commandLineWord, .bold)): \(terminal.styled(none[language], .bold, .red))\n"
    }
    parts += report.unreachable.map { server, error in
      "\(terminal.styled(server.commandLineWord, .bold)): \(error.explanation[language])\n"
    }
    return parts.joined(separator: "\n")
  }

  private func block(_ group: PinCheckReport.Group) -> String {
    var text = zip(group.servers, group.check.servers).map { line($0, $1) }.joined()
    text += group.check.findings.map { line($0) }.joined()
    for warning in group.check.warnings {
      let mark =
        warning.isFailure ? terminal.styled("✗", .bold, .red) : terminal.styled("!", .bold, .yellow)
      text += "  \(mark) \(Printable.plain(warning.message[language]))\n"
    }
    let title = LocalizedText("Plan for", ja: "交換計画:")
    for server in group.servers {
      guard let plan = group.plans[server.host] else { continue }
      text += "  \(title[language]) \(server.commandLineWord)\n"
      text += PinPlanText(plan).lines(language).split(separator: "\n").map { "    \($0)\n" }.joined()
    }
    return text
  }

  private func line(_ address: ServerAddress, _ server: PinCheck.Server) -> String {
    let matches =
      server.matches
      ? terminal.styled(LocalizedText("matches", ja: "一致")[language], .bold, .green)
      : terminal.styled(LocalizedText("does not match", ja: "不一致")[language], .bold, .red)
    let trust =
      server.isValidated
      ? LocalizedText("validated", ja: "検証済み")[language]
      : terminal.styled(LocalizedText("UNVERIFIED", ja: "未検証")[language], .bold, .red)
    var line = "\(terminal.styled(address.commandLineWord, .bold)): \(matches), \(trust)"
    if let end = server.notValidAfter, let left = server.daysLeft {
      let issuer = Printable.plain(server.issuer)
      line +=
        LocalizedText(
          "; certificate by \(issuer) until \(Day(end).commandLineWord) (\(left) days)",
          ja: "、証明書の発行元 \(issuer)、期限 \(Day(end).commandLineWord)（残り \(left) 日）")[language]
    }
    return line + "\n"
  }

  private func line(_ finding: PinCheck.Finding) -> String {
    let place: String
    if finding.places.isEmpty {
      place = LocalizedText("in reserve", ja: "未使用")[language]
    } else {
      let depths = Set(finding.places.map(\.depth)).sorted().map(String.init).joined(separator: ", ")
      place = LocalizedText("depth \(depths)", ja: "深さ \(depths)")[language]
    }
    let role = finding.pin.role == .primary ? "primary" : "backup "
    return "  \(role)  \(finding.list.rawValue)  sha256/\(finding.pin.base64)  \(place)\n"
  }
}
