package import OmamoriCore

/// Writes a report as SARIF 2.1.0 for code-scanning services and editors.
///
/// Findings below the minimum confidence are left out; suppressed ones are there, marked. One audit is one run, and the
/// run lists the rules of its findings only: the whole set would be four fifths of a typical file.
///
/// Source: <https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/sarif-v2.1.0-os.html>
package struct SARIFRenderer: ReportRenderer {
  private static let schema =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/schemas/sarif-schema-2.1.0.json"

  private let options: ReportOptions

  /// Makes a renderer.
  package init(_ options: ReportOptions) { self.options = options }

  /// The log, indented, with a line feed at its end.
  package func render(_ report: AuditReport) -> String { log(report).text(.pretty) + "\n" }

  /// The log as a value.
  package func log(_ report: AuditReport) -> JSONValue {
    let results = SARIFResults(report: report, options: options)
    let rules = results.rules
    let run: JSONObject = [
      "tool": ["driver": driver(rules)],
      "automationDetails": ["id": .string("omamori/\(SARIFLocation.reference(category(report.target)))/")],
      "language": options.language == .ja ? "ja" : "en",
      "columnKind": "utf16CodeUnits",
      "originalUriBaseIds": .object(root),
      "invocations": [invocation(report, trimmed: results.trimmed)],
      "results": results.value,
      "taxonomies": rules.taxonomies.components,
      "properties": ["omamori/score": .optional(AuditScore(of: report, options: options).value)],
    ]
    return ["$schema": .string(Self.schema), "version": "2.1.0", "runs": [.object(run)]]
  }

  private func driver(_ rules: SARIFRules) -> JSONValue {
    var driver: JSONObject = [
      "name": .string(options.tool.name), "semanticVersion": .string(options.tool.version),
    ]
    driver["informationUri"] = options.tool.informationURI.map(JSONValue.string)
    driver["rules"] = rules.value
    driver["supportedTaxonomies"] = rules.taxonomies.references
    return .object(driver)
  }

  private var root: JSONObject {
    let text = LocalizedText("The root of the repository.", ja: "リポジトリのルートです。")[options.language]
    return [SARIFLocation.rootName: ["description": ["text": .string(text)]]]
  }

  /// What tells audits of several targets of one repository apart.
  private func category(_ target: AuditTarget) -> String {
    if let identifier = target.bundleIdentifier, !identifier.isEmpty { return identifier }
    let last = target.path.split(separator: "/").last { $0 != "." && $0 != ".." }
    return last.map(String.init) ?? "app"
  }

  private func invocation(_ report: AuditReport, trimmed: Int) -> JSONValue {
    var object: JSONObject = ["executionSuccessful": .bool(options.exitCode.map { $0 != 3 } ?? true)]
    object["exitCode"] = options.exitCode.map { .integer($0) }
    object["startTimeUtc"] = .string(report.startedAtText)
    object["endTimeUtc"] = .string(report.endedAtText)
    var notes = report.skipped.map(notification)
    notes += report.files.parseErrors.sorted { $0.key < $1.key }.map { parseErrors($0, $1) }
    if trimmed > 0 {
      let text = LocalizedText(
        "\(trimmed) findings of the least severity were left out: a run holds \(SARIFResults.resultLimit).",
        ja: "深刻度の低い検出 \(trimmed) 件を省略しました（1 回の上限は \(SARIFResults.resultLimit) 件です）。")
      notes.append(notification(id: "results-trimmed", text[options.language], file: nil))
    }
    if !notes.isEmpty { object["toolExecutionNotifications"] = .array(notes) }
    return .object(object)
  }

  private func notification(_ skipped: SkippedFile) -> JSONValue {
    let text = "\(skipped.reason.title[options.language]): \(skipped.message[options.language])"
    return notification(id: "file-skipped", text, file: skipped.file)
  }

  private func parseErrors(_ file: String, _ count: Int) -> JSONValue {
    let text = LocalizedText(
      "Examined despite \(Phrases.count(count, "syntax error")).", ja: "構文エラーが \(count) 件ありますが、検査しました。")
    return notification(id: "syntax-errors", text[options.language], file: file)
  }

  private func notification(id: String, _ text: String, file: String?) -> JSONValue {
    var object: JSONObject = [
      "descriptor": ["id": .string(id)], "level": "warning",
      "message": ["text": .string(SARIFLocation.text(text))],
    ]
    if let file {
      let locations = SARIFLocation(repositoryPath: options.repositoryPath)
      object["locations"] = [["physicalLocation": ["artifactLocation": locations.artifact(file)]]]
    }
    return .object(object)
  }
}
