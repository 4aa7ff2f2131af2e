import OmamoriCore
import OmamoriCrypto
import OmamoriReport
import TestSupport
import Testing

@testable import AuditEngine
@testable import AuditRules

/// What a project says about itself holds for its audit, with and without a cache, and for no other.
@Suite struct ProjectTermsTests {
  private static let key = "kZ8fQ2nW5tYx1LpR7vBc"

  private static func tree(_ files: [String: String]) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for (name, text) in files { try folder.write(name, text) }
    return folder
  }

  private func audit(
    _ files: [String: String], _ terms: ProjectTerms, cache: AuditCache? = nil
  ) async throws -> [Finding] {
    let folder = try Self.tree(files)
    var options = Auditor.Options(jobs: 2)
    (options.terms, options.cache) = (terms, cache)
    return try await Auditor(options: options).audit(Discovery().inventory(at: folder.path)).findings
  }

  private func rules(_ source: String, _ terms: ProjectTerms) async throws -> [String] {
    try await audit(["App.swift": source], terms).map(\.rule.rawValue)
  }

  private static func digest(_ text: String) -> String {
    SHA256.hash(data: Array(text.utf8)).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  @Test func ownWordsMeanSecrets() async throws {
    let source = "func f(koguma: String) { print(koguma) }\nfunc g(goCode: String) { print(goCode) }\n"
    #expect(try await !rules(source, ProjectTerms()).contains("log-sensitive"))
    let terms = ProjectTerms(secretWords: ["koguma"], personalWords: ["go code"])
    #expect(try await rules(source, terms).count { $0 == "log-sensitive" } == 2)
    // A label of it is none.
    #expect(
      try await !rules("func f(kogumaLabel: String) { print(kogumaLabel) }", terms).contains("log-sensitive"))
  }

  @Test func japaneseWordsMeanSecrets() async throws {
    let source = "func f(呪文の写し: String) { print(呪文の写し) }\n"
    #expect(try await !rules(source, ProjectTerms()).contains("log-sensitive"))
    #expect(try await rules(source, ProjectTerms(secretWords: ["呪文"])).contains("log-sensitive"))
  }

  @Test func wordsCanBeRemoved() async throws {
    let source = "func f(passcode: String) { print(passcode) }\n"
    #expect(try await rules(source, ProjectTerms()).contains("log-sensitive"))
    #expect(try await !rules(source, ProjectTerms(harmlessWords: ["passcode"])).contains("log-sensitive"))
  }

  @Test func ownFunctionsAreSourcesSinksAndSanitizers() async throws {
    let source = """
      func show(_ page: Page) {
        let name = loadDraft(page)
        runQuery("SELECT * FROM notes WHERE name = '\\(name)'")
        store.show("<p>\\(quoted(name))</p>", html: name)
      }
      """
    let settings = FlowSettings(
      sources: ["loadDraft": .file], sinks: ["runQuery": .sql, "show(html:)": .html])
    func found(_ settings: FlowSettings) async throws -> [String] {
      try await rules(source, ProjectTerms(flow: settings)).filter { $0.contains("injection") }.sorted()
    }
    #expect(try await found(FlowSettings()).isEmpty)
    #expect(try await found(settings) == ["html-injection", "sql-injection"])
  }

  @Test func anOwnSanitizerCleansForItsSinksOnly() async throws {
    let source = """
      func show(_ data: Data) {
        let name = loadDraft(data).plain()
        runQuery("SELECT * FROM notes WHERE name = '\\(name)'")
        page.show("<p>\\(name)</p>")
      }
      """
    func found(_ sanitizers: [String: Set<FlowSettings.Sink>]) async throws -> [String] {
      let settings = FlowSettings(
        sources: ["loadDraft": .file], sinks: ["runQuery": .sql, "show": .html], sanitizers: sanitizers)
      return try await rules(source, ProjectTerms(flow: settings)).filter { $0.contains("injection") }
        .sorted()
    }
    #expect(try await found([:]) == ["html-injection", "sql-injection"])
    #expect(try await found(["plain": [.sql]]) == ["html-injection"])
    #expect(try await found(["plain": [.sql, .html]]).isEmpty)
  }

  @Test func anOwnSourceOfSecretsMustNotReachAnOwnLog() async throws {
    let source = "func f() { Trace.shared.put(Vault.read(\"a\")) }\n"
    let settings = FlowSettings(sources: ["read": .secret], sinks: ["put": .log])
    #expect(try await !rules(source, ProjectTerms()).contains("log-sensitive"))
    #expect(try await rules(source, ProjectTerms(flow: settings)).contains("log-sensitive"))
  }

  @Test func anAllowedSecretIsSuppressedAndStaysMasked() async throws {
    let source = "let apiKey = \"\(Self.key)\"\nprint(apiKey)\n"
    let terms = ProjectTerms(allowedSecrets: [Self.digest(Self.key): "the key of the sandbox"])
    let findings = try await audit(["App.swift": source], terms).filter { $0.rule == "hardcoded-credential" }
    #expect(findings.map(\.suppression?.reason) == ["the key of the sandbox"])
    #expect(findings.allSatisfy { !$0.snippet.contains(Self.key) })
    let other = ProjectTerms(allowedSecrets: [Self.digest("another"): "no"])
    let counted = try await audit(["App.swift": source], other).filter { $0.rule == "hardcoded-credential" }
    #expect(counted.count == 1 && counted.allSatisfy { $0.suppression == nil })
  }

  @Test func aCacheDoesNotMixTerms() async throws {
    let folder = try TemporaryFolder()
    let cache = AuditCache(folder: folder.path, engine: "test")
    let source = ["App.swift": "func f(koguma: String) { print(koguma) }\nlet apiKey = \"\(Self.key)\"\n"]
    let tree = try Self.tree(source)
    let own = ProjectTerms(
      secretWords: ["koguma"], allowedSecrets: [Self.digest(Self.key): "the key of the sandbox"])
    func audit(_ terms: ProjectTerms) async throws -> [Finding] {
      var options = Auditor.Options(jobs: 1)
      (options.terms, options.cache) = (terms, cache)
      return try await Auditor(options: options).audit(Discovery().inventory(at: tree.path)).findings
    }
    let (plain, first) = (try await audit(ProjectTerms()), try await audit(own))
    #expect(plain != first)
    #expect(try await audit(own) == first)
    #expect(try await audit(ProjectTerms()) == plain)
    #expect(first.contains { $0.suppression != nil } && !plain.contains { $0.suppression != nil })
  }

  @Test func ownHostsAreNoTrackers() async throws {
    let source = "let url = URL(string: \"https://data.flurry.com/aap.do\")!"
    let text = TextSource(path: "App.swift", bytes: Array(source.utf8))
    func hosts(_ terms: ProjectTerms) -> [String] {
      ProjectTerms.$current.withValue(terms) { APIUseCollector.uses(in: SwiftSource(text)).map(\.name) }
    }
    #expect(hosts(ProjectTerms()) == ["data.flurry.com"])
    #expect(hosts(ProjectTerms(firstPartyHosts: ["flurry.com"])).isEmpty)
    #expect(hosts(ProjectTerms(firstPartyHosts: ["lurry.com"])) == ["data.flurry.com"])
  }

  @Test(arguments: [
    ("17.0", nil, false), ("17.0", "18.0", true), ("12.0", nil, true), ("12.0", "12.0", false),
  ])
  func theOldestSystemIsTheProjectsOwn(_ target: String, _ floor: String?, _ speaks: Bool) async throws {
    let terms = ProjectTerms(floors: floor.map { [.iOS: $0] } ?? [:])
    let plist = ProjectFixture.plist(
      "<key>CFBundlePackageType</key><string>APPL</string><key>MinimumOSVersion</key><string>\(target)</string>"
    )
    let findings = try await audit(["Info.plist": plist], terms)
    #expect(findings.contains { $0.rule == "deployment-target-old" } == speaks)
  }

  @Test func furtherAdvisoriesAreAdded() async throws {
    let lock = "PODS:\n  - Koguma (1.2.0)\n\nDEPENDENCIES:\n  - Koguma\n"
    let advisories = try AdvisoryFile.read(
      Array(
        """
        {"date": "2027-01-31", "advisories": [{
          "id": "CVE-2027-1", "package": "Koguma", "severity": "critical", "summary": "runs anything",
          "ranges": [{"from": "1.0", "fixed": "1.3"}]
        }]}
        """.utf8))
    func findings(_ terms: ProjectTerms) async throws -> [Finding] {
      try await audit(["Podfile.lock": lock], terms).filter { $0.rule == "dependency-known-vulnerable" }
    }
    #expect(try await findings(ProjectTerms()).isEmpty)
    let found = try await findings(ProjectTerms(advisories: advisories))
    #expect(found.map(\.severity) == [.critical])
    #expect(found.first?.message.english.contains("CVE-2027-1; table of 2027-01-31") == true)
    // What comes with the audit stays.
    let sparkle = "PODS:\n  - Sparkle (2.0.0)\n"
    #expect(
      try await audit(["Podfile.lock": sparkle], ProjectTerms(advisories: advisories))
        .contains { $0.rule == "dependency-known-vulnerable" })
  }

  @Test(arguments: [
    ("[]", "“advisories” takes"), ("{\"date\": \"soon\", \"advisories\": []}", "“date” takes"),
    ("{\"dat\": \"\"}", "Did you mean “date”?"), ("{\"date\": \"2027-01-31\"}", "“advisories” takes"),
    ("{\"date\": \"2027-01-31\", \"advisories\": [{\"id\": \"x\"}]}", "“advisories[0].package” takes"),
    (
      "{\"date\": \"2027-01-31\", \"advisories\": [{\"id\": \"x\", \"package\": \"p\", \"summary\": \"s\","
        + "\"severity\": \"high\", \"ranges\": [{\"fixed\": \"soon\"}]}]}",
      "“advisories[0].ranges[0].fixed” takes"
    ),
    ("{", "It is not valid JSON."),
  ])
  func whatIsNotExactlyRightIsRefused(text: String, message: String) throws {
    let error = try #require(throws: ReportError.self) { try AdvisoryFile.read(Array(text.utf8)) }
    #expect(error.description.contains(message), "\(error)")
  }

  @Test func filesAreWhatTheProjectSays() throws {
    let folder = try Self.tree(["Pods/Own/a.swift": "let a = 1", "App/b.swift": "let b = 1"])
    var options = DiscoveryOptions()
    #expect(try Discovery(options: options).inventory(at: folder.path).files.map(\.path) == ["App/b.swift"])
    options.overrides = [
      ContextRule(path: "Pods/Own/**", context: .app), ContextRule(path: "Pods/**", context: .test),
      ContextRule(path: "App", context: .example),
    ]
    let inventory = try Discovery(options: options).inventory(at: folder.path)
    #expect(inventory.files.map(\.path) == ["Pods/Own/a.swift"])
    #expect(inventory.others.map(\.context) == [.example])
  }
}
