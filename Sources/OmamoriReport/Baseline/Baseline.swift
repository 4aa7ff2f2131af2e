import OmamoriCore

/// The findings that were known at one time, so that a build fails for new ones only.
///
/// A finding is known again by its fingerprint. Where none fits, a finding of the same rule on a line with the same
/// text in another file is taken for one that moved, each known one for one finding: renaming a file makes no finding
/// new. A baseline holds no messages, no reasons and no secrets.
package struct Baseline: Sendable, Hashable {
  /// The number that grows when a reader of older files would misread newer ones.
  package static let version = 1
  /// The limit to the size of a file, in bytes.
  package static let sizeLimit = 64 << 20

  /// A finding that is known.
  package struct Entry: Sendable, Hashable {
    /// Its identity.
    package let fingerprint: Fingerprint
    /// Its rule.
    package let rule: RuleID
    /// Its file, relative to the audited path.
    package let file: String
    /// The text of its line, without needless white space and with secrets masked.
    package let line: String
  }

  /// The findings, sorted by file, rule, line and fingerprint.
  package let entries: [Entry]

  /// The findings of `report` that count, as they are known from now on.
  package init(of report: AuditReport) {
    self.init(
      report.activeFindings.map {
        Entry(
          fingerprint: $0.fingerprint, rule: $0.rule, file: $0.file, line: Fingerprint.normalized($0.snippet))
      })
  }

  private init(_ entries: [Entry]) {
    var distinct: [Fingerprint: Entry] = [:]
    for entry in entries { distinct[entry.fingerprint] = entry }
    self.entries = distinct.values.sorted { left, right in
      (left.file, left.rule, left.line, left.fingerprint)
        < (right.file, right.rule, right.line, right.fingerprint)
    }
  }

  /// Reads a baseline that ``text`` wrote.
  ///
  /// - Throws: ``ReportError`` when the bytes hold anything else.
  package init(_ bytes: [UInt8]) throws(ReportError) {
    let value: JSONValue
    do throws(CoreError) {
      value = try StrictJSON.parse(
        bytes, limits: JSONLimits(depth: 8, size: Self.sizeLimit, values: 4_000_000, numberLength: 32))
    } catch {
      throw .notJSON(error)
    }
    guard let version = value["omamoriBaseline"]?.intValue, let list = value["findings"]?.arrayValue else {
      throw .notThe(.baseline)
    }
    guard version <= Self.version else { throw .newer(.baseline, version: version) }
    var entries: [Entry] = []
    for item in list {
      guard let fingerprint = item["id"]?.stringValue.flatMap({ Fingerprint($0) }),
        let rule = item["rule"]?.stringValue, let file = item["file"]?.stringValue,
        let line = item["line"]?.stringValue
      else { throw .notThe(.baseline) }
      entries.append(Entry(fingerprint: fingerprint, rule: RuleID(rawValue: rule), file: file, line: line))
    }
    self.init(entries)
  }

  /// The baseline as JSON, one finding a line so that version control shows what changed, with a line feed at its end.
  package var text: String {
    let lines = entries.map { entry -> String in
      let value: JSONValue = [
        "id": .string(entry.fingerprint.description), "rule": .string(entry.rule.rawValue),
        "file": .string(entry.file), "line": .string(entry.line),
      ]
      return "    " + value.text()
    }
    let list = lines.isEmpty ? "[]" : "[\n" + lines.joined(separator: ",\n") + "\n  ]"
    return "{\n  \"omamoriBaseline\": \(Self.version),\n  \"findings\": \(list)\n}\n"
  }

  /// The fingerprints that are known, with those of moved findings as they are in `report`.
  ///
  /// The result goes into ``ReportOptions/baseline``.
  package func fingerprints(in report: AuditReport) -> Set<Fingerprint> {
    struct Key: Hashable {
      let rule: RuleID
      let line: String
      let name: Substring
    }
    let present = Set(report.findings.map(\.fingerprint))
    var known = Set(entries.map(\.fingerprint))
    // A file that kept its name in another folder comes before any other one.
    for keepsName in [true, false] {
      var gone: [Key: ItemsByFile<Fingerprint>] = [:]
      for entry in entries where !present.contains(entry.fingerprint) && !entry.line.isEmpty {
        guard known.contains(entry.fingerprint) else { continue }
        let key = Key(rule: entry.rule, line: entry.line, name: keepsName ? Self.name(entry.file) : "")
        gone[key, default: ItemsByFile()].append(entry.fingerprint, in: entry.file)
      }
      guard !gone.isEmpty else { return known }
      for finding in report.findings where !known.contains(finding.fingerprint) {
        let key = Key(
          rule: finding.rule, line: Fingerprint.normalized(finding.snippet),
          name: keepsName ? Self.name(finding.file) : "")
        guard let fingerprint = gone[key]?.takeFirst(notIn: finding.file) else { continue }
        known.remove(fingerprint)
        known.insert(finding.fingerprint)
      }
    }
    return known
  }

  private static func name(_ file: String) -> Substring { file.split(separator: "/").last ?? "" }
}
