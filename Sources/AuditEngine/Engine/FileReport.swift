package import OmamoriCore
package import OmamoriReport

/// Collects what the rules find in one file.
package struct FileReport {
  /// What was found so far.
  package private(set) var findings: [Finding] = []
  /// What was seen that answers questions of the checklist.
  package private(set) var evidence: [Evidence] = []

  /// How findings can be repaired, by their places in ``findings``; empty unless that was asked for.
  private(set) var fixes: [Int: SourceFix] = [:]

  private let text: TextSource
  private let offersFixes: Bool
  private var secrets: Set<String> = []
  /// How many steps the findings' flows have together.
  private var flowSteps = 0

  /// How many steps the flows of one file may have before later ones keep their ends only.
  private static let mostFlowSteps = 50_000

  /// Makes an empty report about `text`, which asks rules for fixes only if it `offersFixes`.
  package init(_ text: TextSource, offersFixes: Bool = false) {
    (self.text, self.offersFixes) = (text, offersFixes)
  }

  /// Records a finding of `rule` on the bytes in `range`; severity and confidence are the rule's unless given.
  ///
  /// The values in `secrets` are masked wherever this file is quoted. The `fix` is worked out only when somebody wants
  /// to repair; see ``FixingRule``.
  package mutating func add(
    _ rule: any Rule.Type, at range: Range<Int>, _ message: LocalizedText,
    severity: Severity? = nil, confidence: Confidence? = nil, related: [FindingStep] = [],
    flow: [FindingStep] = [], secrets: [String] = [], fix: @autoclosure () -> SourceFix? = nil
  ) {
    if offersFixes, let fix = fix() { fixes[findings.count] = fix }
    let region = text.lines.region(of: range)
    self.secrets.formUnion(secrets)
    var flow = flow
    if flowSteps > Self.mostFlowSteps, flow.count > 4 { flow = flow.prefix(2) + flow.suffix(2) }
    flowSteps += flow.count
    findings.append(
      Finding(
        rule: rule.metadata.id, severity: severity ?? rule.metadata.severity,
        confidence: confidence ?? rule.metadata.confidence, file: text.path, region: region,
        message: message, snippet: text.lines.text(ofLine: region.startLine), context: text.context,
        flow: flow, related: related, suppression: ProjectTerms.current.suppression(of: secrets),
        excerpt: text.lines.excerpt(around: region)))
  }

  /// Records a finding of `rule` on a region that a reader of another format gave.
  package mutating func add(
    _ rule: any Rule.Type, in region: SourceRegion, _ message: LocalizedText,
    severity: Severity? = nil, confidence: Confidence? = nil, related: [FindingStep] = [],
    secrets: [String] = []
  ) {
    self.secrets.formUnion(secrets)
    findings.append(
      Finding(
        rule: rule.metadata.id, severity: severity ?? rule.metadata.severity,
        confidence: confidence ?? rule.metadata.confidence, file: text.path, region: region,
        message: message, snippet: text.lines.text(ofLine: region.startLine), context: text.context,
        related: related, suppression: ProjectTerms.current.suppression(of: secrets),
        excerpt: text.lines.excerpt(around: region)))
  }

  /// Records a finding of `rule` in machine code, which has no lines; `snippet` says what stands there instead.
  package mutating func add(
    _ rule: any Rule.Type, quoting snippet: String, _ message: LocalizedText, severity: Severity? = nil,
    confidence: Confidence? = nil
  ) {
    findings.append(
      Finding(
        rule: rule.metadata.id, severity: severity ?? rule.metadata.severity,
        confidence: confidence ?? rule.metadata.confidence, file: text.path, region: .wholeFile,
        message: message, snippet: snippet, context: text.context))
  }

  /// Records a piece of evidence on a region that a reader of another format gave.
  package mutating func note(_ kind: Evidence.Kind, in region: SourceRegion?, _ message: LocalizedText) {
    evidence.append(Evidence(kind: kind, file: text.path, region: region, message: message))
  }

  /// Records a piece of evidence on the bytes in `range`.
  package mutating func note(_ kind: Evidence.Kind, at range: Range<Int>, _ message: LocalizedText) {
    evidence.append(
      Evidence(kind: kind, file: text.path, region: text.lines.region(of: range), message: message))
  }

  /// A step that points into this file.
  package func step(at range: Range<Int>, _ message: LocalizedText) -> FindingStep {
    FindingStep(file: text.path, region: text.lines.region(of: range), message: message)
  }

  /// Masks what `other`, whose findings nobody wants, would mask.
  package mutating func mask(secretsOf other: FileReport) { secrets.formUnion(other.secrets) }

  /// Takes what `check` finds, unless it was handed less than there is: what it then misses would count as absent.
  mutating func keep(where looks: LookBudget, _ check: (inout FileReport) -> Void) {
    looks.begin()
    let before = (findings.count, evidence.count)
    check(&self)
    guard looks.isSpent else { return }
    findings.removeLast(findings.count - before.0)
    fixes = fixes.filter { $0.key < before.0 }
    evidence.removeLast(evidence.count - before.1)
  }

  /// Whether something was masked.
  var hasSecrets: Bool { !secrets.isEmpty }

  /// What masks the secrets of this file; `nil` when there are none.
  package var mask: SecretMask? { secrets.isEmpty ? nil : SecretMask(secrets) }

  /// The findings with every secret of this file masked in what they quote.
  package var maskedFindings: [Finding] {
    guard let mask else { return findings }
    return findings.map(mask.apply)
  }
}
