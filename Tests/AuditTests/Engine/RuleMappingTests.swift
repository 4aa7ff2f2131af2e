import AuditEngine
import OmamoriCore
import Testing

@testable import AuditRules
@testable import OmamoriReport

/// Every rule has its place in OWASP's lists, and every number in the table is one that OWASP gave out.
@Suite struct RuleMappingTests {
  @Test func everyRuleHasARowThatOWASPsListsBearOut() {
    let problems = MappingProblems.of(RuleMappings.entries, rules: RuleCatalog.metadata.map(\.id))
    #expect(problems == [])
    #expect(RuleMappings.withoutWeakness.count <= 16)
  }

  @Test func whatReportsSayOfARuleComesFromTheTable() throws {
    let rule = try #require(RuleCatalog.metadata.first { $0.id == "trust-all-certificates" })
    #expect(rule.masweReferences == ["MASWE-0027"])
    #expect(rule.mastgReferences == ["MASTG-TEST-0396", "MASTG-TEST-0397"])
    #expect(rule.masvsReferences == ["MASVS-NETWORK-1"])
    #expect(rule.profileReferences == ["L1", "L2"])
    #expect(rule.standards.inputs == [.swift, .objectiveC] && rule.standards.partialTests == [397])
    let other = try #require(RuleCatalog.metadata.first { $0.id == "suppression-unused" })
    #expect(other.masweReferences.isEmpty && other.standards.reason != nil)
    #expect(other.profileReferences == ["L1", "L2", "R", "P"])
  }

  /// Silence of a short table is no answer about every dependency.
  @Test func theTableOfAdvisoriesIsNamed() throws {
    let rule = try #require(RuleCatalog.metadata.first { $0.id == "dependency-known-vulnerable" })
    let caveat = try #require(rule.standards.caveat)
    for text in [caveat.english, caveat.japanese] {
      #expect(text.contains(Advisories.date) && text.contains(String(Advisories.all.count)))
    }
    let counting = try #require(RuleCatalog.metadata.first { $0.id == "sbom-inventory" })
    #expect(rule.standards.tests == [273, 275] && counting.standards.tests.isEmpty)
  }

  /// What the first test looks for, row by row, each with what is wrong about it.
  @Test func wrongRowsAreRefused() {
    let text = LocalizedText("because", ja: "理由")
    let rows: [(RuleMappings.Entry, String)] = [
      (.init("a", [79], ["STORAGE-1"]), "a: no weakness 79"),
      (.init("a", [32], ["PLATFORM-1"]), "a: 32 is not for iOS"),
      (.init("a", [5], tests: [9999], ["STORAGE-2"]), "a: no test 9999"),
      (.init("a", [5], tests: [53], ["STORAGE-2"]), "a: test 53 was withdrawn"),
      (.init("a", [5], tests: [396], ["STORAGE-2"]), "a: test 396 is about something else"),
      (.init("a", [5], partialTests: [396], ["STORAGE-2"]), "a: test 396 is about something else"),
      (.init("a", [5], ["NETWORK-1"]), "a: NETWORK-1 is no control of its weaknesses"),
      (.init("a", [5], []), "a: no control"),
      (.init("a", [], ["STORAGE-2"]), "a: no weakness and no reason"),
      (.init("b", [5], ["STORAGE-2"]), "b: no such rule"),
      (.init("a", profiles: [], ["STORAGE-2"], because: text), "a: no profile"),
      (.init("a", profiles: [.l1], ["STORAGE-9"], because: text), "a: STORAGE-9 is no control"),
    ]
    for (row, problem) in rows {
      #expect(MappingProblems.of([row], rules: [row.rule == "b" ? "c" : "a"]).contains(problem), "\(problem)")
    }
    let good = RuleMappings.Entry("a", [5], tests: [297], ["STORAGE-2"])
    #expect(MappingProblems.of([good], rules: ["a"]) == [])
    #expect(MappingProblems.of([good, good], rules: ["a"]) == ["a: 2 rows"])
    #expect(MappingProblems.of([good], rules: ["a", "d"]) == ["d: 0 rows"])
  }

  @Test func theListsOfOWASPFitTogether() {
    #expect(MAS.weaknesses.map(\.number) == Array(1...78))
    #expect(MAS.weaknesses.filter { !$0.isForIOS }.map(\.number) == [32])
    #expect(MAS.tests.count == 88 && MAS.tests.count(where: \.isStatic) == 64)
    #expect(MAS.tests.map(\.number) == Set(MAS.tests.map(\.number)).sorted())
    #expect(MAS.withdrawn.count == 41)
    for test in MAS.tests {
      #expect(!test.weaknesses.isEmpty && test.weaknesses.allSatisfy { MAS.weakness($0)?.isForIOS == true })
      #expect(MAS.withdrawn[test.number] == nil && !test.profiles.isEmpty, "\(test.id)")
    }
    #expect(MAS.withdrawn.values.joined().allSatisfy { MAS.test($0) != nil })
    for weakness in MAS.weaknesses {
      #expect(!weakness.profiles.isEmpty && !weakness.controls.isEmpty, "\(weakness.id)")
      #expect(weakness.title.english != weakness.title.japanese, "\(weakness.id)")
    }
    #expect(MAS.weakness(27)?.address == "https://mas.owasp.org/MASWE/MASVS-NETWORK/MASWE-0027/")
    #expect(
      MAS.test(396)?.address == "https://mas.owasp.org/MASTG/tests/ios/MASVS-NETWORK/MASTG-TEST-0396/")
  }
}

/// What is wrong with rows of the table.
private enum MappingProblems {
  static func of(_ entries: [RuleMappings.Entry], rules: [RuleID]) -> [String] {
    let counts = Dictionary(entries.map { ($0.rule, 1) }, uniquingKeysWith: +)
    var problems = rules.filter { counts[$0] != 1 }.map { "\($0): \(counts[$0] ?? 0) rows" }
    problems += counts.keys.filter { !rules.contains($0) }.map { "\($0): no such rule" }
    return problems + entries.flatMap(problems(of:))
  }

  private static func problems(of entry: RuleMappings.Entry) -> [String] {
    let standards = entry.standards
    var problems: [String] = []
    for number in standards.weaknesses {
      guard let weakness = MAS.weakness(number) else {
        problems.append("no weakness \(number)")
        continue
      }
      if !weakness.isForIOS { problems.append("\(number) is not for iOS") }
    }
    if standards.weaknesses.isEmpty == (standards.reason == nil) {
      problems.append("no weakness and no reason")
    }
    if standards.profiles.isEmpty { problems.append("no profile") }
    if standards.controls.isEmpty { problems.append("no control") }
    let all = Set(MAS.weaknesses.flatMap(\.controls))
    let own = Set(standards.weaknesses.compactMap(MAS.weakness).flatMap(\.controls))
    for control in standards.controls {
      if !all.contains(control) { problems.append("\(control) is no control") }
      if standards.reason == nil, !own.contains(control) {
        problems.append("\(control) is no control of its weaknesses")
      }
    }
    let groups = own.compactMap { $0.split(separator: "-").first.map(String.init) }
    for number in standards.tests {
      if MAS.withdrawn[number] != nil {
        problems.append("test \(number) was withdrawn")
      } else if let test = MAS.test(number) {
        let isAbout = !Set(test.weaknesses).isDisjoint(with: standards.weaknesses)
        if !isAbout, !groups.contains(test.group) {
          problems.append("test \(number) is about something else")
        }
      } else {
        problems.append("no test \(number)")
      }
    }
    return problems.map { "\(entry.rule): \($0)" }
  }
}
