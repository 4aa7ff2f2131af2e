import OmamoriCore
import Testing

@testable import OmamoriReport

/// What an audit claims about weaknesses and tests of OWASP MAS.
@Suite struct MASCoverageTests {
  private func entry(_ id: String, _ report: AuditReport) throws -> MASCoverage.Entry {
    let coverage = MASCoverage(of: report)
    return try #require((coverage.weaknesses + coverage.tests).first { $0.id == id })
  }

  private let hash = Sample.rule("weak-hash", masvs: ["CRYPTO-1"], maswe: [8], mastg: [211])

  @Test func everyWeaknessOfIOSAndEveryStaticTestHasAnEntry() {
    let coverage = MASCoverage(of: Sample.report())
    #expect(coverage.weaknesses.count == 77 && coverage.tests.count == 64)
    #expect(!coverage.weaknesses.contains { $0.id == "MASWE-0032" })
    #expect(!coverage.tests.contains { $0.id == "MASTG-TEST-0241" })
  }

  @Test func aCertainFindingIsFound() throws {
    let report = Sample.report([Sample.finding("weak-hash", .medium, .medium)], rules: [hash])
    for id in ["MASWE-0008", "MASTG-TEST-0211"] {
      let entry = try entry(id, report)
      #expect(entry.status == .found && entry.findings.count == 1 && entry.rules == ["weak-hash"], "\(id)")
    }
    #expect(try entry("MASWE-0009", report).status == .notExamined)
  }

  @Test func aDoubtfulFindingNeedsAPersonAtItsPlace() throws {
    let report = Sample.report([Sample.finding("weak-hash", .high, .low)], rules: [hash])
    let entry = try entry("MASWE-0008", report)
    #expect(entry.status == .needsPerson && entry.places == ["App/Store.swift:10"])
  }

  @Test func suppressedFindingsAndNotesNeedAPerson() throws {
    let suppressed = Sample.finding("weak-hash", suppression: Suppression(kind: .inSource, reason: "known"))
    let note = Sample.finding("weak-hash", .info, line: 11)
    for (finding, advice) in [
      (suppressed, "Check why findings are suppressed."), (note, "Judge the findings of severity info."),
    ] {
      for id in ["MASWE-0008", "MASTG-TEST-0211"] {
        let entry = try entry(id, Sample.report([finding], rules: [hash]))
        #expect(entry.status == .needsPerson && entry.advice?.english == advice, "\(id)")
        #expect(entry.findings.count == 1 && entry.places == ["App/Store.swift:\(finding.region.startLine)"])
      }
    }
    let certain = Sample.finding("weak-hash", line: 12)
    let found = try entry("MASWE-0008", Sample.report([suppressed, note, certain], rules: [hash]))
    #expect(found.status == .found && found.findings.map(\.region.startLine) == [12])
  }

  /// `trust-all-certificates` finds delegates of sessions and, less often, of web views: a test for each.
  @Test func aFindingThatMayAnswerATestNeedsAPerson() throws {
    let rule = Sample.rule("trust-all-certificates").with(
      RuleStandards(
        weaknesses: [27], tests: [396], partialTests: [397], controls: ["NETWORK-1"], inputs: [.swift]))
    #expect(rule.mastgReferences == ["MASTG-TEST-0396", "MASTG-TEST-0397"])
    let report = Sample.report([Sample.finding("trust-all-certificates")], rules: [rule])
    #expect(try entry("MASWE-0027", report).status == .found)
    #expect(try entry("MASTG-TEST-0396", report).status == .found)
    let partial = try entry("MASTG-TEST-0397", report)
    #expect(partial.status == .needsPerson && partial.findings.count == 1)
    #expect(partial.advice?.english == "Check which findings are about this test.")
    for id in ["MASWE-0027", "MASTG-TEST-0396", "MASTG-TEST-0397"] {
      #expect(try entry(id, Sample.report(rules: [rule])).status == .nothingFound, "\(id)")
    }
  }

  @Test func whatSilenceOfARuleLeavesOpenIsForAPerson() throws {
    let caveat = LocalizedText("The table has 26 advisories.", ja: "表にある脆弱性は 26 件です。")
    let rule = Sample.rule("dependency-known-vulnerable").with(
      RuleStandards(
        weaknesses: [44], tests: [273], controls: ["CODE-3"], caveat: caveat, inputs: [.dependencies]))
    for id in ["MASWE-0044", "MASTG-TEST-0273"] {
      let entry = try entry(id, Sample.report(rules: [rule]))
      #expect(entry.status == .needsPerson && entry.advice == caveat, "\(id)")
      #expect(try self.entry(id, Sample.report(rules: [rule], inputs: [.swift])).status == .notExamined)
    }
  }

  /// `MASTG-TEST-0323` is about MASWE-0026 as well, and no rule answers it.
  @Test func aWeaknessIsNotJudgedBetterThanItsTests() throws {
    let rule = Sample.rule("cleartext-url", masvs: ["NETWORK-1"], maswe: [26], mastg: [321])
    var report = Sample.report(rules: [rule])
    #expect(try entry("MASTG-TEST-0321", report).status == .nothingFound)
    let weakness = try entry("MASWE-0026", report)
    #expect(weakness.status == .needsPerson && weakness.rules == ["cleartext-url"])
    #expect(weakness.advice?.english.contains("MASTG-TEST-0323") == true)
    #expect(weakness.advice?.english.contains("MASTG-TEST-0321") == false)
    report.profiles = [.l1]
    #expect(try entry("MASWE-0026", report).status == .needsPerson)
  }

  @Test(arguments: [(10, 3, MASCoverage.Status.nothingFound), (3, 10, .needsPerson), (5, 5, .nothingFound)])
  func sourceThatNoRuleReadsIsNamed(swift: Int, others: Int, status: MASCoverage.Status) throws {
    let files = FileCounts(scanned: swift + others, byInput: [.swift: swift, .objectiveC: others])
    for id in ["MASWE-0008", "MASTG-TEST-0211"] {
      #expect(try entry(id, Sample.report(rules: [hash], files: files)).status == status, "\(id)")
    }
    let entry = try entry("MASTG-TEST-0211", Sample.report(rules: [hash], files: files))
    #expect(
      entry.advice?.english == "No rule that looked reads Objective-C source (\(others) files).")
    let both = Sample.rule(
      "weak-hash", masvs: ["CRYPTO-1"], maswe: [8], mastg: [211], inputs: [.swift, .objectiveC])
    let read = try self.entry("MASTG-TEST-0211", Sample.report(rules: [both], files: files))
    #expect(read.status == .nothingFound && read.advice == nil)
  }

  @Test func silenceCountsOnlyWhereTheRuleHadSomethingToRead() throws {
    #expect(try entry("MASTG-TEST-0211", Sample.report(rules: [hash])).status == .nothingFound)
    let blind = try entry("MASTG-TEST-0211", Sample.report(rules: [hash], inputs: [.binary]))
    #expect(blind.status == .notExamined && blind.rules.isEmpty)
    #expect(blind.advice?.english == "Nothing to read: no Swift source.")
    #expect(try entry("MASTG-TEST-0211", Sample.report(rules: [])).status == .needsPerson)
    #expect(try entry("MASWE-0008", Sample.report(rules: [])).status == .notExamined)
  }

  /// Where the weakness is that something is missing, silence of a rule about how it is done proves nothing, nor does one
  /// place where it is done.
  @Test func silenceAboutAMissingProtectionProvesNothing() throws {
    let rule = Sample.rule(
      "jailbreak-check-weak", masvs: ["RESILIENCE-1"], maswe: [51], mastg: [240])
    let silent = try entry("MASWE-0051", Sample.report(rules: [rule]))
    #expect(silent.status == .needsPerson && silent.places == [])
    #expect(silent.advice?.english.hasPrefix("Not seen: integrity checks. ") == true)
    let report = Sample.report(rules: [rule], evidence: [Sample.evidence(.integrityCheck)])
    for id in ["MASWE-0051", "MASTG-TEST-0240"] {
      let seen = try entry(id, report)
      #expect(seen.status == .needsPerson && seen.places == ["App/Net.swift:3"], "\(id)")
      #expect(seen.advice?.english.hasPrefix("Seen: integrity checks. ") == true)
    }
    let note = Sample.report([Sample.finding("jailbreak-check-weak", .info)], rules: [rule])
    #expect(try entry("MASWE-0051", note).findings.count == 1)
  }

  /// The rules about the protection had nothing to read: that it was not seen means nothing.
  @Test func aProtectionIsNotExaminedWithoutItsMaterial() throws {
    let rule = Sample.rule("pin-single", masvs: ["NETWORK-2"], maswe: [28], mastg: [385])
    for id in ["MASWE-0028", "MASTG-TEST-0385"] {
      let blind = try entry(id, Sample.report(rules: [rule], inputs: [.infoPlist]))
      #expect(blind.status == .notExamined, "\(id)")
      #expect(blind.advice?.english.hasPrefix("Nothing to read: no Swift source. Decide") == true)
      #expect(try entry(id, Sample.report(rules: [])).status == .notExamined)
      #expect(try entry(id, Sample.report(rules: [rule])).status == .needsPerson)
    }
  }

  /// A test that looks for a fault is not limited by what its weakness lacks.
  @Test func aTestForAFaultIsNotExaminedWithoutItsMaterial() throws {
    let rule = Sample.rule(
      "binary-signature-outdated", masvs: ["RESILIENCE-2"], maswe: [56], mastg: [220], inputs: [.binary])
    let sources = Sample.report(rules: [rule], inputs: [.swift])
    #expect(try entry("MASTG-TEST-0220", sources).status == .notExamined)
    #expect(try entry("MASTG-TEST-0220", Sample.report(rules: [rule])).status == .nothingFound)
    #expect(try entry("MASWE-0056", sources).status == .notExamined)
    #expect(try entry("MASWE-0056", Sample.report(rules: [rule])).status == .needsPerson)
  }

  @Test func aPersonLearnsWhereToBegin() throws {
    let report = Sample.report(evidence: [Sample.evidence(.networkUse)])
    let entry = try entry("MASWE-0043", report)
    #expect(entry.status == .needsPerson && entry.places == ["App/Net.swift:3"])
    #expect(try self.entry("MASWE-0055", report).status == .notVisible)
  }

  @Test func profilesNarrowTheLists() {
    var report = Sample.report()
    report.profiles = [.p]
    let coverage = MASCoverage(of: report)
    #expect(coverage.weaknesses.count == 13 && coverage.weaknesses.allSatisfy { $0.profiles.contains(.p) })
    #expect(!coverage.tests.isEmpty && coverage.tests.allSatisfy { $0.profiles.contains(.p) })
  }

  /// Without a rule nothing can have been looked at.
  @Test func nothingIsClaimedWithoutRules() {
    let coverage = MASCoverage(of: Sample.report(rules: []))
    let claimed = (coverage.weaknesses + coverage.tests).filter {
      $0.status == .found || $0.status == .nothingFound
    }
    #expect(claimed.isEmpty)
  }

  @Test func whoeverHasToLookIsToldAtWhat() {
    for rules in [[], [hash]] {
      let coverage = MASCoverage(of: Sample.report(rules: rules))
      for entry in coverage.weaknesses + coverage.tests where entry.status == .needsPerson {
        #expect(entry.advice.map { $0.english != $0.japanese && !$0.english.isEmpty } == true, "\(entry.id)")
      }
    }
  }

  @Test(arguments: Language.allCases) func theTextNamesEveryEntry(language: Language) {
    let report = Sample.bank
    let text = CoverageText(Sample.options(language)).render(report)
    let coverage = MASCoverage(of: report)
    for entry in coverage.weaknesses + coverage.tests { #expect(text.contains(entry.id)) }
    #expect(
      text.contains(language == .ja ? "検出: preferences-secret (1)" : "Findings: preferences-secret (1)"))
    #expect(!text.contains("\u{1B}"))
  }

  // MARK: - Profiles

  private func chosen(_ profiles: Set<MASProfile>, strict: Bool) -> (Checklist, ChecklistScore, AuditScore) {
    var report = Sample.report(rules: [hash], evidence: [Sample.evidence(.pinningBroken)])
    report.profiles = profiles
    return (
      Checklist(of: report), ChecklistScore(of: report, strictCoverage: strict),
      AuditScore(of: report, strictCoverage: strict)
    )
  }

  @Test func questionsOutsideTheProfilesAreNotApplicable() throws {
    let (checklist, _, _) = chosen([.l1], strict: false)
    let pinning = try #require(checklist.items.first { $0.id == "pinning" })
    #expect(pinning.answer == .notApplicable && pinning.reason.english == "Not part of profile L1.")
    let cryptography = try #require(checklist.items.first { $0.id == "cryptography" })
    #expect(cryptography.answer == .pass)
  }

  @Test func whatIsOutsideTheProfilesCostsNothing() {
    let (_, areas, score) = chosen([.l1, .l2], strict: true)
    #expect(areas.answers.allSatisfy { $0.state == .notApplicable } && areas.deductions.isEmpty)
    #expect(score.value == 100 && score.bound == 100)
    #expect(score.categories.filter(\.isExamined).map(\.category) == [.m9])
  }

  // MARK: - Formats

  @Test func documentsNameWeaknessesTestsAndProfiles() throws {
    var report = Sample.bank
    let renderer = JSONRenderer(Sample.options())
    #expect(renderer.document(report)["profiles"] == nil)
    report.profiles = [.r, .l1]
    let document = renderer.document(report)
    #expect(document["profiles"] == ["L1", "R"])
    let finding = try #require(
      document["findings"]?.arrayValue?.first { $0["rule"] == "ats-arbitrary-loads" })
    #expect(finding["maswe"] == ["MASWE-0026"] && finding["profiles"] == ["L1", "L2"])
    let entry = try #require(
      document["coverage"]?["maswe"]?.arrayValue?.first { $0["id"] == "MASWE-0026" })
    #expect(entry["status"] == "found" && entry["findings"]?.arrayValue?.count == 1)
  }

  @Test func sarifHasFiveTaxonomiesAndResultsPointIntoThem() throws {
    let run = try #require(SARIFRenderer(Sample.options()).log(Sample.bank)["runs"]?[0])
    let lists = try #require(run["taxonomies"]?.arrayValue)
    #expect(
      lists.compactMap { $0["name"]?.stringValue } == [
        "CWE", "OWASP Mobile Top 10", "MASVS", "MASWE", "MASTG",
      ])
    for result in run["results"]?.arrayValue ?? [] {
      for taxon in result["taxa"]?.arrayValue ?? [] {
        let index = try #require(taxon["toolComponent"]?["index"]?.intValue)
        let ids = lists[index]["taxa"]?.arrayValue?.compactMap { $0["id"]?.stringValue } ?? []
        #expect(try ids.contains(#require(taxon["id"]?.stringValue)))
      }
    }
    let weakness = lists[3]["taxa"]?.arrayValue?.first { $0["id"] == "MASWE-0026" }
    #expect(weakness?["helpUri"] == "https://mas.owasp.org/MASWE/MASVS-NETWORK/MASWE-0026/")
  }

  @Test func thePageLinksToOWASP() {
    let page = HTMLRenderer(Sample.options()).render(Sample.bank)
    for path in ["MASTG/tests/ios/MASVS-NETWORK/MASTG-TEST-0322/", "MASWE/MASVS-NETWORK/MASWE-0026/"] {
      // Once at the rule and once in the list of all.
      #expect(page.contains("<li><a href=\"https://mas.owasp.org/\(path)\""))
      #expect(page.contains("<th scope=\"row\"><a href=\"https://mas.owasp.org/\(path)\""))
    }
    #expect(page.contains("id=\"coverage\"") && page.contains("MASWE-0077"))
  }
}
