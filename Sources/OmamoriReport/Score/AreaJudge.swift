import OmamoriCore

/// Answers the areas of the checklist from what an audit found and saw.
struct AreaJudge {
  let report: AuditReport
  let findings: [Finding]

  /// The answer for `area`: failed when something counts against it, unknown when the material was not there.
  func answer(_ area: ChecklistArea) -> ChecklistAnswer {
    guard report.concerns(area.rules) else {
      return ChecklistAnswer(
        area: area, isExamined: false, state: .notApplicable, reason: report.outsideProfiles)
    }
    let deductions = deductions(area)
    let isExamined = isExamined(area)
    if let first = deductions.first {
      return ChecklistAnswer(
        area: area, isExamined: isExamined, state: .failed, reason: first.reason, deductions: deductions)
    }
    guard isExamined else {
      return ChecklistAnswer(
        area: area, isExamined: false, state: .unknown, reason: Coverage(report).missing(area))
    }
    let (state, reason) = withoutFindings(area)
    let cost = area == .pinning && state == .failed ? [pinningAbsent(reason)] : []
    return ChecklistAnswer(area: area, isExamined: true, state: state, reason: reason, deductions: cost)
  }

  /// Whether the material was there and a rule of the area was run; never depends on findings.
  private func isExamined(_ area: ChecklistArea) -> Bool {
    !area.inputs.isDisjoint(with: report.inputs) && report.rules.contains { area.rules.contains($0.id) }
  }

  private func deductions(_ area: ChecklistArea) -> [Deduction] {
    switch area {
    case .ats: atsIssues()
    case .api: apiLevel()
    case .integrity, .pinning, .keychain, .logs: failure(area, from: .medium)
    case .debugCode: failure(area, from: .low)
    }
  }

  private func atsIssues() -> [Deduction] {
    ChecklistArea.ats.rules.counted(in: findings, from: .low).map { finding in
      Deduction(
        area: .ats, thousandths: ChecklistArea.ats.points(for: finding.severity) * 1000,
        reason: finding.message, findings: [finding])
    }
  }

  private func apiLevel() -> [Deduction] {
    let weak = ChecklistArea.transportWeak.counted(in: findings, from: .medium)
    let none =
      ChecklistArea.trustDisabled.counted(in: findings, from: .medium)
      + weak.filter { $0.severity == .critical }
    let careless = ChecklistArea.handlingWeak.counted(in: findings, from: .low)
    let levels: [(findings: [Finding], points: Int, text: LocalizedText)] = [
      (
        none, 30,
        LocalizedText(
          "Level none: servers are not authenticated, or credentials travel in clear",
          ja: "水準「なし」: サーバーが認証されないか、認証情報が平文で送信されます")
      ),
      (
        weak, 20,
        LocalizedText(
          "Level low: connections without TLS or with TLS older than 1.2",
          ja: "水準「低」: TLS を使わない、または TLS 1.2 未満の通信があります")
      ),
      (
        careless, 10,
        LocalizedText(
          "Level medium: cookies, caches, URLs or tokens expose credentials",
          ja: "水準「中」: Cookie・キャッシュ・URL・トークンの扱いで認証情報が露出します")
      ),
    ]
    guard let worst = levels.first(where: { !$0.findings.isEmpty }) else { return [] }
    let reason = Phrases.reason(worst.text, citing: worst.findings)
    return [
      Deduction(
        area: .api, thousandths: worst.points * 1000, reason: reason, findings: worst.findings)
    ]
  }

  private func failure(_ area: ChecklistArea, from severity: Severity) -> [Deduction] {
    let counted = area.rules.counted(in: findings, from: severity)
    let broken = area == .pinning ? report.evidence.filter { $0.kind == .pinningBroken } : []
    guard !counted.isEmpty || !broken.isEmpty else { return [] }
    let reason =
      counted.isEmpty ? broken[0].message : Phrases.reason(Phrases.failure(of: area), citing: counted)
    return [
      Deduction(
        area: area, thousandths: area.maximumDeduction * 1000, reason: reason, findings: counted,
        evidence: broken)
    ]
  }

  /// The answer for an area that was examined without anything counting against it.
  private func withoutFindings(_ area: ChecklistArea) -> (ChecklistAnswer.State, LocalizedText) {
    switch area {
    case .pinning: pinning()
    case .integrity where !seen(.integrityCheck):
      (
        .notApplicable,
        LocalizedText(
          "No such check was seen; having none costs nothing.", ja: "検査処理は見当たりません（なくても減点されません）。")
      )
    default: (.passed, Coverage(report).nothingFound(area))
    }
  }

  private func pinning() -> (ChecklistAnswer.State, LocalizedText) {
    if let pin = report.evidence.first(where: { $0.kind == .pinning }) { return (.passed, pin.message) }
    guard seen(.networkUse) else {
      return (
        .notApplicable, LocalizedText("No use of the network was seen.", ja: "ネットワークの利用は見当たりません。")
      )
    }
    guard report.target.isApp else {
      return (
        .notApplicable,
        LocalizedText(
          "No app was recognised, so a missing pin says nothing.", ja: "アプリとして認識されないため、ピンがないことは評価しません。")
      )
    }
    return (
      .failed,
      LocalizedText(
        "The app uses the network and no pinning that protects was seen.",
        ja: "ネットワークを利用していますが、有効なピンニングが見当たりません。")
    )
  }

  private func pinningAbsent(_ reason: LocalizedText) -> Deduction {
    Deduction(
      area: .pinning, thousandths: ChecklistArea.pinning.maximumDeduction * 1000, reason: reason,
      evidence: report.evidence.filter { $0.kind == .networkUse })
  }

  private func seen(_ kind: Evidence.Kind) -> Bool { report.evidence.contains { $0.kind == kind } }
}
