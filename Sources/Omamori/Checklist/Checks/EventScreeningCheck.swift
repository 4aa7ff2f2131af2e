package import OmamoriAuditLog
import OmamoriCore
import OmamoriReport

/// Tries whether the audit log takes secrets out of events before it seals them, with samples made up for the purpose.
///
/// The samples never enter the log.
package struct EventScreeningCheck: SecurityCheck {
  private let settings: AuditLogSettings?
  private let screen: @Sendable (String, AuditLogSettings) throws(AuditLogError) -> AuditValue

  /// Makes the check.
  ///
  /// - Parameter settings: How the app's log is kept; `nil` makes the check unavailable.
  package init(_ settings: AuditLogSettings?) {
    self.init(settings) { text, settings throws(AuditLogError) in
      try settings.screening.trial(.text(text))
    }
  }

  /// Makes a check of another screen.
  init(
    _ settings: AuditLogSettings?,
    screen: @escaping @Sendable (String, AuditLogSettings) throws(AuditLogError) -> AuditValue
  ) { (self.settings, self.screen) = (settings, screen) }

  /// `log-data`.
  package var id: String { "log-data" }

  /// The question.
  package var question: LocalizedText {
    LocalizedText(
      "Are secrets taken out of events before the audit log seals them?",
      ja: "監査ログに封印される前に、イベントから秘密情報が除かれますか")
  }

  /// `ChecklistArea.logs`.
  package var area: ChecklistArea? { .logs }

  /// What it is about in the lists of others.
  package var standards: CheckStandards {
    CheckStandards(owaspMobile2024: [.m6, .m9], masvs: ["STORAGE-2", "PRIVACY-1"], mastg: [297], cwe: [532])
  }

  /// Plants one sample of each shape, and one harmless text that must stay as it is.
  package func run() async -> CheckResult {
    guard let settings else {
      return .unavailable(
        .notGiven(
          LocalizedText("No audit log was given.", ja: "監査ログが指定されていません。")))
    }
    let missed = SecretShape.allCases.filter { isMissed(PlantedSecret.sample(of: $0), settings) }
    var problems = missed.map { shape in
      CheckProblem(
        .high,
        LocalizedText(
          "Secrets of the shape '\(shape.rawValue)' would get into the log.",
          ja: "形式「\(shape.rawValue)」の秘密情報がログに残ります。"))
    }
    if !isKept(PlantedSecret.harmless, settings) {
      problems.append(
        CheckProblem(
          .low, LocalizedText("Harmless texts are taken for secrets.", ja: "無害な文字列が秘密情報として扱われます。")))
    }
    return .examined(
      problems,
      otherwise: LocalizedText(
        "\(SecretShape.allCases.count) planted secrets were found.",
        ja: "試験用の秘密情報 \(SecretShape.allCases.count) 種をすべて検出しました。"),
      facts: [
        CheckFact("samples", .number(SecretShape.allCases.count)),
        CheckFact("missed", .list(missed.map(\.rawValue))),
        CheckFact("screening", .text(settings.screening == .refuse ? "refuse" : "redact")),
      ])
  }

  private func isMissed(_ sample: String, _ settings: AuditLogSettings) -> Bool {
    do throws(AuditLogError) {
      guard case .text(let text) = try screen("a \(sample) b", settings) else { return true }
      return text.contains(sample)
    } catch {
      return error != .event(.containsSecret)
    }
  }

  private func isKept(_ text: String, _ settings: AuditLogSettings) -> Bool {
    do throws(AuditLogError) { return try screen(text, settings) == .text(text) } catch { return false }
  }
}
