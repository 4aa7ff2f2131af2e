import OmamoriCore
import OmamoriReport
import TestSupport
import Testing

@testable import AuditEngine
@testable import AuditRules

/// What holds for every rule.
@Suite struct RuleCatalogTests {
  @Test func idsAreUniqueAndWellFormed() {
    let ids = RuleCatalog.metadata.map(\.id.rawValue)
    #expect(Set(ids).count == ids.count)
    for id in ids {
      #expect(id.allSatisfy { $0.isLowercase || $0.isNumber || $0 == "-" }, "\(id)")
    }
  }

  /// The lists are written from the text of the sources; here the types themselves say what they are.
  @Test func everyRuleIsListedUnderEachOfItsKinds() {
    func ids(_ rules: [any Rule]) -> [RuleID] { rules.map { type(of: $0).metadata.id } }
    let all = RuleCatalog.all
    #expect(all.count > 200)
    #expect(ids(RuleCatalog.swift) == ids(all.filter { $0 is any SwiftRule }))
    #expect(ids(RuleCatalog.fixing) == ids(all.filter { $0 is any FixingRule }))
    #expect(ids(RuleCatalog.text) == ids(all.filter { $0 is any TextRule }))
    #expect(ids(RuleCatalog.objectiveC) == ids(all.filter { $0 is any ObjectiveCRule }))
    #expect(ids(RuleCatalog.interface) == ids(all.filter { $0 is any InterfaceRule }))
    #expect(ids(RuleCatalog.propertyList) == ids(all.filter { $0 is any PropertyListRule }))
    #expect(ids(RuleCatalog.binary) == ids(all.filter { $0 is any BinaryRule }))
    #expect(ids(RuleCatalog.bundle) == ids(all.filter { $0 is any BundleRule }))
    #expect(ids(RuleCatalog.project) == ids(all.filter { $0 is any ProjectRule }))
    #expect(ids(RuleCatalog.suppression) == ids(all.filter { $0 is any SuppressionRule }))
  }

  @Test func everyRuleIsExplainedInBothLanguages() {
    for rule in RuleCatalog.metadata {
      for text in [rule.title, rule.why, rule.fix.text] {
        #expect(!text.english.isEmpty && !text.japanese.isEmpty, "\(rule.id)")
        #expect(text.english != text.japanese, "\(rule.id)")
      }
      #expect(!rule.title.english.hasSuffix("."), "\(rule.id)")
      #expect(
        !rule.cwe.isEmpty && !rule.owaspMobile2024.isEmpty && !rule.owaspMobile2016.isEmpty, "\(rule.id)")
      #expect(!rule.standards.controls.isEmpty, "\(rule.id)")
    }
  }

  /// A rule that never fires is worse than none: its own example must make it speak, and the repaired one not.
  @Test func everyExampleSpeaksAndItsRepairIsSilent() {
    for rule in RuleCatalog.swift where !(rule is any ProjectRule || rule is any FlowRule) {
      let example = type(of: rule).metadata.example
      guard example.language == "swift" else { continue }
      for (source, speaks) in [(example.bad, true), (example.good, false)] {
        let text = TextSource(path: "Example.swift", bytes: Array(source.utf8))
        let parsed = SwiftSource(text)
        #expect(!parsed.hasSyntaxErrors, "\(type(of: rule).metadata.id): \(source)")
        var report = FileReport(text)
        rule.check(parsed, &report)
        #expect(report.findings.isEmpty != speaks, "\(type(of: rule).metadata.id)")
      }
    }
  }

  /// The same for every other rule, whatever its examples are written in: each is tried within a small app.
  ///
  /// A new language is one more line in `ExampleTree`.
  @Test func everyExampleOfOtherLanguagesSpeaksAndItsRepairIsSilent() async throws {
    let all = Set(RuleCatalog.metadata.map(\.id))
    for rule in RuleCatalog.all {
      let metadata = type(of: rule).metadata
      guard
        !(rule is any SwiftRule) || rule is any ProjectRule || rule is any FlowRule
          || metadata.example.language != "swift"
      else {
        continue
      }
      // Whether a suppression is used is decided by the other rules.
      let others = metadata.id.rawValue.hasPrefix("suppression-") ? [] : all.subtracting([metadata.id])
      let options = Auditor.Options(jobs: 1, disabledRules: others)
      for (source, speaks) in [(metadata.example.bad, true), (metadata.example.good, false)] {
        let files = try #require(
          ExampleTree.files(metadata.example.language, source),
          "\(metadata.id): nothing is known of the language \(metadata.example.language)")
        let folder = try TemporaryFolder()
        for (path, bytes) in files { try folder.write(path, bytes: bytes) }
        let report = try await Auditor(options: options).audit(Discovery().inventory(at: folder.path))
        #expect(
          report.findings.contains { $0.rule == metadata.id } == speaks,
          "\(metadata.id): \(source)\n\(report.findings.map(\.message.english))")
      }
    }
  }
}
