import OmamoriCore
import Testing

@testable import OmamoriReport

/// `.omamori.json` is read exactly, and hides nothing of what it does.
@Suite struct ConfigurationTests {
  static let rules: [RuleID] = ["weak-hash", "ecb-mode", "ats-weak-tls"]

  private static let digest = String(repeating: "0a", count: 32)

  /// A configuration with every key.
  static let everything = """
    {
      "$schema": "https://example.com/schema.json",
      "include": ["vendored", "tests"], "exclude": ["Legacy/**"],
      "rules": {"weak-hash": "off", "ecb-mode": "critical"},
      "minConfidence": "low", "minSeverity": "medium", "failOn": "medium", "baseline": "ci/baseline.json",
      "suppressions": [{
        "rules": ["ats-weak-tls"], "path": "Info.plist", "reason": "old server", "by": "Aoi",
        "until": "2027-01-31"
      }],
      "strictCoverage": true, "requireComplete": true,
      "lexicon": {"add": {"secret": ["koguma"], "personal": ["Member Number"]}, "remove": ["seed"]},
      "allowedSecrets": [{"sha256": "\(Self.digest)", "reason": "the key of the sandbox"}],
      "flow": {
        "sources": {"loadDraft": "file"}, "sinks": {"runQuery": "sql", "show(html:)": "html"},
        "sanitizers": {"quoted": ["sql", "predicate"]}
      },
      "firstPartyHosts": ["Tsukimi.example"], "deploymentFloor": {"iOS": "17.4", "macOS": "14"},
      "advisories": "ci/advisories.json", "context": {"Vendor/Own/**": "app", "Kit": "examples"},
      "reports": {
        "json": "build/audit.json", "sarif": "a.sarif.json", "html": "audit.html", "sbom": "build/bill.json"
      }
    }
    """

  /// What a reader refuses, and what it says.
  static let refused = [
    ("{\"exlude\": []}", "There is no key “exlude”. Did you mean “exclude”?"),
    ("{\"zebra\": 1}", "There is no key “zebra”."),
    ("{\"rules\": {\"weakhash\": \"off\"}}", "There is no rule “weakhash”. Did you mean “weak-hash”?"),
    ("{\"rules\": {\"weak-hash\": \"of\"}}", "“rules.weak-hash” takes \"off\", \"info\""),
    ("{\"rules\": {\"weak-hash\": true}}", "“rules.weak-hash” takes \"off\", \"info\""),
    ("{\"failOn\": \"High\"}", "“failOn” takes \"none\", \"info\""),
    ("{\"exclude\": \"a\"}", "“exclude” takes [\"…\"]"),
    ("{\"exclude\": [\"\"]}", "“exclude” takes \"…\""),
    ("{\"strictCoverage\": 1}", "“strictCoverage” takes true, false"),
    ("{\"include\": [\"test\"]}", "“include” takes \"vendored\", \"tests\""),
    ("{\"suppressions\": [{\"rules\": [\"weak-hash\"], \"path\": \"a\"}]}", "“suppressions[0].reason” takes"),
    (
      "{\"suppressions\": [{\"rules\": [\"weak-hash\"], \"path\": \"a\", \"reason\": \"--\"}]}",
      "“suppressions[0].reason”"
    ),
    (
      "{\"suppressions\": [{\"rules\": [], \"path\": \"a\", \"reason\": \"b\"}]}",
      "“suppressions[0].rules” takes"
    ),
    ("{\"suppressions\": [{\"rule\": [\"weak-hash\"]}]}", "“suppressions[0].rule”. Did you mean “rules”?"),
    ("{\"baseline\": \"../../etc/passwd\"}", "“baseline” takes"),
    ("{\"advisories\": \"../advisories.json\"}", "“advisories” takes"),
    ("{\"lexicon\": {\"ad\": {}}}", "“lexicon.ad”. Did you mean “add”?"),
    ("{\"lexicon\": {\"add\": {\"secrets\": []}}}", "“lexicon.add.secrets”. Did you mean “secret”?"),
    ("{\"lexicon\": {\"add\": {\"secret\": [\"a b c\"]}}}", "“lexicon.add.secret” takes"),
    ("{\"lexicon\": {\"remove\": [\"a*\"]}}", "“lexicon.remove” takes"),
    ("{\"lexicon\": [\"a\"]}", "“lexicon” takes"),
    ("{\"flow\": {\"source\": {}}}", "“flow.source”. Did you mean “sources”?"),
    ("{\"flow\": {\"sources\": {\"load\": \"disk\"}}}", "“flow.sources.load” takes \"input\", \"link\""),
    ("{\"flow\": {\"sources\": {\"load(_:)\": \"file\"}}}", "“flow.sources” takes {\"load\": …}"),
    ("{\"flow\": {\"sinks\": {\"show(a:b:)\": \"html\"}}}", "“flow.sinks” takes {\"show(html:)\": …}"),
    ("{\"flow\": {\"sinks\": {\"a b\": \"html\"}}}", "“flow.sinks” takes"),
    ("{\"flow\": {\"sanitizers\": {\"quoted\": \"sql\"}}}", "“flow.sanitizers.quoted” takes [\"sql\"]"),
    ("{\"flow\": {\"sanitizers\": {\"quoted\": []}}}", "“flow.sanitizers.quoted” takes [\"sql\"]"),
    ("{\"allowedSecrets\": [\"hunter2\"]}", "“allowedSecrets[0]” takes"),
    (
      "{\"allowedSecrets\": [{\"sha256\": \"hunter2\", \"reason\": \"x\"}]}",
      "“allowedSecrets[0].sha256” takes"
    ),
    ("{\"allowedSecrets\": [{\"sha\": \"x\"}]}", "“allowedSecrets[0].sha”."),
    (
      "{\"allowedSecrets\": [{\"sha256\": \"\(String(repeating: "0a", count: 32))\"}]}",
      "“allowedSecrets[0].reason” takes"
    ),
    ("{\"firstPartyHosts\": [\"https://a.example/\"]}", "“firstPartyHosts” takes"),
    ("{\"firstPartyHosts\": [\"com\"]}", "“firstPartyHosts” takes"),
    ("{\"deploymentFloor\": {\"ios\": \"17\"}}", "“deploymentFloor.ios”. Did you mean “iOS”?"),
    ("{\"deploymentFloor\": {\"iOS\": 17}}", "“deploymentFloor.iOS” takes"),
    ("{\"context\": {\"Vendor\": \"own\"}}", "“context.Vendor” takes \"app\", \"vendored\""),
    ("{\"minSeverity\": \"grave\"}", "“minSeverity” takes \"info\", \"low\""),
    ("{\"minSeverty\": \"low\"}", "There is no key “minSeverty”. Did you mean “minSeverity”?"),
    ("{\"report\": {}}", "There is no key “report”. Did you mean “reports”?"),
    ("{\"reports\": [\"a.json\"]}", "“reports” takes {\"json\": …"),
    ("{\"reports\": {\"jsn\": \"a.json\"}}", "“reports.jsn”. Did you mean “json”?"),
    ("{\"reports\": {\"json\": \"a.txt\"}}", "“reports.json” takes \"build/json.json\""),
    ("{\"reports\": {\"json\": \"/tmp/a.json\"}}", "“reports.json” takes"),
    ("{\"reports\": {\"json\": \"../a.json\"}}", "“reports.json” takes"),
    ("{\"reports\": {\"json\": \".vscode/a.json\"}}", "“reports.json” takes"),
    ("{\"reports\": {\"json\": \"*.json\"}}", "“reports.json” takes"),
    ("{\"reports\": {\"html\": \"b//a.html\"}}", "“reports.html” takes"),
    ("{\"reports\": {\"html\": \"b\\u0000.html\"}}", "“reports.html” takes"),
    ("{\"reports\": {\"html\": 1}}", "“reports.html” takes"),
    ("{\"reports\": {\"json\": \"a.json\", \"sbom\": \"a.json\"}}", "“reports.sbom” takes"),
    ("{\"baseline\": \"/etc/passwd\"}", "“baseline” takes"),
    ("{\"a\": 1, \"a\": 2}", "It is not valid JSON."), ("[]", "It is not a configuration of Omamori."),
    ("{\"exclude\": [],}", "It is not valid JSON."), ("", "It is not valid JSON."),
  ]

  private func read(_ text: String) throws -> AuditConfiguration {
    try AuditConfiguration(Array(text.utf8), rules: Self.rules)
  }

  @Test func everyKeyIsRead() throws {
    let configuration = try read(Self.everything)
    #expect(configuration.include == [.vendor, .test] && configuration.exclude == ["Legacy/**"])
    #expect(configuration.rules == ["weak-hash": .off, "ecb-mode": .severity(.critical)])
    #expect(configuration.minimumConfidence == .low && configuration.failOn == .medium)
    #expect(configuration.baseline == "ci/baseline.json")
    let exception = try #require(configuration.suppressions.first)
    #expect(exception.rules == ["ats-weak-tls"] && exception.path == "Info.plist")
    #expect(exception.reason == "old server" && exception.author == "Aoi")
    #expect(exception.expires == CalendarDay("2027-01-31"))
    #expect(configuration.strictCoverage == true && configuration.requireComplete == true)
    #expect(configuration.secretWords == ["koguma"] && configuration.personalWords == ["member number"])
    #expect(configuration.harmlessWords == ["seed"] && configuration.firstPartyHosts == ["tsukimi.example"])
    #expect(configuration.allowedSecrets.map(\.digest) == [Self.digest])
    #expect(configuration.allowedSecrets.map(\.reason) == ["the key of the sandbox"])
    #expect(configuration.deploymentFloor == ["iOS": "17.4", "macOS": "14"])
    #expect(configuration.advisories == "ci/advisories.json")
    #expect(configuration.contexts.map(\.path) == ["Vendor/Own/**", "Kit"])
    #expect(configuration.contexts.map(\.context) == [.app, .example])
    #expect(configuration.minimumSeverity == .medium)
    #expect(
      configuration.reports == [
        .json: "build/audit.json", .sarif: "a.sarif.json", .html: "audit.html", .sbom: "build/bill.json",
      ])
    #expect(
      configuration.flow
        == FlowSettings(
          sources: ["loadDraft": .file], sinks: ["runQuery": .sql, "show(html:)": .html],
          sanitizers: ["quoted": [.sql, .predicate]]))
    #expect(configuration.changes.count == 24)
    #expect(configuration.changes.allSatisfy { $0.english != $0.japanese })
    #expect(try read("{}") == AuditConfiguration() && AuditConfiguration().changes.isEmpty)
  }

  @Test(arguments: refused)
  func whatIsNotExactlyRightIsRefused(text: String, message: String) throws {
    let error = try #require(throws: ReportError.self) { try read(text) }
    #expect(error.description.contains(message), "\(error)")
    #expect(error.message.japanese != error.message.english)
  }

  @Test func hostileNamesDoNotSteerTerminals() throws {
    let error = try #require(throws: ReportError.self) {
      try read("{\"\\u001b[2J\\u202e" + String(repeating: "x", count: 500) + "\": 1}")
    }
    #expect(error.description.contains("\\u{1B}[2J\\u{202E}x") && error.description.count < 200)
  }

  @Test func aSecretGivenInPlaceOfItsDigestIsNotRepeated() throws {
    let error = try #require(throws: ReportError.self) {
      try read("{\"allowedSecrets\": [{\"sha256\": \"hunter2\", \"reason\": \"x\"}]}")
    }
    #expect(!error.description.contains("hunter2"))
  }

  @Test func theSizeIsBounded() throws {
    let long = "{\"exclude\": [\"" + String(repeating: "x", count: AuditConfiguration.sizeLimit) + "\"]}"
    #expect(throws: ReportError.self) { try read(long) }
    let many = "{\"exclude\": [" + Array(repeating: "\"a\"", count: 1001).joined(separator: ",") + "]}"
    #expect(throws: ReportError.self) { try read(many) }
  }

  @Test(arguments: Language.allCases)
  func everyReportShowsWhatChanged(language: Language) throws {
    var report = Sample.bank
    let configuration = try read("{\"rules\": {\"weak-hash\": \"off\"}, \"exclude\": [\"<b>\\u202e\"]}")
    report.configuration = ConfigurationNote(file: ".omamori.json", changes: configuration.changes)
    let options = Sample.options(language)
    let summary = TextRenderer(options).summary(report)
    #expect(summary.contains(".omamori.json") && summary.contains("weak-hash"))
    #expect(summary.contains("<b>\\u{202E}"))
    let document = JSONRenderer(options).document(report)["configuration"]
    #expect(document?["file"] == ".omamori.json" && document?["changes"]?.arrayValue?.count == 2)
    #expect(HTMLRenderer(options).render(report).contains("&lt;b&gt;\\u{202E}"))
    #expect(!TextRenderer(options).summary(Sample.bank).contains(".omamori.json"))
  }
}
