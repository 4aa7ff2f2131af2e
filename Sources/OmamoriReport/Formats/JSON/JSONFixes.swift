import OmamoriCore

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
