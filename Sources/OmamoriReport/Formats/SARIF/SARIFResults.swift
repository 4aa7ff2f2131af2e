import OmamoriCore

/// Findings as SARIF's results, gravest first.
struct SARIFResults {
  /// Services refuse a run with more results.
  static let resultLimit = 25_000
  private static let locationLimit = 1000
  private static let stepLimit = 1000

  private let options: ReportOptions
  private let positions: [RuleID: Int]
  private let rules: [RuleID: RuleMetadata]
  private let taxonomies: SARIFTaxonomies
  private let locations: SARIFLocation
  private let fixes: SARIFFixes
  /// The findings that are written, gravest first, and within a severity in the order of the report.
  let findings: [Finding]
  /// How many findings did not fit.
  let trimmed: Int

  init(report: AuditReport, rules: SARIFRules, options: ReportOptions) {
    self.options = options
    (positions, taxonomies) = (rules.positions, rules.taxonomies)
    self.rules = Dictionary(rules.rules.map { ($0.id, $0) }) { first, _ in first }
    locations = SARIFLocation(repositoryPath: options.repositoryPath)
    fixes = SARIFFixes(report, options)
    let shown = report.findings.filter(options.shows)
    let gravestFirst = Severity.allCases.reversed().flatMap { severity in
      shown.filter { $0.severity == severity }
    }
    findings = Array(gravestFirst.prefix(Self.resultLimit))
    trimmed = gravestFirst.count - findings.count
  }

  var value: JSONValue { .array(findings.map(result)) }

  private func result(_ finding: Finding) -> JSONValue {
    let isASCII = finding.snippet.utf8.allSatisfy { $0 < 0x80 }
    let place = locations.location(file: finding.file, region: finding.region, hasExactColumns: isASCII)
    var object: JSONObject = ["ruleId": .string(finding.rule.rawValue)]
    object["ruleIndex"] = positions[finding.rule].map { .integer($0) }
    object["level"] = SARIFRules.level(finding.severity)
    object["message"] = ["text": .string(SARIFLocation.text(finding.message[options.language]))]
    object["locations"] = [.object(place)]
    object["partialFingerprints"] = [
      "primaryLocationLineHash": .string(finding.fingerprint.description)
    ]
    if !finding.flow.isEmpty { object["codeFlows"] = codeFlows(finding.flow) }
    if !finding.related.isEmpty { object["relatedLocations"] = related(finding.related) }
    if let rule = rules[finding.rule] { object["taxa"] = .array(taxonomies.taxa(of: rule)) }
    object["fixes"] = fixes.value(for: finding)
    object["suppressions"] = finding.suppression.map(suppressions)
    object["baselineState"] = options.baselineState(of: finding).map { .string($0.rawValue) }
    object["properties"] = [
      "severity": .string(finding.severity.rawValue), "confidence": .string(finding.confidence.rawValue),
      "context": .string(finding.context.rawValue),
    ]
    return .object(object)
  }

  private func codeFlows(_ steps: [FindingStep]) -> JSONValue {
    let places = steps.prefix(Self.stepLimit).map { step -> JSONValue in
      ["location": .object(location(step))]
    }
    return [["threadFlows": [["locations": .array(places)]]]]
  }

  private func related(_ steps: [FindingStep]) -> JSONValue {
    .array(
      steps.prefix(Self.locationLimit - 1).enumerated().map { index, step in
        var object: JSONObject = ["id": .integer(index + 1)]
        for member in location(step).members { object[member.name] = member.value }
        return .object(object)
      })
  }

  /// A step's place by its lines alone: the text of its line, which would tell the columns' units, is not kept.
  private func location(_ step: FindingStep) -> JSONObject {
    locations.location(
      file: step.file, region: step.region, hasExactColumns: false, message: step.message[options.language])
  }

  private func suppressions(_ suppression: Suppression) -> JSONValue {
    var object: JSONObject = [
      "kind": .string(suppression.kind.rawValue), "justification": .string(suppression.reason),
    ]
    var properties = JSONObject()
    properties["author"] = suppression.author.map(JSONValue.string)
    properties["expires"] = suppression.expires.map { .string($0.description) }
    if !properties.isEmpty { object["properties"] = .object(properties) }
    return [.object(object)]
  }
}
