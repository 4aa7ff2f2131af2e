import OmamoriCore
import OmamoriDevice
import OmamoriReport

/// Looks for debuggers, injected code and other tampering with the process.
package struct IntegrityCheck: SecurityCheck {
  private let checker: IntegrityChecker?

  /// Makes the check.
  ///
  /// - Parameter checker: Looks at the process; one that was made when the app started also sees what came later. `nil`
  ///   makes the check unavailable.
  package init(_ checker: IntegrityChecker?) { self.checker = checker }

  /// `integrity`.
  package var id: String { "integrity" }

  /// The question.
  package var question: LocalizedText {
    LocalizedText(
      "Is the process free of debuggers, injected code and tampering?",
      ja: "プロセスにデバッガー・コード注入・改ざんの形跡はありませんか")
  }

  /// `ChecklistArea.integrity`.
  package var area: ChecklistArea? { .integrity }

  /// What it is about in the lists of others.
  package var standards: CheckStandards {
    CheckStandards(
      owaspMobile2024: [.m7], masvs: ["RESILIENCE-1", "RESILIENCE-2", "RESILIENCE-4"],
      mastg: [241, 354, 402],
      cwe: [693])
  }

  /// Makes all checks of the process.
  package func run() async -> CheckResult {
    guard let checker else {
      return .unavailable(
        .notGiven(
          LocalizedText("No integrity checker was given.", ja: "完全性の検査器が指定されていません。")))
    }
    return Self.result(of: await checker.check())
  }

  /// What a report comes to.
  ///
  /// A detection counts as high from high confidence and as medium from medium confidence; one of low confidence asks for
  /// a look. Signals that this platform does not tell are listed. When one could not be had that should be there, or
  /// none about threats was, the question is not answered.
  ///
  /// - Parameter report: What the checker found.
  /// - Returns: The result.
  package static func result(of report: IntegrityReport) -> CheckResult {
    let threats = report.signals.filter { $0.identifier.kind == .threat }
    let problems = threats.filter { $0.state == .detected }.map(problem)
    let clean = threats.count { $0.state == .clean }
    let broken = threats.filter(isBroken)
    let facts = [
      CheckFact("clean", .number(clean)),
      CheckFact("detected", .list(names(threats) { $0.state == .detected })),
      CheckFact("not-told", .list(names(report.unanswered) { _ in true })),
      CheckFact(
        "environment",
        .list(names(report.signals) { $0.identifier.kind == .environment && $0.state == .detected })),
      CheckFact("baseline-seconds", .number(Int(report.baselineAge?.components.seconds ?? -1))),
    ]
    if problems.isEmpty, !broken.isEmpty || clean == 0 {
      let list = (broken.isEmpty ? threats : broken).map(\.identifier.name).joined(separator: ", ")
      return .unavailable(
        .failed(
          LocalizedText(
            "These could not be checked: \(list.isEmpty ? "everything" : list).",
            ja: "検査できなかった項目があります: \(list.isEmpty ? "すべて" : list)")), facts: facts)
    }
    return .examined(
      problems,
      otherwise: LocalizedText(
        "\(clean) signals are clean.", ja: "\(clean) 項目に異常はありません。"), facts: facts)
  }

  private static func problem(_ signal: IntegritySignal) -> CheckProblem {
    let severity: Severity =
      switch signal.confidence {
      case .high: .high
      case .medium: .medium
      case .low: .low
      }
    let (title, name) = (signal.identifier.title, signal.identifier.name)
    return CheckProblem(
      severity,
      LocalizedText(
        "\(title.english) (\(name), \(signal.confidence.name) confidence).",
        ja: "\(title.japanese)（\(name)、確度 \(signal.confidence.name)）"))
  }

  /// Whether an answer is missing that this platform gives.
  private static func isBroken(_ signal: IntegritySignal) -> Bool {
    switch signal.state {
    case .detected, .clean: false
    case .unavailable(.platform), .unavailable(.insideOnly), .unavailable(.noBaseline): false
    default: true
    }
  }

  private static func names(
    _ signals: [IntegritySignal], _ isIncluded: (IntegritySignal) -> Bool
  ) -> [String] { signals.filter(isIncluded).map(\.identifier.name) }
}
