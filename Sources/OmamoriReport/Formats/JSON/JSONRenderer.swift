package import OmamoriCore

/// Writes a report as Omamori's own JSON: everything the audit knows, low confidence and suppressed findings included.
///
/// ``AuditJSONSchema`` describes the document.
package struct JSONRenderer: ReportRenderer {
  /// The number that grows when a reader of older documents would misread newer ones.
  package static let schemaVersion = 2

  let options: ReportOptions

  /// Makes a renderer.
  package init(_ options: ReportOptions) { self.options = options }

  /// The document, indented, with a line feed at its end.
  package func render(_ report: AuditReport) -> String { document(report).text(.pretty) + "\n" }

  /// The document as a value.
  package func document(_ report: AuditReport) -> JSONValue {
    let scores = JSONScore(report: report, options: options)
    let findings = JSONFindings(report: report, options: options)
    let coverage = MASCoverage(of: report)
    var document: JSONObject = [
      "schemaVersion": .integer(Self.schemaVersion),
      "tool": [
        "name": .string(options.tool.name), "version": .string(options.tool.version),
        "ruleSetHash": .string(RuleSetHash.text(of: report.rules)),
      ],
      "target": target(report.target),
      "startedAt": .string(report.startedAtText),
      "durationMs": .integer(report.durationMilliseconds),
      "language": .string(options.language.rawValue),
      "score": scores.value,
      "counts": counts(FindingCounts(report, options)),
      "coverage": [
        "inputs": .strings(report.inputs.sorted().map(\.rawValue)),
        "areas": scores.areas,
        "maswe": .array(coverage.weaknesses.map { Self.entry($0, options.language) }),
        "mastg": .array(coverage.tests.map { Self.entry($0, options.language) }),
      ],
      "checklist": .array(Checklist(of: report).items.map { .object(Self.item($0, options.language)) }),
      "files": files(report),
      "inventory": inventory(report.inventory),
    ]
    document["profiles"] = report.profiles.map { .strings($0.sorted().map(\.rawValue)) }
    if let note = report.configuration {
      document["configuration"] = [
        "file": .string(note.file), "changes": .strings(note.changes.map { $0[options.language] }),
      ]
    }
    if let baseline = options.baseline { document["baseline"] = self.baseline(baseline, report) }
    document["fixes"] = report.fixes.map { JSONFixes(fixes: $0, language: options.language).value }
    document["findings"] = findings.value
    document["rules"] = .array(report.rules.map(findings.rule))
    return .object(document)
  }

  private func counts(_ counts: FindingCounts) -> JSONValue {
    var shown = JSONObject()
    for severity in Severity.allCases.reversed() {
      shown[severity.rawValue] = .integer(counts.shown[severity] ?? 0)
    }
    return [
      "shown": .object(shown),
      "notShown": [
        "suppressed": .integer(counts.suppressed), "baseline": .integer(counts.known),
        "lowerConfidence": .integer(counts.doubtful), "lowerSeverity": .integer(counts.minor),
      ],
    ]
  }

  /// What is known about a weakness or a test.
  private static func entry(_ entry: MASCoverage.Entry, _ language: Language) -> JSONValue {
    var object: JSONObject = [
      "id": .string(entry.id), "title": .string(entry.title[language]),
      "profiles": .strings(entry.profiles.sorted().map(\.rawValue)), "status": .string(entry.status.rawValue),
      "rules": .strings(entry.rules.map(\.rawValue)),
      "findings": .strings(entry.findings.map(\.fingerprint.description)),
    ]
    object["advice"] = entry.advice.map { .string($0[language]) }
    object["places"] = .strings(entry.places)
    return .object(object)
  }

  private func target(_ target: AuditTarget) -> JSONValue {
    var object: JSONObject = [
      "path": .string(target.path), "kind": .string(target.kind.rawValue), "isApp": .bool(target.isApp),
    ]
    object["bundleId"] = target.bundleIdentifier.map(JSONValue.string)
    object["version"] = target.version.map(JSONValue.string)
    object["commit"] = target.commit.map(JSONValue.string)
    return .object(object)
  }

  /// A question of the checklist, of an audit or at run time.
  static func item(_ item: ChecklistItem, _ language: Language) -> JSONObject {
    [
      "id": .string(item.id), "question": .string(item.question[language]),
      "answer": .string(item.answer.rawValue), "reason": .string(item.reason[language]),
      "findings": .strings(item.findings.map(\.fingerprint.description)),
      "evidence": .array(item.evidence.map { JSONScore.evidence($0, language) }),
    ]
  }

  private func files(_ report: AuditReport) -> JSONValue {
    let excluded = report.files.excluded.sorted { $0.key.rawValue < $1.key.rawValue }
    let parseErrors = report.files.parseErrors.sorted { $0.key < $1.key }
    return [
      "scanned": .integer(report.files.scanned),
      "excluded": .array(excluded.map { ["context": .string($0.rawValue), "files": .integer($1)] }),
      "skipped": .array(
        report.skipped.map {
          [
            "file": .string($0.file), "reason": .string($0.reason.rawValue),
            "message": .string($0.message[options.language]),
          ]
        }),
      "parseErrors": .array(parseErrors.map { ["file": .string($0), "errors": .integer($1)] }),
    ]
  }

  private func inventory(_ inventory: AppInventory) -> JSONValue {
    [
      "permissions": .strings(inventory.permissions), "entitlements": .strings(inventory.entitlements),
      "urlSchemes": .strings(inventory.urlSchemes), "atsExceptions": .strings(inventory.atsExceptions),
      "domains": .strings(inventory.domains),
      "dependencies": .array(
        inventory.dependencies.map {
          ["name": .string($0.name), "version": .optional($0.version), "source": .string($0.source)]
        }),
      "binaries": .strings(inventory.binaries),
    ]
  }

  private func baseline(_ known: Set<Fingerprint>, _ report: AuditReport) -> JSONValue {
    let present = Set(report.findings.map(\.fingerprint))
    return [
      "known": .integer(known.count), "unchanged": .integer(known.intersection(present).count),
      "new": .integer(present.subtracting(known).count),
      "fixed": .strings(known.subtracting(present).sorted().map(\.description)),
    ]
  }
}

extension JSONRenderer {
  /// The document about a check at run time, indented, with a line feed at its end.
  package func render(_ report: RunTimeReport) -> String { document(report).text(.pretty) + "\n" }

  /// The document about a check at run time as a value, with the members of an audit's document where they fit.
  package func document(_ report: RunTimeReport) -> JSONValue {
    let score = report.score(strictCoverage: options.strictCoverage)
    var scores: JSONObject = ["checklist": .object(JSONScore.checklist(score, options.language))]
    if score.value == nil { scores["reason"] = .string(JSONScore.nothingExamined[options.language]) }
    scores["strictCoverage"] = .bool(score.isStrict)
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
    object["mastg"] = .strings(standards.mastg.map(MASTest.id))
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

/// The scores of an audit as JSON.
struct JSONScore {
  private let score: AuditScore
  private let checklist: ChecklistScore
  private let checklistWithSuppressed: ChecklistScore
  private let language: Language

  init(report: AuditReport, options: ReportOptions) {
    score = AuditScore(of: report, options: options)
    checklist = ChecklistScore(of: report, strictCoverage: options.strictCoverage)
    checklistWithSuppressed = ChecklistScore(
      of: report, strictCoverage: options.strictCoverage, includingSuppressed: true)
    language = options.language
  }

  var value: JSONValue {
    var object: JSONObject = ["value": .optional(score.value)]
    if score.value == nil { object["reason"] = .string(Self.nothingExamined[language]) }
    object["bound"] = .integer(score.bound)
    object["worst"] = .optional(score.worst?.rawValue)
    object["strictCoverage"] = .bool(checklist.isStrict)
    object["suppressed"] = [
      "findings": .integer(score.suppressed?.count ?? 0),
      "scoreWithThem": .optional(score.suppressed?.value ?? score.value),
    ]
    object["baseline"] = [
      "findings": .integer(score.known?.count ?? 0),
      "scoreWithoutThem": .optional(score.known?.value ?? score.value),
    ]
    object["rules"] = .array(
      score.weights.map {
        [
          "rule": .string($0.rule.rawValue), "severity": .string($0.severity.rawValue),
          "findings": .integer($0.findings.count), "weight": .integer($0.thousandths),
        ]
      })
    object["categories"] = .array(
      score.categories.map {
        [
          "category": .string($0.category.rawValue), "title": .string($0.category.title[language]),
          "examined": .bool($0.isExamined), "score": .optional($0.value),
        ]
      })
    var sum = Self.checklist(checklist, language)
    sum["withoutSuppressions"] = .optional(checklistWithSuppressed.value)
    object["checklist"] = .object(sum)
    return .object(object)
  }

  var areas: JSONValue { Self.areas(checklist, language) }

  /// What is known of each area.
  static func areas(_ score: ChecklistScore, _ language: Language) -> JSONValue {
    .array(
      score.answers.map { answer in
        [
          "area": .string(answer.area.rawValue), "title": .string(answer.area.title[language]),
          "examined": .bool(answer.isExamined), "state": .string(answer.state.rawValue),
          "reason": .string(answer.reason[language]),
        ]
      })
  }

  static func evidence(_ evidence: Evidence, _ language: Language) -> JSONValue {
    [
      "kind": .string(evidence.kind.rawValue), "file": .string(evidence.file),
      "line": .optional(evidence.region?.startLine), "message": .string(evidence.message[language]),
    ]
  }

  static let nothingExamined = LocalizedText(
    "There is no score because nothing that it rests on could be examined.",
    ja: "スコアの根拠となる対象を検査できなかったため、スコアはありません。")

  /// The checklist score with what it lost.
  static func checklist(_ score: ChecklistScore, _ language: Language) -> JSONObject {
    [
      "value": .optional(score.value),
      "deductions": .array(score.deductions.map { deduction($0, language) }),
    ]
  }

  /// Points that a checklist lost.
  private static func deduction(_ deduction: Deduction, _ language: Language) -> JSONValue {
    [
      "area": .string(deduction.area.rawValue), "thousandths": .integer(deduction.thousandths),
      "reason": .string(deduction.reason[language]),
      "findings": .strings(deduction.findings.map(\.fingerprint.description)),
      "evidence": .array(deduction.evidence.map { evidence($0, language) }),
    ]
  }
}

/// A number that changes when the rules of an audit change: 32 hexadecimal digits, not cryptographic.
enum RuleSetHash {
  /// The hash of the ids, ratings and mappings of `rules` in their order.
  static func text(of rules: [RuleMetadata]) -> String {
    var hash = FNV1a128()
    hash.combine(field: "omamori-rules/1")
    for rule in rules {
      hash.combine(field: rule.id.rawValue)
      hash.combine(field: rule.severity.rawValue)
      hash.combine(field: rule.confidence.rawValue)
      let references =
        rule.cweReferences + rule.masweReferences + rule.masvsReferences + rule.mastgReferences
      let categories = rule.owaspMobile2024.map(\.rawValue) + rule.owaspMobile2016.map(\.rawValue)
      for reference in references + categories { hash.combine(field: reference) }
      hash.combine(field: "")
    }
    return hash.hexadecimal
  }
}
