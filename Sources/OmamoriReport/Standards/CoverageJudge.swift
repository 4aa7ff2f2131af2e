import OmamoriCore

/// Judges weaknesses and tests.
struct CoverageJudge {
  private let report: AuditReport
  private let ran: Set<RuleID>
  private let findings: [RuleID: [Finding]]
  private let rulesByWeakness: [Int: [RuleMetadata]]
  private let rulesByTest: [Int: [RuleMetadata]]

  init(_ report: AuditReport) {
    self.report = report
    ran = Set(report.rules.filter { !$0.standards.inputs.isDisjoint(with: report.inputs) }.map(\.id))
    findings = Dictionary(grouping: report.findings, by: \.rule)
    var (byWeakness, byTest): ([Int: [RuleMetadata]], [Int: [RuleMetadata]]) = ([:], [:])
    for rule in report.rules {
      for number in rule.standards.weaknesses { byWeakness[number, default: []].append(rule) }
      for number in rule.standards.tests { byTest[number, default: []].append(rule) }
    }
    (rulesByWeakness, rulesByTest) = (byWeakness, byTest)
  }

  func entry(_ weakness: MASWeakness) -> MASCoverage.Entry {
    let rules = rulesByWeakness[weakness.number] ?? []
    let answer = limited(answer(rules, limit: MASLimit.of(weakness.number)), byTestsOf: weakness)
    return MASCoverage.Entry(
      id: weakness.id, title: weakness.title, address: weakness.address, profiles: weakness.profiles,
      status: answer.status, rules: answer.rules, findings: answer.findings, advice: answer.advice,
      places: answer.places)
  }

  func entry(_ test: MASTest) -> MASCoverage.Entry {
    let answer = answer(test)
    return MASCoverage.Entry(
      id: test.id, title: test.title, address: test.address, profiles: test.profiles,
      status: answer.status, rules: answer.rules, findings: answer.findings, advice: answer.advice,
      places: answer.places)
  }

  // MARK: - Answers

  private struct Answer {
    let status: MASCoverage.Status
    var rules: [RuleID] = []
    var findings: [Finding] = []
    var advice: LocalizedText?
    var places: [String] = []
  }

  private func answer(_ test: MASTest) -> Answer {
    let rules = rulesByTest[test.number] ?? []
    let partial = Set(rules.filter { $0.standards.partialTests.contains(test.number) }.map(\.id))
    return answer(
      rules, limit: MASLimit.ofTest(test.number) ?? (rules.isEmpty ? .byHand : nil), partial: partial)
  }

  /// `answer`, unless it would be better than that of a test for the weakness.
  private func limited(_ answer: Answer, byTestsOf weakness: MASWeakness) -> Answer {
    guard answer.status == .nothingFound else { return answer }
    let open = MAS.tests.filter { test in
      test.isStatic && test.weaknesses.contains(weakness.number) && report.covers(test.profiles)
        && self.answer(test).status != .nothingFound
    }
    guard !open.isEmpty else { return answer }
    let names = open.map(\.id).joined(separator: ", ")
    let advice = LocalizedText(
      "Look at the tests with another answer: \(names).", ja: "結果が異なるテストを確認してください（\(names)）。")
    return Answer(
      status: .needsPerson, rules: answer.rules, advice: Self.joined([advice, answer.advice]))
  }

  /// What `rules` found; of the findings of those in `partial`, only some are about the subject.
  private func answer(_ rules: [RuleMetadata], limit: MASLimit?, partial: Set<RuleID> = []) -> Answer {
    let looked = rules.filter { ran.contains($0.id) }
    let ids = looked.map(\.id)
    let doubts = rules.flatMap { findings[$0.id] ?? [] }.map { ($0, doubt($0, partial)) }
    let certain = doubts.filter { $0.1 == nil }.map(\.0)
    if !certain.isEmpty { return Answer(status: .found, rules: ids, findings: certain) }
    if !doubts.isEmpty {
      let reasons = Doubt.allCases.filter { reason in doubts.contains { $0.1 == reason } }
      let own = doubts.map(\.0)
      let places = own.map(Self.place) + (limit.map(places) ?? [])
      return Answer(
        status: .needsPerson, rules: ids, findings: own,
        advice: Self.joined(reasons.map(\.advice) + [limit?.advice]),
        places: Array(places.prefix(Self.placeLimit)))
    }
    let isHidden = limit?.isVisible == false
    // Rules look for protections; what no rule looks at is for a person alone.
    let isForPerson = rules.isEmpty && limit?.protections.isEmpty == true
    if looked.isEmpty, !isHidden, !isForPerson {
      return Answer(status: .notExamined, advice: Self.joined([missing(rules), limit?.advice]))
    }
    if let limit {
      return Answer(
        status: isHidden ? .notVisible : .needsPerson, rules: ids,
        advice: Self.joined([seen(limit), limit.advice]), places: isHidden ? [] : places(limit))
    }
    return silence(of: looked)
  }

  /// What it means that `looked` found nothing.
  private func silence(of looked: [RuleMetadata]) -> Answer {
    let ids = looked.map(\.id)
    let caveats = looked.compactMap(\.standards.caveat)
    guard caveats.isEmpty else {
      return Answer(status: .needsPerson, rules: ids, advice: Self.joined(caveats))
    }
    guard let (input, unread, isMost) = unreadSource(looked) else {
      return Answer(status: .nothingFound, rules: ids)
    }
    let advice = LocalizedText(
      "No rule that looked reads \(input.title.english) (\(Phrases.count(unread, "file"))).",
      ja: "\(input.title.japanese)（\(unread) ファイル）を調べるルールはありません。")
    return Answer(status: isMost ? .needsPerson : .nothingFound, rules: ids, advice: advice)
  }

  /// The language that none of the rules reads although another one does, with its files, and whether they are the most.
  private func unreadSource(_ rules: [RuleMetadata]) -> (AuditInput, Int, isMost: Bool)? {
    let languages: Set<AuditInput> = [.swift, .objectiveC]
    let read = rules.reduce(into: Set<AuditInput>()) { $0.formUnion($1.standards.inputs) }
      .intersection(languages)
    guard read.count == 1, let other = languages.subtracting(read).first,
      let unread = report.files.byInput[other]
    else { return nil }
    return (other, unread, unread > read.reduce(0) { $0 + (report.files.byInput[$1] ?? 0) })
  }

  // MARK: - Doubts

  /// Why a finding does not count by itself.
  private enum Doubt: CaseIterable {
    case lowConfidence
    case partial
    case info
    case suppressed

    var advice: LocalizedText {
      switch self {
      case .lowConfidence:
        LocalizedText("Judge the findings of low confidence.", ja: "確度の低い検出を確認してください。")
      case .partial:
        LocalizedText("Check which findings are about this test.", ja: "このテストに該当する検出を確認してください。")
      case .info: LocalizedText("Judge the findings of severity info.", ja: "深刻度が「情報」の検出を確認してください。")
      case .suppressed:
        LocalizedText("Check why findings are suppressed.", ja: "検出を抑制している理由を確認してください。")
      }
    }
  }

  private func doubt(_ finding: Finding, _ partial: Set<RuleID>) -> Doubt? {
    if finding.suppression != nil { return .suppressed }
    if finding.severity == .info { return .info }
    if finding.confidence < .medium { return .lowConfidence }
    return partial.contains(finding.rule) ? .partial : nil
  }

  // MARK: - Words

  private func missing(_ rules: [RuleMetadata]) -> LocalizedText {
    let inputs = rules.reduce(into: Set<AuditInput>()) { $0.formUnion($1.standards.inputs) }.sorted()
    guard !inputs.isEmpty else {
      return LocalizedText("The rules were not run.", ja: "ルールが実行されていません。")
    }
    let names = inputs.map(\.title)
    return LocalizedText(
      "Nothing to read: no \(Phrases.list(names.map(\.english), last: "or")).",
      ja: "検査対象（\(names.map(\.japanese).joined(separator: "・"))）がありません。")
  }

  /// Whether the protection that the weakness is about was seen.
  private func seen(_ limit: MASLimit) -> LocalizedText? {
    guard let kind = limit.protections.sorted(by: { $0.rawValue < $1.rawValue }).first else { return nil }
    let name = kind.title
    return evidence(of: limit.protections).isEmpty
      ? LocalizedText("Not seen: \(name.english).", ja: "\(name.japanese)は見当たりません。")
      : LocalizedText("Seen: \(name.english).", ja: "\(name.japanese)が見つかりました。")
  }

  private static func joined(_ sentences: [LocalizedText?]) -> LocalizedText? {
    let sentences = sentences.compactMap(\.self)
    guard !sentences.isEmpty else { return nil }
    return LocalizedText(
      sentences.map(\.english).joined(separator: " "), ja: sentences.map(\.japanese).joined())
  }

  // MARK: - Places

  /// At most this many places are named.
  private static let placeLimit = 5

  private func evidence(of kinds: Set<Evidence.Kind>) -> [Evidence] {
    report.evidence.filter { kinds.contains($0.kind) }
  }

  /// Where the protection was seen, then where else a person begins.
  private func places(_ limit: MASLimit) -> [String] {
    let seen = evidence(of: limit.protections) + evidence(of: limit.evidence.subtracting(limit.protections))
    let places = seen.map { $0.file + ($0.region.map { ":\($0.startLine)" } ?? "") }
    return Array((places + (limit.declared?.names(in: report.inventory) ?? [])).prefix(Self.placeLimit))
  }

  private static func place(_ finding: Finding) -> String {
    finding.region.startLine > 0 ? "\(finding.file):\(finding.region.startLine)" : finding.file
  }
}
