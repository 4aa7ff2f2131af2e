package import OmamoriCore

/// What an audit can say about each weakness of MASWE and each static iOS test of the MASTG, and what it cannot.
///
/// Silence of a rule counts only where the rule ran and the material it reads was there. Nothing here ever says that an app
/// passed a test.
package struct MASCoverage: Sendable, Hashable {
  /// What is known.
  package enum Status: String, CaseIterable, Sendable, Hashable, Codable {
    /// Findings of medium confidence or more.
    case found
    /// Rules ran on the material they read and found nothing.
    case nothingFound
    /// A person has to look: findings are doubtful, no rule looks, or silence of the rules proves nothing.
    case needsPerson
    /// Sources and built files do not show it.
    case notVisible
    /// Rules exist, but they were not run or had nothing to read.
    case notExamined
  }

  /// A weakness or a test, and what is known about it.
  package struct Entry: Sendable, Hashable {
    /// Its name: `MASWE-0027` or `MASTG-TEST-0396`.
    package let id: String
    /// Its title.
    package let title: LocalizedText
    /// The page about it.
    package let address: String
    /// The profiles that it belongs to.
    package let profiles: Set<MASProfile>
    /// What is known.
    package let status: Status
    /// The rules that looked.
    package let rules: [RuleID]
    /// The findings that count, or the doubtful ones when there are no others.
    package let findings: [Finding]
    /// What a person has to look at, or why nothing can be seen.
    package let advice: LocalizedText?
    /// Where in this app a person begins: files with lines, or what the app declares.
    package let places: [String]
  }

  /// The weaknesses that exist on iOS, by number.
  package let weaknesses: [Entry]
  /// The tests that need no running app, by number.
  package let tests: [Entry]

  /// Judges every weakness and test by the findings that are not suppressed; with profiles, those of the profiles.
  package init(of report: AuditReport) {
    let judge = CoverageJudge(report)
    weaknesses = MAS.weaknesses.filter { $0.isForIOS && report.covers($0.profiles) }.map(judge.entry)
    tests = MAS.tests.filter { $0.isStatic && report.covers($0.profiles) }.map(judge.entry)
  }

  /// How many of `entries` have each status, in words: `12 found, 30 nothing found`.
  package static func tally(of entries: [Entry], in language: Language) -> String {
    let parts = Status.allCases.compactMap { status -> String? in
      let count = entries.count { $0.status == status }
      guard count > 0 else { return nil }
      return LocalizedText("\(count) \(status.title.english)", ja: "\(status.title.japanese) \(count)")[
        language]
    }
    return parts.joined(separator: language == .ja ? "、" : ", ")
  }
}

extension MASCoverage.Status {
  /// The status in a few words.
  package var title: LocalizedText {
    switch self {
    case .found: LocalizedText("found", ja: "検出あり")
    case .nothingFound: LocalizedText("nothing found in what was examined", ja: "検査範囲では検出なし")
    case .needsPerson: LocalizedText("to check by hand", ja: "人による確認が必要")
    case .notVisible: LocalizedText("not visible in files", ja: "ファイルからは判断不可")
    case .notExamined: LocalizedText("not examined", ja: "未検査")
    }
  }
}

/// Judges weaknesses and tests.
private struct CoverageJudge {
  private let report: AuditReport
  private let ran: Set<RuleID>
  private let findings: [RuleID: [Finding]]
  private let rulesByWeakness: [Int: [RuleMetadata]]
  private let rulesByTest: [Int: [RuleMetadata]]

  init(_ report: AuditReport) {
    self.report = report
    ran = Set(report.rules.filter { !$0.standards.inputs.isDisjoint(with: report.inputs) }.map(\.id))
    findings = Dictionary(grouping: report.activeFindings.filter { $0.severity > .info }, by: \.rule)
    var (byWeakness, byTest): ([Int: [RuleMetadata]], [Int: [RuleMetadata]]) = ([:], [:])
    for rule in report.rules {
      for number in rule.standards.weaknesses { byWeakness[number, default: []].append(rule) }
      for number in rule.standards.tests { byTest[number, default: []].append(rule) }
    }
    (rulesByWeakness, rulesByTest) = (byWeakness, byTest)
  }

  func entry(_ weakness: MASWeakness) -> MASCoverage.Entry {
    let rules = rulesByWeakness[weakness.number] ?? []
    let answer = answer(rules, limit: MASLimit.of(weakness.number))
    return MASCoverage.Entry(
      id: weakness.id, title: weakness.title, address: weakness.address, profiles: weakness.profiles,
      status: answer.status, rules: answer.rules, findings: answer.findings, advice: answer.advice,
      places: answer.places)
  }

  func entry(_ test: MASTest) -> MASCoverage.Entry {
    let rules = rulesByTest[test.number] ?? []
    let answer = answer(rules, limit: MASLimit.ofTest(test.number) ?? (rules.isEmpty ? .byHand : nil))
    return MASCoverage.Entry(
      id: test.id, title: test.title, address: test.address, profiles: test.profiles,
      status: answer.status, rules: answer.rules, findings: answer.findings, advice: answer.advice,
      places: answer.places)
  }

  private struct Answer {
    let status: MASCoverage.Status
    var rules: [RuleID] = []
    var findings: [Finding] = []
    var advice: LocalizedText?
    var places: [String] = []
  }

  private func answer(_ rules: [RuleMetadata], limit: MASLimit?) -> Answer {
    let looked = rules.map(\.id).filter(ran.contains)
    let own = rules.flatMap { findings[$0.id] ?? [] }
    let certain = own.filter { $0.confidence >= .medium }
    if !certain.isEmpty { return Answer(status: .found, rules: looked, findings: certain) }
    if !own.isEmpty {
      let advice = LocalizedText(
        "Judge the findings of low confidence.", ja: "確度の低い検出を確認してください。")
      return Answer(
        status: .needsPerson, rules: looked, findings: own, advice: advice, places: own.map(Self.place))
    }
    guard let limit, !isProtected(limit, looked) else {
      if !looked.isEmpty { return Answer(status: .nothingFound, rules: looked) }
      return Answer(status: .notExamined, advice: missing(rules))
    }
    return Answer(
      status: limit.isVisible ? .needsPerson : .notVisible, rules: looked, advice: limit.advice,
      places: limit.isVisible ? places(limit) : [])
  }

  /// Whether the protection whose absence would be the weakness was seen, and rules looked whether it holds.
  private func isProtected(_ limit: MASLimit, _ looked: [RuleID]) -> Bool {
    !looked.isEmpty && report.evidence.contains { limit.protections.contains($0.kind) }
  }

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

  /// At most this many places are named.
  private static let placeLimit = 5

  private func places(_ limit: MASLimit) -> [String] {
    var places: [String] = []
    for evidence in report.evidence where limit.evidence.contains(evidence.kind) {
      let line = evidence.region.map { ":\($0.startLine)" } ?? ""
      places.append(evidence.file + line)
    }
    places += limit.declared?.names(in: report.inventory) ?? []
    return Array(places.prefix(Self.placeLimit))
  }

  private static func place(_ finding: Finding) -> String {
    finding.region.startLine > 0 ? "\(finding.file):\(finding.region.startLine)" : finding.file
  }
}
