#if !canImport(Darwin)
import CommandLineKit
import OmamoriCore
import OmamoriTransport

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
#endif
