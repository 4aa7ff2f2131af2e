import OmamoriCore

/// Two audits of the same app side by side: what came, what went and what stayed.
package struct AuditComparison: Sendable, Hashable {
  /// A finding as a report tells it.
  package struct Item: Sendable, Hashable {
    /// Its identity.
    package let fingerprint: Fingerprint
    /// Its rule.
    package let rule: String
    /// How grave it is.
    package let severity: Severity
    /// How sure the rule is.
    package let confidence: Confidence
    /// Its file, relative to the audited path.
    package let file: String
    /// Its first line.
    package let line: Int
    /// The evidence, in the language of its report.
    package let message: String
    /// The text of the line.
    let snippet: String
  }

  /// The limit to the size of a report, in bytes.
  package static let sizeLimit = 256 << 20

  /// The score before, or `nil` when there is none.
  package let before: Int?
  /// The score after, or `nil` when there is none.
  package let after: Int?
  /// What only the newer report has, gravest first.
  package let new: [Item]
  /// What only the older report has, gravest first.
  package let fixed: [Item]
  /// What both have, as the newer report tells it, gravest first.
  package let unchanged: [Item]

  /// Whether the two were made with different rules, so that not every difference is one of the app.
  let hasOtherRules: Bool

  /// Compares two reports in Omamori's JSON; suppressed findings count as removed.
  ///
  /// A finding whose file was renamed is the same one, as for a ``Baseline``.
  ///
  /// - Parameters:
  ///   - old: The bytes of the older report.
  ///   - new: The bytes of the newer report.
  /// - Throws: ``ReportError`` when one of them is no report.
  package init(old: [UInt8], new: [UInt8]) throws(ReportError) {
    self.init(try ReadReport(old), try ReadReport(new))
  }

  /// Compares the findings that two audits show, each by its own options.
  package init(
    old: AuditReport, _ oldOptions: ReportOptions, new: AuditReport, _ newOptions: ReportOptions
  ) {
    self.init(ReadReport(old, oldOptions), ReadReport(new, newOptions))
  }

  private init(_ earlier: ReadReport, _ later: ReadReport) {
    (before, after) = (earlier.score, later.score)
    hasOtherRules = earlier.rules != later.rules
    var gone: [Fingerprint: Item] = [:]
    for item in earlier.items { gone[item.fingerprint] = item }
    var (fresh, kept) = ([Item](), [Item]())
    for item in later.items {
      if gone.removeValue(forKey: item.fingerprint) != nil { kept.append(item) } else { fresh.append(item) }
    }
    struct Key: Hashable {
      let rule: String
      let snippet: String
    }
    var moved: [Key: ItemsByFile<Fingerprint>] = [:]
    for item in gone.values.sorted(by: Self.precedes) where !item.snippet.isEmpty {
      moved[Key(rule: item.rule, snippet: item.snippet), default: ItemsByFile()]
        .append(item.fingerprint, in: item.file)
    }
    self.new = fresh.filter { item in
      let key = Key(rule: item.rule, snippet: item.snippet)
      guard let fingerprint = moved[key]?.takeFirst(notIn: item.file) else { return true }
      gone[fingerprint] = nil
      kept.append(item)
      return false
    }.sorted(by: Self.precedes)
    fixed = gone.values.sorted(by: Self.precedes)
    unchanged = kept.sorted(by: Self.precedes)
  }

  private static func precedes(_ left: Item, _ right: Item) -> Bool {
    if left.severity != right.severity { return left.severity > right.severity }
    return (left.file, left.line, left.rule, left.fingerprint)
      < (right.file, right.line, right.rule, right.fingerprint)
  }
}

/// What a comparison needs of a report.
private struct ReadReport {
  let score: Int?
  let items: [AuditComparison.Item]
  /// What tells the rules that were asked from others.
  let rules: String?

  init(_ bytes: [UInt8]) throws(ReportError) {
    let value: JSONValue
    do throws(CoreError) {
      value = try StrictJSON.parse(
        bytes,
        limits: JSONLimits(depth: 32, size: AuditComparison.sizeLimit, values: 8_000_000, numberLength: 64))
    } catch {
      throw .notJSON(error)
    }
    guard let version = value["schemaVersion"]?.intValue, let list = value["findings"]?.arrayValue,
      value["kind"] == nil, let score = value["score"]
    else { throw .notThe(.report) }
    guard version >= 1 else { throw .notThe(.report) }
    guard version <= JSONRenderer.schemaVersion else { throw .newer(.report, version: version) }
    rules = value["tool"]?["ruleSetHash"]?.stringValue
    // Version 1 had other scores, which say nothing beside this one.
    self.score = version >= 2 ? score["value"]?.intValue : nil
    var items: [AuditComparison.Item] = []
    for finding in list where finding["suppressed"]?.boolValue != true {
      guard let item = AuditComparison.Item(finding) else { throw .notThe(.report) }
      items.append(item)
    }
    self.items = items
  }

  init(_ report: AuditReport, _ options: ReportOptions) {
    score = AuditScore(of: report, options: options).value
    items = options.findings(in: report).map { AuditComparison.Item($0, options.language) }
    rules = RuleSetHash.text(of: report.rules)
  }
}

extension AuditComparison.Item {
  fileprivate init(_ finding: Finding, _ language: Language) {
    (fingerprint, rule) = (finding.fingerprint, finding.rule.rawValue)
    (severity, confidence) = (finding.severity, finding.confidence)
    (file, line, message) = (finding.file, finding.region.startLine, finding.message[language])
    snippet = Fingerprint.normalized(finding.snippet)
  }

  fileprivate init?(_ value: JSONValue) {
    guard let fingerprint = value["id"]?.stringValue.flatMap({ Fingerprint($0) }),
      let rule = value["rule"]?.stringValue,
      let severity = value["severity"]?.stringValue.flatMap(Severity.init),
      let confidence = value["confidence"]?.stringValue.flatMap(Confidence.init),
      let file = value["file"]?.stringValue, let line = value["startLine"]?.intValue,
      let message = value["message"]?.stringValue, let snippet = value["snippet"]?.stringValue
    else { return nil }
    (self.fingerprint, self.rule, self.severity, self.confidence) = (fingerprint, rule, severity, confidence)
    (self.file, self.line, self.message) = (file, line, message)
    self.snippet = Fingerprint.normalized(snippet)
  }
}
