import OmamoriCore
import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

/// What suppressions do to findings, and what is said about suppressions that do nothing.
@Suite struct SuppressionTests {
  private static let today = CalendarDay("2026-06-15")

  private func audit(
    _ files: [String: String], external: [ExternalSuppression] = [], disabled: Set<RuleID> = []
  ) async throws -> AuditReport {
    let sources = files.sorted { $0.key < $1.key }.map { SourceFile(path: $0, contents: Array($1.utf8)) }
    let inventory = Inventory(
      target: AuditTarget(path: "App", kind: .sourceTree, isApp: false), layout: ProjectLayout(sources),
      files: sources, others: [], skipped: [])
    var options = Auditor.Options(jobs: 2, disabledRules: disabled)
    options.today = try #require(Self.today)
    options.suppressions = external
    return try await Auditor(options: options).audit(inventory)
  }

  private func said(_ report: AuditReport) -> [String] {
    report.findings.filter { $0.rule.rawValue.hasPrefix("suppression-") }.map {
      "\($0.file):\($0.region.startLine) \($0.rule) \($0.severity): \($0.message.english)"
    }
  }

  private static let digest = "let a = Insecure.MD5.hash(data: b)"

  /// Other tools honour the first comment of a file and miss the others.
  @Test func eachOfSeveralInOneFileHolds() async throws {
    let report = try await audit([
      "A.swift": """
      \(Self.digest)  // omamori:ignore weak-hash -- one
      let x = 1
      // omamori:ignore weak-hash -- two
      \(Self.digest)
      \(Self.digest)
      /* omamori:ignore-next weak-hash -- three */
      \(Self.digest)
      """
    ])
    let found = report.findings.filter { $0.rule == "weak-hash" }
    #expect(found.map(\.suppression?.reason) == ["one", "two", nil, "three"])
    #expect(said(report) == [] && report.activeFindings.count == 1)
  }

  @Test func onlyTheNamedRuleIsSuppressed() async throws {
    let report = try await audit([
      "A.swift": "\(Self.digest)  // omamori:ignore ecb-mode -- another rule\n"
    ])
    #expect(report.activeFindings.contains { $0.rule == "weak-hash" })
    #expect(
      said(report) == ["A.swift:1 suppression-unused info: “ecb-mode” finds nothing here to suppress."])
  }

  @Test(arguments: [
    (
      "weak-hash",
      "suppression-without-reason low: The suppression of “weak-hash” gives no reason and holds for nothing."
    ),
    ("weak-hash until 2026-06-14 -- r", "suppression-unused low: The suppression expired on 2026-06-14."),
    (
      "weak-hash until soon -- r",
      "suppression-unused low: The day behind “until” is none; write it as 2027-01-31."
    ),
    ("weakhash -- r", "suppression-unused low: There is no rule “weakhash” to suppress."),
    ("* -- r", "suppression-unused low: There is no rule “*” to suppress."),
    ("-- r", "suppression-unused low: The suppression names no rule."),
    ("suppression-unused -- r", "suppression-unused low: “suppression-unused” cannot be suppressed."),
  ])
  func whatDoesNotHoldIsSaid(words: String, message: String) async throws {
    let report = try await audit(["A.swift": "\(Self.digest)  // omamori:ignore \(words)\n"])
    #expect(report.activeFindings.contains { $0.rule == "weak-hash" })
    #expect(said(report) == ["A.swift:1 " + message])
  }

  @Test func theLastDayStillCounts() async throws {
    let report = try await audit([
      "A.swift": "\(Self.digest)  // omamori:ignore weak-hash until 2026-06-15 -- r"
    ])
    #expect(report.activeFindings.isEmpty)
    #expect(report.findings.first?.suppression?.expires == Self.today)
  }

  @Test func aRuleThatDidNotRunIsNotMissed() async throws {
    let report = try await audit(
      ["A.swift": "\(Self.digest)  // omamori:ignore weak-hash -- r"], disabled: ["weak-hash"])
    #expect(report.findings.isEmpty)
  }

  @Test func configurationsSuppressByPath() async throws {
    let files = ["Old/A.swift": Self.digest, "New/A.swift": Self.digest]
    let past = CalendarDay("2026-01-01")
    let report = try await audit(
      files,
      external: [
        ExternalSuppression(rules: ["weak-hash"], path: "Old/**", reason: "goes away", author: "Aoi"),
        ExternalSuppression(rules: ["weak-hash"], path: "New/**", reason: "was allowed", expires: past),
      ])
    #expect(report.activeFindings.map(\.file) == ["New/A.swift"])
    let suppression = report.findings.first { $0.file == "Old/A.swift" }?.suppression
    #expect(suppression == Suppression(kind: .external, reason: "goes away", author: "Aoi"))
  }

  @Test func severitiesCanBeChanged() async throws {
    let file = SourceFile(path: "A.swift", contents: Array(Self.digest.utf8))
    let inventory = Inventory(
      target: AuditTarget(path: "App", kind: .sourceTree, isApp: false), layout: ProjectLayout([file]),
      files: [file], others: [], skipped: [])
    var options = Auditor.Options(jobs: 1)
    options.severities = ["weak-hash": .critical]
    let report = try await Auditor(options: options).audit(inventory)
    #expect(report.findings.map(\.severity) == [.critical])
  }

  @Test(arguments: RuleCatalog.suppression.map { type(of: $0).metadata })
  func theExamplesSpeakAndTheirRepairsAreSilent(rule: RuleMetadata) async throws {
    let bad = try await audit(["A.swift": rule.example.bad])
    #expect(bad.findings.contains { $0.rule == rule.id })
    let good = try await audit(["A.swift": rule.example.good])
    #expect(!good.findings.contains { $0.rule == rule.id } && good.activeFindings.isEmpty)
  }

  /// A comment behind a secret quotes nothing but itself.
  @Test func theLineBeforeTheCommentIsNotQuoted() async throws {
    let report = try await audit([
      "A.swift": "let password = \"hunter2-hunter2\"  // omamori:ignore ecb-mode -- r\n"
    ])
    let quoted = report.findings.filter { $0.rule == "suppression-unused" }
    #expect(quoted.count == 1 && quoted.allSatisfy { !$0.snippet.contains("hunter") })
    #expect(quoted.allSatisfy { $0.excerpt?.lines.contains { $0.contains("hunter2-h") } != true })
  }
}
