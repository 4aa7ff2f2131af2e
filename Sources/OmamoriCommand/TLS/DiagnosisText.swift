#if !canImport(Darwin)
import CommandLineKit
import OmamoriATS
import OmamoriCore
import OmamoriCrypto
import OmamoriTransport

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
      return head + facts(diagnosis.facts) + configurations(diagnosis)
        + diagnosis.findings.map { block($0) }.joined()
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

  private func configurations(_ diagnosis: ATSDiagnosis) -> String {
    let count = diagnosis.results.count
    guard !diagnosis.results.allSatisfy(\.isPassed) else {
      let all = LocalizedText("All \(count) configurations pass.", ja: "\(count) 通りの設定すべてで接続できます。")
      return "  \(all[language])\n"
    }
    return diagnosis.results.map { result in
      let verdict = result.isPassed ? terminal.styled("PASS", .green) : terminal.styled("FAIL", .red)
      let failures = result.failures.map(\.rawValue).joined(separator: ", ")
      return "  \(verdict)  \(result.test.name)\(failures.isEmpty ? "" : ": " + failures)\n"
    }.joined()
  }

  private func block(_ finding: ServerFinding) -> String {
    let style: Style = finding.isRefusal ? .red : finding.severity >= .medium ? .yellow : .cyan
    let severity = terminal.styled(finding.severity.rawValue + ":", .bold, style)
    var lines = [
      "  \(severity) \(Printable.plain(finding.explanation[language])) [\(finding.requirement.rawValue)]",
      "    \(LocalizedText("fix", ja: "対処")[language]): \(finding.recovery[language])",
    ]
    for software in report.software {
      let configuration = finding.configuration(for: software)
      guard !configuration.isEmpty else { continue }
      lines.append("    \(software.name):")
      lines += configuration.map { "      " + $0 }
    }
    return lines.map { $0 + "\n" }.joined()
  }
}
#endif
