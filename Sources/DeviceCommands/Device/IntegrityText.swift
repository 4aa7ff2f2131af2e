import CommandLineKit
import CommandSupport
import OmamoriCore
import OmamoriDevice

/// A report on a process as people read it.
struct IntegrityText {
  private let check: DeviceCheck
  private let language: Language
  private let terminal: Terminal

  init(_ check: DeviceCheck, _ language: Language, _ terminal: Terminal) {
    (self.check, self.language, self.terminal) = (check, language, terminal)
  }

  private var report: IntegrityReport { check.report }

  /// The signals as a table, what was detected with its evidence, and the answer.
  var text: String {
    let threats = report.signals.filter { $0.identifier.kind == .threat }
    let facts = report.signals.filter { $0.identifier.kind == .environment }
    var parts = [terminal.styled(subject, .bold) + "\n" + TextColumns.text(threats.map(row))]
    if !facts.isEmpty { parts.append(TextColumns.text(facts.map(row))) }
    parts += report.signals.filter { $0.state == .detected }.map(details)
    return (parts + [summary]).joined(separator: "\n")
  }

  private var subject: String {
    let text: LocalizedText =
      switch report.subject {
      case .thisProcess: LocalizedText("This process", ja: "このプロセス")
      case .process(let number): LocalizedText("Process \(number)", ja: "プロセス \(number)")
      }
    return text[language]
  }

  private func row(_ signal: IntegritySignal) -> [String] {
    [
      signal.identifier.title[language], signal.stateText[language], remark(signal),
      signal.identifier.mastg.joined(separator: " "),
    ]
  }

  private func remark(_ signal: IntegritySignal) -> String {
    switch signal.state {
    case .detected where signal.identifier.kind == .threat: Self.words(signal.confidence)[language]
    case .unavailable(let reason): reason.explanation[language]
    case .error(let error): error.explanation[language]
    default: ""
    }
  }

  private static func words(_ confidence: IntegrityConfidence) -> LocalizedText {
    switch confidence {
    case .low: LocalizedText("low confidence", ja: "信頼度 低")
    case .medium: LocalizedText("medium confidence", ja: "信頼度 中")
    case .high: LocalizedText("high confidence", ja: "信頼度 高")
    }
  }

  private func details(_ signal: IntegritySignal) -> String {
    let isThreat = check.threats.contains(signal)
    let title = signal.identifier.title[language]
    var text = isThreat ? terminal.styled(title, .bold, .red) : terminal.styled(title, .bold)
    text += ": " + signal.identifier.meaning[language] + "\n"
    for evidence in signal.evidence { text += "  \(Self.line(evidence))\n" }
    let rest = signal.evidenceCount - signal.evidence.count
    if rest > 0 { text += LocalizedText("  and \(rest) more\n", ja: "  ほか \(rest) 件\n")[language] }
    return text
  }

  private static func line(_ evidence: IntegrityEvidence) -> String {
    let facts = evidence.facts.map { fact in
      let value = Printable.quote(word(fact.value))
      return "\(fact.name)=\(value.dropFirst().dropLast())"
    }
    return ([evidence.kind] + facts).joined(separator: " ")
  }

  private static func word(_ value: SecurityEvent.Value) -> String {
    switch value {
    case .integer(let number): String(number)
    case .flag(let flag): flag ? "true" : "false"
    case .text(let text): text.description
    case .fingerprint(let bytes): Data(bytes).base64EncodedString()
    }
  }

  private var summary: String {
    let (count, unanswered) = (check.threats.count, report.unanswered.count)
    let word = check.threshold.name
    var text = LocalizedText(
      count == 1
        ? "1 signal detected at \(word) confidence or above"
        : "\(count) signals detected at \(word) confidence or above",
      ja: "信頼度 \(word) 以上の検出: \(count) 件")[language]
    if unanswered > 0 {
      text +=
        LocalizedText(
          ", \(unanswered) of \(report.signals.count) not looked at",
          ja: "、\(report.signals.count) 項目中 \(unanswered) 項目は確認不可")[language]
    }
    return text + LocalizedText(".\n", ja: "\n")[language]
  }
}
