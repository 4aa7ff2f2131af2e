public import OmamoriCore

extension JSONRenderer {
  /// The document about a check at run time, indented, with a line feed at its end.
  public func render(_ report: RunTimeReport) -> String { document(report).text(.pretty) + "\n" }

  /// The document about a check at run time as a value, with the members of an audit's document where they fit.
  public func document(_ report: RunTimeReport) -> JSONValue {
    let score = report.score(strictCoverage: options.strictCoverage)
    var scores: JSONObject = ["checklist": .optional(score.value)]
    if score.value == nil { scores["reason"] = .string(JSONScore.nothingExamined[options.language]) }
    scores["strictCoverage"] = .bool(score.isStrict)
    scores["deductions"] = .array(
      score.deductions.map { JSONScore.deduction("checklist", $0, options.language) })
    return [
      "schemaVersion": .integer(Self.schemaVersion), "kind": "run-time",
      "tool": ["name": .string(options.tool.name), "version": .string(options.tool.version)],
      "target": ["name": .string(report.subject)],
      "startedAt": .string(AuditReport.timestamp(report.startedAt)),
      "durationMs": .integer(report.duration.wholeMilliseconds),
      "language": .string(options.language.rawValue),
      "score": .object(scores),
      "coverage": ["areas": JSONScore.areas(score, options.language)],
      "checklist": .array(report.outcomes.map(outcome)),
    ]
  }

  private func outcome(_ outcome: CheckOutcome) -> JSONValue {
    let (result, standards) = (outcome.result, outcome.standards)
    var object = Self.item(outcome.item, options.language)
    object["area"] = .optional(outcome.area?.rawValue)
    switch result.state {
    case .passed: object["state"] = "passed"
    case .failed: object["state"] = "failed"
    case .unavailable(let reason):
      object["state"] = "unavailable"
      object["unavailable"] = .string(reason.name)
    }
    object["problems"] = .array(
      result.problems.map {
        ["severity": .string($0.severity.rawValue), "message": .string($0.message[options.language])]
      })
    var facts = JSONObject()
    for fact in result.facts { facts[fact.name] = Self.value(fact.value) }
    object["facts"] = .object(facts)
    object["owaspMobile2024"] = .strings(standards.owaspMobile2024.map(\.rawValue))
    object["masvs"] = .strings(standards.masvs.map { "MASVS-\($0)" })
    object["mastg"] = .strings(standards.mastg.map(RuleMetadata.mastgReference))
    object["cwe"] = .strings(standards.cwe.map { "CWE-\($0)" })
    object["durationMs"] = .integer(outcome.took.wholeMilliseconds)
    return .object(object)
  }

  private static func value(_ value: CheckFact.Value) -> JSONValue {
    switch value {
    case .number(let number): .integer(number)
    case .flag(let flag): .bool(flag)
    case .text(let text): .string(text)
    case .list(let texts): .strings(texts)
    }
  }
}
