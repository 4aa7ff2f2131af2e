import OmamoriCore

/// Findings and rules as JSON.
struct JSONFindings {
  private let report: AuditReport
  private let options: ReportOptions
  private let rules: [RuleID: RuleMetadata]

  init(report: AuditReport, options: ReportOptions) {
    (self.report, self.options) = (report, options)
    rules = Dictionary(report.rules.map { ($0.id, $0) }) { first, _ in first }
  }

  var value: JSONValue { .array(report.findings.map(finding)) }

  func rule(_ rule: RuleMetadata) -> JSONValue {
    [
      "id": .string(rule.id.rawValue), "title": .string(rule.title[options.language]),
      "why": .string(rule.why[options.language]), "severity": .string(rule.severity.rawValue),
      "confidence": .string(rule.confidence.rawValue), "cwe": .strings(rule.cweReferences),
      "owaspMobile2024": .strings(rule.owaspMobile2024.map(\.rawValue)),
      "owaspMobile2016": .strings(rule.owaspMobile2016.map(\.rawValue)),
      "masvs": .strings(rule.masvsReferences), "maswe": .strings(rule.masweReferences),
      "mastg": .strings(rule.mastgReferences), "profiles": .strings(rule.profileReferences),
      "fix": fix(rule),
    ]
  }

  private func finding(_ finding: Finding) -> JSONValue {
    let rule = rules[finding.rule]
    let region = finding.region
    var object: JSONObject = [
      "id": .string(finding.fingerprint.description), "rule": .string(finding.rule.rawValue),
      "title": .string(rule?.title[options.language] ?? finding.rule.rawValue),
      "message": .string(finding.message[options.language]), "severity": .string(finding.severity.rawValue),
      "confidence": .string(finding.confidence.rawValue), "file": .string(finding.file),
      "startLine": .integer(region.startLine), "startColumn": .integer(region.startColumn),
      "endLine": .integer(region.endLine), "endColumn": .integer(region.endColumn),
      "snippet": .string(finding.snippet), "context": .string(finding.context.rawValue),
      "cwe": .strings(rule?.cweReferences ?? []),
      "owaspMobile2024": .strings(rule?.owaspMobile2024.map(\.rawValue) ?? []),
      "owaspMobile2016": .strings(rule?.owaspMobile2016.map(\.rawValue) ?? []),
      "masvs": .strings(rule?.masvsReferences ?? []), "maswe": .strings(rule?.masweReferences ?? []),
      "mastg": .strings(rule?.mastgReferences ?? []), "profiles": .strings(rule?.profileReferences ?? []),
      "flow": .array(finding.flow.map(step)), "related": .array(finding.related.map(step)),
      "fix": rule.map(fix) ?? .null, "suppressed": .bool(finding.suppression != nil),
    ]
    if let suppression = finding.suppression {
      var members: JSONObject = [
        "kind": .string(suppression.kind.rawValue), "reason": .string(suppression.reason),
      ]
      members["author"] = suppression.author.map(JSONValue.string)
      members["expires"] = suppression.expires.map { .string($0.description) }
      object["suppression"] = .object(members)
    }
    object["baselineState"] = .optional(options.baselineState(of: finding)?.rawValue)
    return .object(object)
  }

  private func step(_ step: FindingStep) -> JSONValue {
    [
      "file": .string(step.file), "line": .integer(step.region.startLine),
      "column": .integer(step.region.startColumn), "message": .string(step.message[options.language]),
    ]
  }

  private func fix(_ rule: RuleMetadata) -> JSONValue {
    let library = rule.fix.library
    return [
      "text": .string(rule.fix.text[options.language]), "snippet": .string(rule.example.good),
      "library": library == .none ? .null : .string(library.rawValue),
    ]
  }
}

/// Repairs as JSON.
struct JSONFixes {
  let fixes: [FindingFix]
  let language: Language

  var value: JSONValue { .array(fixes.map(fix)) }

  private func fix(_ fix: FindingFix) -> JSONValue {
    let finding = fix.finding
    var object: JSONObject = [
      "finding": .string(finding.fingerprint.description), "rule": .string(finding.rule.rawValue),
      "file": .string(finding.file), "startLine": .integer(finding.region.startLine),
      "startColumn": .integer(finding.region.startColumn), "title": .string(fix.title[language]),
    ]
    switch fix.state {
    case .offered: object["state"] = "offered"
    case .applied: object["state"] = "applied"
    case .refused(let reason):
      object["state"] = "refused"
      object["reason"] = .string(reason[language])
    }
    object["comment"] = fix.comment.map(JSONValue.string)
    object["replacements"] = .array(fix.replacements.map(replacement))
    return .object(object)
  }

  private func replacement(_ replacement: FindingFix.Replacement) -> JSONValue {
    let region = replacement.region
    return [
      "startLine": .integer(region.startLine), "startColumn": .integer(region.startColumn),
      "endLine": .integer(region.endLine), "endColumn": .integer(region.endColumn),
      "old": .string(replacement.old), "new": .string(replacement.new),
    ]
  }
}
