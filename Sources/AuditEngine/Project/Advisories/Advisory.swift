package import OmamoriCore
package import OmamoriReport

/// A published weakness of a component in some of its versions.
package struct Advisory: Sendable {
  /// Versions from one on and before another.
  package struct Range: Sendable {
    /// The first version concerned, or `nil` for every earlier one.
    package let from: SemanticVersion?
    /// The first version that is not concerned any more, or `nil` when none is known.
    package let fixed: SemanticVersion?

    /// Makes a range of versions written as text.
    package init(from: String? = nil, fixed: String?) {
      self.from = from.flatMap(SemanticVersion.init)
      self.fixed = fixed.flatMap(SemanticVersion.init)
      (self.fixedText, self.fromText) = (fixed, from)
    }

    /// The first sound version as it is written.
    package let fixedText: String?
    /// The first version concerned as it is written.
    package let fromText: String?

    /// Whether `version` is concerned.
    package func contains(_ version: SemanticVersion) -> Bool {
      if let from, version < from { return false }
      return fixed.map { version < $0 } ?? true
    }
  }

  /// The number under which it is published, such as `CVE-2025-0509`.
  package let id: String
  /// The component.
  package let package: PackageIdentity
  /// The versions concerned.
  package let ranges: [Range]
  /// How serious it is.
  package let severity: Severity
  /// What an attacker can do.
  package let summary: LocalizedText

  /// The day of the table that it is from.
  package var date = Advisories.date

  /// Makes an advisory.
  package init(
    _ id: String, _ package: String, _ ranges: [Range], _ severity: Severity, _ summary: LocalizedText
  ) {
    (self.id, self.package, self.ranges) = (id, PackageIdentity(package), ranges)
    (self.severity, self.summary) = (severity, summary)
  }

  /// The range that `version` lies in.
  package func range(of version: SemanticVersion) -> Range? { ranges.first { $0.contains(version) } }
}

/// Reads a file of advisories that a user supplies, newer than those that come with the audit.
///
/// It only ever adds: an advisory that comes with the audit cannot be taken back by a file.
package enum AdvisoryFile {
  /// No file is larger, in bytes.
  package static let sizeLimit = 4 << 20

  private static let keys = ["date", "advisories"]
  private static let advisoryKeys = ["id", "package", "severity", "ranges", "summary", "summaryJapanese"]
  private static let rangeKeys = ["from", "fixed"]

  /// Reads the content of a file.
  ///
  /// - Throws: ``ReportError`` on everything that is not exactly right.
  package static func read(_ bytes: [UInt8]) throws(ReportError) -> [Advisory] {
    let value: JSONValue
    do throws(CoreError) {
      value = try StrictJSON.parse(
        bytes, limits: JSONLimits(depth: 8, size: sizeLimit, values: 200_000, numberLength: 32))
    } catch {
      throw .notJSON(error)
    }
    let object = try object("advisories", value, keys)
    guard let date = object["date"]?.stringValue, CalendarDay(date) != nil else {
      throw .wrongValue(key: "date", expected: "\"2027-01-31\"")
    }
    guard let list = object["advisories"]?.arrayValue, list.count <= 20_000 else {
      throw .wrongValue(key: "advisories", expected: "[{…}]")
    }
    var advisories: [Advisory] = []
    for (index, item) in list.enumerated() {
      var advisory = try advisory("advisories[\(index)]", item)
      advisory.date = date
      advisories.append(advisory)
    }
    return advisories
  }

  private static func advisory(_ key: String, _ value: JSONValue) throws(ReportError) -> Advisory {
    let object = try object(key, value, advisoryKeys)
    let id = try text("\(key).id", object["id"])
    let package = try text("\(key).package", object["package"])
    let summary = try text("\(key).summary", object["summary"])
    var japanese = summary
    if let other = object["summaryJapanese"] { japanese = try text("\(key).summaryJapanese", other) }
    guard let severity = object["severity"]?.stringValue.flatMap(Severity.init) else {
      let words = Severity.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
      throw .wrongValue(key: "\(key).severity", expected: words)
    }
    guard let list = object["ranges"]?.arrayValue, (1...100).contains(list.count) else {
      throw .wrongValue(key: "\(key).ranges", expected: "[{\"from\": \"1.0\", \"fixed\": \"1.2\"}]")
    }
    var ranges: [Advisory.Range] = []
    for (index, item) in list.enumerated() { ranges.append(try range("\(key).ranges[\(index)]", item)) }
    return Advisory(id, package, ranges, severity, LocalizedText(summary, ja: japanese))
  }

  private static func range(_ key: String, _ value: JSONValue) throws(ReportError) -> Advisory.Range {
    let object = try object(key, value, rangeKeys)
    let (from, fixed) = (
      try version("\(key).from", object["from"]), try version("\(key).fixed", object["fixed"])
    )
    return Advisory.Range(from: from, fixed: fixed)
  }

  private static func version(_ key: String, _ value: JSONValue?) throws(ReportError) -> String? {
    guard let value else { return nil }
    let written = try text(key, value)
    guard SemanticVersion(written) != nil else { throw .wrongValue(key: key, expected: "\"1.2.3\"") }
    return written
  }

  private static func text(_ key: String, _ value: JSONValue?) throws(ReportError) -> String {
    guard let text = value?.stringValue, !text.isEmpty, text.utf8.count <= 400 else {
      throw .wrongValue(key: key, expected: "\"…\"")
    }
    return text
  }

  private static func object(
    _ key: String, _ value: JSONValue, _ known: [String]
  ) throws(ReportError) -> JSONObject {
    guard let object = value.objectValue else { throw .wrongValue(key: key, expected: "{…}") }
    for member in object.members where !known.contains(member.name) {
      throw .unknownKey(key + "." + member.name, suggestion: NearestName.of(member.name, among: known))
    }
    return object
  }
}
