import CommandLineKit
import CommandSupport
import OmamoriATS
import OmamoriCore
import OmamoriCrypto
import OmamoriTransport
import PolicyCommands

/// Diagnoses as people read them.
struct DiagnosisText {
  private let report: DiagnosisReport
  private let language: Language
  private let terminal: Terminal

  init(_ report: DiagnosisReport, _ language: Language, _ terminal: Terminal) {
    (self.report, self.language, self.terminal) = (report, language, terminal)
  }

  /// Everything, one block a server.
  var text: String { report.servers.map { block($0) }.joined(separator: "\n") }

  private func block(_ server: DiagnosisReport.Server) -> String {
    let (title, style): (LocalizedText, Style) =
      switch server.state {
      case .accepted: (LocalizedText("accepted", ja: "許可"), .green)
      case .refused: (LocalizedText("refused", ja: "拒否"), .red)
      case .unreachable: (LocalizedText("could not be asked", ja: "確認不能"), .yellow)
      }
    let name = terminal.styled(server.address.commandLineWord, .bold)
    let head = "\(name): \(terminal.styled(title[language], .bold, style))\n"
    switch server.result {
    case .failure(let error):
      let cure = error.recovery[language]
      return head + "  \(error.explanation[language])\(language == .ja ? "" : " ")\(cure)\n"
    case .success(let diagnosis):
      return head + facts(diagnosis.facts) + summary(diagnosis) + findings(diagnosis) + rows(diagnosis)
    }
  }

  private func facts(_ facts: ServerFacts) -> String {
    var lines = ["  \(LocalizedText("Address", ja: "アドレス")[language]): \(facts.address)"]
    for (version, suites) in facts.versions.sorted(by: { $0.key > $1.key }) {
      lines.append("  \(DiagnosisReport.name(ofVersion: version)): \(suites.joined(separator: ", "))")
    }
    let chain = CertificateChainText(facts)
    if let leaf = chain.certificates.first {
      let title = LocalizedText("Certificate", ja: "証明書")[language]
      let name = CertificateChainText.name(of: leaf)
      let days = Int((leaf.notValidAfter.timeIntervalSince(facts.moment) / 86_400).rounded(.down))
      let until = LocalizedText(
        "until \(Day(leaf.notValidAfter).commandLineWord) (\(days) days)",
        ja: "\(Day(leaf.notValidAfter).commandLineWord) まで（残り \(days) 日）")
      lines.append("  \(title): \(name), \(until[language]); \(chain.trust[language])")
    }
    return lines.map { $0 + "\n" }.joined()
  }

  /// What became of the configurations, in one line.
  private func summary(_ diagnosis: ATSDiagnosis) -> String {
    let (count, failed) = (diagnosis.results.count, diagnosis.results.count { !$0.isPassed })
    let causes = (diagnosis.results.first?.failures ?? []).map(\.rawValue).joined(separator: ", ")
    let text =
      if failed == 0 {
        LocalizedText("All \(count) configurations pass.", ja: "\(count) 通りの設定すべてで接続できます。")
      } else if isUniform(diagnosis) {
        LocalizedText(
          "All \(count) configurations fail: \(causes)", ja: "\(count) 通りの設定すべてで接続できません: \(causes)")
      } else {
        LocalizedText(
          "\(failed) of \(count) configurations fail.", ja: "\(count) 通りの設定のうち \(failed) 通りで接続できません。")
      }
    return "  \(text[language])\n"
  }

  /// Whether the same is true of every configuration.
  private func isUniform(_ diagnosis: ATSDiagnosis) -> Bool {
    diagnosis.results.allSatisfy { $0.failures == diagnosis.results.first?.failures }
  }

  /// A row for each configuration, unless one line says the same.
  private func rows(_ diagnosis: ATSDiagnosis) -> String {
    guard !isUniform(diagnosis) else { return "" }
    return diagnosis.results.map { result in
      let verdict = result.isPassed ? terminal.styled("PASS", .green) : terminal.styled("FAIL", .red)
      let failures = result.failures.map(\.rawValue).joined(separator: ", ")
      return "  \(verdict)  \(result.test.name)\(failures.isEmpty ? "" : ": " + failures)\n"
    }.joined()
  }

  /// The findings; lines of configuration that were shown before are not repeated.
  private func findings(_ diagnosis: ATSDiagnosis) -> String {
    var shown: Set<[String]> = []
    return diagnosis.findings.map { finding in
      var text = block(finding)
      for software in report.software {
        let lines = finding.configuration(for: software)
        guard !lines.isEmpty, shown.insert(lines).inserted else { continue }
        text += "    \(software.name):\n" + lines.map { "      \($0)\n" }.joined()
      }
      return text
    }.joined()
  }

  private func block(_ finding: ServerFinding) -> String {
    let style: Style = finding.isRefusal ? .red : finding.severity >= .medium ? .yellow : .cyan
    let severity = terminal.styled(finding.severity.rawValue + ":", .bold, style)
    let lines = [
      "  \(severity) \(Printable.plain(finding.explanation[language])) [\(finding.requirement.rawValue)]",
      "    \(LocalizedText("fix", ja: "対処")[language]): \(finding.recovery[language])",
    ]
    return lines.map { $0 + "\n" }.joined()
  }
}
