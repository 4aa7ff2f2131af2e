import OmamoriCore
import Testing

@testable import OmamoriReport

@Suite struct ChecklistTests {
  private func item(_ id: String, _ report: AuditReport) throws -> ChecklistItem {
    try #require(Checklist(of: report).items.first { $0.id == id })
  }

  @Test func fifteenQuestionsInBothLanguages() {
    let items = Checklist(of: Sample.report()).items
    #expect(items.count == 15)
    #expect(Set(items.map(\.id)).count == 15)
    for item in items {
      #expect(item.question.english.hasSuffix("?") && item.question.japanese.hasSuffix("か"))
      #expect(!item.reason.english.isEmpty && !item.reason.japanese.isEmpty)
    }
  }

  @Test func withoutMaterialEveryAnswerIsUnknown() {
    let items = Checklist(of: Sample.report(inputs: [])).items
    #expect(items.allSatisfy { $0.answer == .unknown })
    #expect(items.allSatisfy { $0.findings.isEmpty && $0.evidence.isEmpty })
  }

  @Test func withoutRulesEveryAnswerIsUnknown() {
    #expect(Checklist(of: Sample.report(rules: [])).items.allSatisfy { $0.answer == .unknown })
  }

  /// Every question, with a finding that makes its answer no.
  @Test(arguments: [
    ("ats", "ats-arbitrary-loads"), ("pinning", "pin-single"), ("api-security", "trust-all-certificates"),
    ("keychain", "preferences-secret"), ("biometrics", "biometric-not-bound"),
    ("backup-exclusion", "backup-not-excluded"), ("file-protection", "file-protection-none"),
    ("screen-snapshots", "snapshot-not-protected"), ("log-data", "log-sensitive"),
    ("credentials", "hardcoded-credential"), ("cryptography", "weak-hash"),
    ("integrity", "jailbreak-check-dead"),
    ("debug-code", "debug-backdoor"), ("dependency-locking", "dependency-lock-missing"),
    ("privacy-manifest", "privacy-manifest-missing"),
  ])
  func aFindingSaysNo(id: String, rule: String) throws {
    let rule = RuleID(rawValue: rule)
    let finding = Sample.finding(rule, .medium, .medium)
    let failed = try item(id, Sample.report([finding]))
    #expect(failed.answer == .fail && failed.findings.map(\.rule) == [rule])
    #expect(try item(id, Sample.report([Sample.finding(rule, .low)])).answer == .attention)
    #expect(try item(id, Sample.report([Sample.finding(rule, .high, .low)])).answer == .attention)
    let suppressed = Sample.finding(rule, suppression: Suppression(kind: .external, reason: "known"))
    #expect(try item(id, Sample.report([suppressed])).findings.isEmpty)
    #expect(try item(id, Sample.report([Sample.finding(rule, .info)])).findings.isEmpty)
  }

  /// What answers a question without costing points of the checklist score.
  @Test(arguments: [
    ("api-security", "apple-sign-in-no-nonce"), ("api-security", "tls-deprecated-property"),
    ("keychain", "migration-best-effort"), ("integrity", "audit-stub"), ("debug-code", "binary-debuggable"),
    ("debug-code", "export-development-signing"), ("debug-code", "ats-debug-exception-in-release"),
    ("credentials", "weak-obfuscation"), ("cryptography", "binary-weak-crypto-import"),
    ("dependency-locking", "build-script-download"),
  ])
  func moreRulesThanTheScoreCounts(id: String, rule: String) throws {
    let rule = RuleID(rawValue: rule)
    let report = Sample.report([Sample.finding(rule, .medium, .medium)])
    let failed = try item(id, report)
    #expect(failed.answer == .fail && failed.findings.map(\.rule) == [rule])
    #expect(ChecklistScore(of: report).value == 100)
    #expect(Checklist(of: report).items.count { !$0.findings.isEmpty } == 1)
  }

  @Test func pinning() throws {
    let network = Sample.evidence(.networkUse)
    #expect(try item("pinning", Sample.report()).answer == .notApplicable)
    let absent = try item("pinning", Sample.report(evidence: [network]))
    #expect(absent.answer == .fail && absent.evidence == [network])
    let pinned = try item("pinning", Sample.report(evidence: [network, Sample.evidence(.pinning)]))
    #expect(pinned.answer == .pass && pinned.evidence.map(\.kind) == [.pinning])
    let broken = try item("pinning", Sample.report(evidence: [Sample.evidence(.pinningBroken)]))
    #expect(broken.answer == .fail && broken.evidence.map(\.kind) == [.pinningBroken])
    #expect(try item("pinning", Sample.report(evidence: [network], isApp: false)).answer == .notApplicable)
  }

  @Test func aPassNamesWhatWasExamined() throws {
    let item = try item("log-data", Sample.report())
    #expect(item.answer == .pass)
    #expect(item.reason.english == "No findings (2 rules, 14 files).")
    #expect(item.reason.japanese == "検出なし（ルール 2 個、ファイル 14 個）。")
  }

  @Test func anUnknownNamesWhatWasMissing() throws {
    let item = try item("ats", Sample.report(inputs: [.swift]))
    #expect(item.answer == .unknown && item.reason.english == "Not examined: no Info.plist was given.")
  }
}
