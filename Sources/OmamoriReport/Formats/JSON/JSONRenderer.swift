public import OmamoriCore

/// Writes a report as Omamori's own JSON: everything the audit knows, low confidence and suppressed findings included.
///
/// ``AuditJSONSchema`` describes the document.
public struct JSONRenderer: ReportRenderer {
  /// The number that grows when a reader of older documents would misread newer ones.
  public static let schemaVersion = 1

  let options: ReportOptions

  /// Makes a renderer.
  public init(_ options: ReportOptions) { self.options = options }

  /// The document, indented, with a line feed at its end.
  public func render(_ report: AuditReport) -> String { document(report).text(.pretty) + "\n" }

  /// The document as a value.
  public func document(_ report: AuditReport) -> JSONValue {
    let score = AuditScore(of: report, strictCoverage: options.strictCoverage)
    let scores = JSONScore(score: score, language: options.language)
    let findings = JSONFindings(report: report, options: options)
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
      "coverage": [
        "inputs": .strings(report.inputs.sorted().map(\.rawValue)),
        "areas": scores.areas,
        "mastg": .array(
          MASTGCoverage(of: report).entries.map {
            ["id": .string($0.id), "status": .string($0.status.rawValue)]
          }),
      ],
      "checklist": .array(Checklist(of: report).items.map { .object(Self.item($0, options.language)) }),
      "files": files(report),
      "inventory": inventory(report.inventory),
    ]
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
