import OmamoriCore
import OmamoriReport

extension Sample {
  /// An audit with repairs in every state, of findings that it still has.
  static var fixed: AuditReport {
    let title = LocalizedText("Uses [TLS 1.2](x).", ja: "[TLS 1.2](x) にします。")
    let findings = (0..<4).map { finding("weak-hash", line: 10 + $0, snippet: "line \($0)") }
    var report = report(findings)
    let states: [FindingFix.State] = [
      .offered, .offered, .applied,
      .refused(LocalizedText("the \u{1B}[2J disk is full", ja: "\u{1B}空きがありません")),
    ]
    report.fixes = zip(report.findings, states).enumerated().map { index, pair in
      let replacements = [
        FindingFix.Replacement(
          region: region(10 + index, 5, length: 3), old: "old", new: "n\u{1B}[31mew",
          hasExactColumns: index != 1),
        FindingFix.Replacement(
          region: region(10 + index, 9, length: 0), old: "", new: "\n  #endif", hasExactColumns: true),
      ]
      return FindingFix(finding: pair.0, title: title, replacements: replacements, state: pair.1)
    }
    return report
  }
}
