import Foundation
import OmamoriCore
import Testing

@testable import OmamoriReport

/// JSON and SARIF: what the formats promise, and what independent readers say of them.
@Suite struct MachineFormatTests {
  private static let schemaFile = Golden.folder.deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Documentation/formats/omamori-audit.schema.json")

  private func sarifRun(_ report: AuditReport, _ options: ReportOptions = Sample.options()) -> JSONValue? {
    SARIFRenderer(options).log(report)["runs"]?[0]
  }

  private var documents: [(AuditReport, ReportOptions)] {
    var compared = Sample.options(.ja)
    compared.baseline = Set(Sample.bank.findings.prefix(2).map(\.fingerprint))
    compared.exitCode = 1
    compared.minimumConfidence = .low
    compared.repositoryPath = "./Apps/Bank"
    let bare = ReportOptions(tool: ToolIdentity(version: "1.0.0"))
    return [
      (Sample.bank, Sample.options()), (Sample.bank, compared), (Sample.report(rules: [], inputs: []), bare),
      (HostileTextTests.report, Sample.options()), (Sample.fixed, Sample.options()),
      (Sample.report(RandomReports.ids.map { Sample.finding($0) }), bare),
    ]
  }

  @Test func theSchemaFileIsTheOneInTheProgram() throws {
    let file = try String(decoding: Data(contentsOf: Self.schemaFile), as: UTF8.self)
    #expect(file == AuditJSONSchema.text)
  }

  @Test(.enabled(if: PythonValidator.hasJSONSchema, "Python's jsonschema is not installed"))
  func jsonFollowsItsSchema() throws {
    for (report, options) in documents {
      let text = JSONRenderer(options).render(report)
      #expect(try PythonValidator.faults(in: text, schema: Self.schemaFile.path) == "")
    }
    let wrong = JSONRenderer(Sample.options()).render(Sample.bank).replacing(
      "\"critical\"", with: "\"grave\"")
    #expect(try PythonValidator.faults(in: wrong, schema: Self.schemaFile.path) != "")
  }

  @Test(.enabled(if: PythonValidator.hasSARIFModels, "fluidattacks-core-sarif is not installed"))
  func sarifFollowsTheModelsOfTheOfficialSchema() throws {
    for (report, options) in documents {
      #expect(try PythonValidator.sarifFaults(in: SARIFRenderer(options).render(report)) == "")
    }
    let wrong = SARIFRenderer(Sample.options()).render(Sample.bank).replacing("\"ruleId\"", with: "\"rule\"")
    #expect(try PythonValidator.sarifFaults(in: wrong) != "")
  }

  @Test(
    .enabled(
      if: PythonValidator.officialSchema != nil && PythonValidator.hasJSONSchema,
      "OMAMORI_SARIF_SCHEMA does not name SARIF's official schema"))
  func sarifFollowsTheOfficialSchema() throws {
    let schema = try #require(PythonValidator.officialSchema)
    for (report, options) in documents {
      #expect(try PythonValidator.faults(in: SARIFRenderer(options).render(report), schema: schema) == "")
    }
    let wrong = SARIFRenderer(Sample.options()).render(Sample.bank).replacing("\"ruleId\"", with: "\"rule\"")
    #expect(try PythonValidator.faults(in: wrong, schema: schema) != "")
  }

  @Test func aMissingScoreHasAReason() {
    let score = JSONRenderer(Sample.options()).document(Sample.report(inputs: []))["score"]
    #expect(score?["value"]?.isNull == true && score?["checklist"]?["value"]?.isNull == true)
    #expect(score?["reason"]?.stringValue?.isEmpty == false)
    let known = JSONRenderer(Sample.options()).document(Sample.report())["score"]
    #expect(known?["reason"] == nil && known?["value"]?.intValue == 100)
  }

  @Test func theBaselineIsCounted() {
    var options = Sample.options()
    let gone = Fingerprint("00000000000000000000000000000000")
    options.baseline = Set(Sample.bank.findings.prefix(2).map(\.fingerprint)).union([gone].compactMap { $0 })
    let document = JSONRenderer(options).document(Sample.bank)
    #expect(document["baseline"]?["unchanged"]?.intValue == 2 && document["baseline"]?["new"]?.intValue == 4)
    #expect(document["baseline"]?["fixed"]?.arrayValue == ["00000000000000000000000000000000"])
    #expect(document["findings"]?.arrayValue?.compactMap { $0["baselineState"]?.stringValue }.count == 6)
  }

  @Test func sarifSortsByGravityAndGivesOneLocationEach() throws {
    let results = try #require(sarifRun(Sample.bank)?["results"]?.arrayValue)
    #expect(
      results.map { $0["properties"]?["severity"]?.stringValue }
        == ["critical", "high", "high", "medium", "medium"])
    #expect(results.allSatisfy { $0["locations"]?.arrayValue?.count == 1 })
    let hashes = results.compactMap { $0["partialFingerprints"]?["primaryLocationLineHash"]?.stringValue }
    #expect(Set(hashes).count == results.count)
    let rules = try #require(sarifRun(Sample.bank)?["tool"]?["driver"]?["rules"]?.arrayValue)
    for result in results {
      let index = try #require(result["ruleIndex"]?.intValue)
      #expect(rules[index]["id"] == result["ruleId"])
    }
  }

  @Test func sarifRulesKeepTheLimitsOfServices() throws {
    let long = RuleMetadata(
      id: "long-rule", title: LocalizedText(String(repeating: "x", count: 3000), ja: ""), why: "",
      fix: RuleFix("```"), severity: .critical, confidence: .medium, cwe: Array(1...20),
      owaspMobile2024: OWASPMobile2024.allCases, owaspMobile2016: [],
      example: RuleMetadata.Example(bad: "", good: "````\ncode"))
    let report = Sample.report([Sample.finding("long-rule")], rules: [long])
    let rule = try #require(sarifRun(report)?["tool"]?["driver"]?["rules"]?[0])
    #expect(rule["name"] == "LongRule")
    #expect(rule["shortDescription"]?["text"]?.stringValue?.count == 1024)
    #expect(rule["fullDescription"]?["text"]?.stringValue?.isEmpty == false)
    #expect(rule["properties"]?["tags"]?.arrayValue?.count == 10)
    #expect(rule["properties"]?["tags"]?[0] == "security")
    #expect(rule["properties"]?["security-severity"] == "9.5")
    #expect(rule["properties"]?["precision"] == "medium")
    #expect(rule["help"]?["markdown"]?.stringValue?.contains("`````swift") == true)
  }

  @Test func sarifListsOnlyTheRulesOfItsFindings() throws {
    let run = try #require(sarifRun(Sample.bank))
    let rules = try #require(run["tool"]?["driver"]?["rules"]?.arrayValue)
    // `log-sensitive` is doubtful and not shown; three rules found nothing; what is suppressed is in the file.
    #expect(
      rules.compactMap { $0["id"]?.stringValue }
        == ["ats-arbitrary-loads", "debug-backdoor", "preferences-secret", "weak-hash"])
    #expect(sarifRun(Sample.report())?["tool"]?["driver"]?["rules"]?.arrayValue == [])
    let weaknesses = run["taxonomies"]?[0]?["taxa"]?.arrayValue?.compactMap { $0["id"]?.stringValue }
    #expect(weaknesses == ["CWE-312", "CWE-319", "CWE-328", "CWE-489"])
  }

  @Test func sarifRulesLeadToPages() throws {
    let rule = try #require(sarifRun(Sample.bank)?["tool"]?["driver"]?["rules"]?[2])
    #expect(rule["helpUri"] == "https://cwe.mitre.org/data/definitions/312.html")
    let help = try #require(rule["help"]?["markdown"]?.stringValue)
    let pages = "https://mas.owasp.org"
    #expect(help.contains("[MASWE-0001](\(pages)/MASWE/MASVS-STORAGE/MASWE-0001/)"))
    #expect(help.contains("[MASTG-TEST-0300](\(pages)/MASTG/tests/ios/MASVS-STORAGE/MASTG-TEST-0300/)"))
    #expect(help.contains("[MASVS-STORAGE-1](https://mas.owasp.org/MASVS/controls/MASVS-STORAGE-1/)"))
    let control = Sample.rule("r", cwe: [], masvs: ["CODE-2"], mastg: [])
    let other = sarifRun(Sample.report([Sample.finding("r")], rules: [control]))?["tool"]?["driver"]?["rules"]
    #expect(other?[0]?["helpUri"] == "https://mas.owasp.org/MASVS/controls/MASVS-CODE-2/")
  }

  @Test func sarifTrimsTheLeastGrave() throws {
    let many = (0...SARIFResults.resultLimit).map { Sample.finding("weak-hash", .low, line: $0 + 1) }
    let run = try #require(sarifRun(Sample.report(many + [Sample.finding("ecb-mode", .critical)])))
    #expect(run["results"]?.arrayValue?.count == SARIFResults.resultLimit)
    #expect(run["results"]?[0]?["ruleId"] == "ecb-mode")
    let notes = run["invocations"]?[0]?["toolExecutionNotifications"]
    #expect(notes?[0]?["descriptor"]?["id"] == "results-trimmed")
  }

  @Test func sarifTellsColumnsOnlyWhereTheUnitsAgree() throws {
    let results = try #require(sarifRun(Sample.bank)?["results"]?.arrayValue)
    let region = { (rule: JSONValue) in
      results.first { $0["ruleId"] == rule }?["locations"]?[0]?["physicalLocation"]?["region"]?.objectValue
    }
    #expect(region("ats-arbitrary-loads")?.count == 4)
    #expect(region("weak-hash")?.members.map(\.name) == ["startLine", "endLine"])
  }

  @Test(arguments: [("Bank", "omamori/Bank/"), (".", "omamori/app/"), ("../My App/", "omamori/My%20App/")])
  func sarifNamesTheTarget(path: String, expected: String) {
    let target = AuditTarget(path: path, kind: .sourceTree, isApp: false)
    #expect(sarifRun(Sample.report(target: target))?["automationDetails"]?["id"]?.stringValue == expected)
  }

  @Test(arguments: ReportFormat.allCases, Language.allCases)
  func theSameReportGivesTheSameText(format: ReportFormat, language: Language) {
    let renderer = format.renderer(Sample.options(language))
    let text = renderer.render(Sample.bank)
    #expect(text.hasSuffix("\n") && text == renderer.render(Sample.bank))
  }
}
