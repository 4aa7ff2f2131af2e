import OmamoriCore

/// Findings as SARIF's results, gravest first.
struct SARIFResults {
  /// Services refuse a run with more results.
  static let resultLimit = 25_000
  private static let locationLimit = 1000
  private static let stepLimit = 1000

  private let options: ReportOptions
  private let positions: [RuleID: Int]
  private let metadata: [RuleID: RuleMetadata]
  private let locations: SARIFLocation
  private let fixes: SARIFFixes
  /// The findings that are written, gravest first, and within a severity in the order of the report.
  let findings: [Finding]
  /// How many findings did not fit.
  let trimmed: Int
  /// The rules of the findings, in the order of the report.
  let rules: SARIFRules

  init(report: AuditReport, options: ReportOptions) {
    self.options = options
    locations = SARIFLocation(repositoryPath: options.repositoryPath)
    fixes = SARIFFixes(report, options)
    let shown = report.findings.filter(options.shows)
    let gravestFirst = Severity.allCases.reversed().flatMap { severity in
      shown.filter { $0.severity == severity }
    }
    findings = Array(gravestFirst.prefix(Self.resultLimit))
    trimmed = gravestFirst.count - findings.count
    let fired = Set(findings.map(\.rule))
    rules = SARIFRules(rules: report.rules.filter { fired.contains($0.id) }, language: options.language)
    positions = rules.positions
    metadata = Dictionary(rules.rules.map { ($0.id, $0) }) { first, _ in first }
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
    if let rule = metadata[finding.rule] { object["taxa"] = .array(rules.taxonomies.taxa(of: rule)) }
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

/// The repairs that a report offers, as SARIF's `fixes` of a result.
struct SARIFFixes {
  private let locations: SARIFLocation
  private let language: Language
  private let offered: [Fingerprint: [FindingFix]]

  /// Takes those fixes of `report` that are offered and whose places can be told in SARIF's units.
  init(_ report: AuditReport, _ options: ReportOptions) {
    let fixes = (report.fixes ?? []).filter { fix in
      fix.state == .offered && fix.replacements.allSatisfy(\.hasExactColumns)
    }
    offered = Dictionary(grouping: fixes) { $0.finding.fingerprint }
    (locations, language) = (SARIFLocation(repositoryPath: options.repositoryPath), options.language)
  }

  /// The fixes of `finding`, or `nil` when there is none.
  func value(for finding: Finding) -> JSONValue? {
    let fixes = offered[finding.fingerprint]?.filter { $0.finding.region == finding.region } ?? []
    return fixes.isEmpty ? nil : .array(fixes.map(fix))
  }

  private func fix(_ fix: FindingFix) -> JSONValue {
    let replacements = fix.replacements.map { replacement -> JSONValue in
      [
        "deletedRegion": SARIFLocation.region(replacement.region, true),
        "insertedContent": ["text": .string(replacement.new)],
      ]
    }
    return [
      "description": ["text": .string(SARIFLocation.text(fix.title[language]))],
      "artifactChanges": [
        ["artifactLocation": locations.artifact(fix.finding.file), "replacements": .array(replacements)]
      ],
    ]
  }
}

/// Places as SARIF writes them.
struct SARIFLocation {
  /// The name that stands for the repository's root on the reader's machine.
  static let rootName = "%SRCROOT%"

  /// The audited folder relative to the repository's root.
  let repositoryPath: String

  /// A location object.
  func location(file: String, region: SourceRegion, hasExactColumns: Bool, message: String? = nil)
    -> JSONObject
  {
    var object: JSONObject = ["physicalLocation": physical(file, region, hasExactColumns)]
    if let message { object["message"] = ["text": .string(Self.text(message))] }
    return object
  }

  /// `message` for a message object's `text`, where `[text](place)` would be a link and braces hold arguments.
  ///
  /// Braces are doubled; brackets are escaped only where they would make a link. An empty text is not allowed.
  static func text(_ message: String) -> String {
    let hasLink = message.contains("](")
    var text = ""
    for character in message {
      switch character {
      case "{": text += "{{"
      case "}": text += "}}"
      case "[", "]", "\\": text += hasLink ? "\\\(character)" : String(character)
      default: text.append(character)
      }
    }
    return text.isEmpty ? "-" : text
  }

  /// `path` as a relative reference (RFC 3986), its bytes percent-encoded where they have to be.
  static func reference(_ path: String) -> String {
    var output: [UInt8] = []
    let hexadecimal = Array("0123456789ABCDEF".utf8)
    for byte in path.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E, 0x2F: output.append(byte)
      default: output += [0x25, hexadecimal[Int(byte >> 4)], hexadecimal[Int(byte & 15)]]
      }
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// `file` relative to the repository's root.
  func path(of file: String) -> String {
    let folder = repositoryPath.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
    return folder.isEmpty ? file : "\(folder)/\(file)"
  }

  /// The file, relative to the repository's root.
  func artifact(_ file: String) -> JSONValue {
    ["uri": .string(Self.reference(path(of: file))), "uriBaseId": .string(Self.rootName)]
  }

  private func physical(_ file: String, _ region: SourceRegion, _ hasExactColumns: Bool) -> JSONValue {
    ["artifactLocation": artifact(file), "region": Self.region(region, hasExactColumns)]
  }

  /// The region with its four corners, or only its lines when the columns cannot be told in SARIF's units.
  ///
  /// Omamori counts columns in UTF-8 bytes and SARIF in UTF-16 code units: on a line of ASCII they are the same.
  static func region(_ region: SourceRegion, _ hasExactColumns: Bool) -> JSONValue {
    let (startLine, endLine) = (max(1, region.startLine), max(1, region.startLine, region.endLine))
    guard hasExactColumns else { return ["startLine": .integer(startLine), "endLine": .integer(endLine)] }
    let startColumn = max(1, region.startColumn)
    let least = startLine == endLine ? startColumn : 1
    return [
      "startLine": .integer(startLine), "startColumn": .integer(startColumn), "endLine": .integer(endLine),
      "endColumn": .integer(max(least, region.endColumn)),
    ]
  }
}
