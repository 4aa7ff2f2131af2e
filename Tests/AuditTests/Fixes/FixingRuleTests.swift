import OmamoriCore
import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

/// What rules repair, and what they leave to people.
@Suite struct FixingRuleTests {
  private let planner = FilePlanner(rules: RuleSelection(), flags: [])

  private func findings(_ source: [UInt8]) -> [Finding] {
    FileAuditor(rules: RuleSelection(), flags: []).audit(SourceFile(path: "App.swift", contents: source))
      .findings
  }

  private func rules(_ source: [UInt8]) -> [String] { findings(source).map(\.rule.rawValue).sorted() }

  /// The source with every finding of `rule` repaired; `nil` when there is nothing to repair.
  private func repaired(_ source: [UInt8], _ rule: String) throws -> [UInt8]? {
    let wanted = findings(source).filter { $0.rule.rawValue == rule }
    #expect(!wanted.isEmpty, "the rule does not speak")
    let plan = planner.plan(SourceFile(path: "App.swift", contents: source), for: wanted)
    for repair in plan?.repairs ?? [] {
      #expect(repair.refusal == nil, "\(String(describing: repair.refusal))")
    }
    return plan?.new
  }

  @Test func everyRepairOfTheCatalogHasACase() {
    #expect(Set(RepairCases.all.map(\.rule)) == Set(RuleCatalog.repairs.keys.map(\.rawValue)))
    for (rule, text) in RuleCatalog.repairs {
      #expect(text.english.hasSuffix(".") && text.japanese.hasSuffix("。"), "\(rule)")
    }
  }

  @Test(arguments: RepairCases.all) func repairs(_ one: RepairCases.Case) throws {
    let (before, after) = (Array(one.before.utf8), Array(one.after.utf8))
    let result = try #require(try repaired(before, one.rule))
    #expect(String(decoding: result, as: UTF8.self) == one.after)
    // The finding is gone, and none is new.
    let gone = one.others.union([one.rule])
    let kept = rules(before).filter { !gone.contains($0) } + (one.remains ? [one.rule] : [])
    #expect(rules(after) == kept.sorted())
  }

  /// Whatever a file is like, only the parts that are named change.
  @Test(arguments: RepairCases.all) func keepsEverythingElse(_ one: RepairCases.Case) throws {
    let forms: [(String) -> [UInt8]] = [
      { Array($0.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\r\n").utf8) },
      { [0xEF, 0xBB, 0xBF] + Array(($0 + "\n").utf8) },
      { Array("// 日本語 \u{1F338}\n\n\($0)\n\n\t// the end\t\n".utf8) },
      { text in
        Array("func around() {\n\trun {\n\t\t".utf8)
          + text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\n\t\t").utf8
          + "\n\t}\n}".utf8
      },
    ]
    // Imports do not stand in closures.
    for form in one.before.hasPrefix("import") ? Array(forms.prefix(3)) : forms {
      #expect(try repaired(form(one.before), one.rule) == form(one.after))
    }
  }

  @Test(arguments: RepairCases.byHand) func leavesToPeople(_ rule: String, _ source: String) throws {
    #expect(try repaired(Array(source.utf8), rule) == nil)
  }

  /// Two rules that speak about one statement agree about its repair.
  @Test func rulesAgree() throws {
    let source = Array("configuration.tlsMinimumSupportedProtocol = .tlsProtocol11\n".utf8)
    let plan = try #require(
      planner.plan(SourceFile(path: "App.swift", contents: source), for: findings(source)))
    #expect(
      plan.made.map(\.finding.rule.rawValue).sorted() == ["tls-deprecated-property", "tls-minimum-too-low"])
    #expect(
      String(decoding: plan.new, as: UTF8.self)
        == "configuration.tlsMinimumSupportedProtocolVersion = .TLSv12\n")
  }

  @Test func repairsOnlyWhatIsWanted() throws {
    let line = "c.tlsMinimumSupportedProtocolVersion = .TLSv10\n"
    let source = Array((line + line + line).utf8)
    let second = findings(source).filter { $0.region.startLine == 2 }
    let plan = try #require(planner.plan(SourceFile(path: "App.swift", contents: source), for: second))
    #expect(
      String(decoding: plan.new, as: UTF8.self)
        == line + "c.tlsMinimumSupportedProtocolVersion = .TLSv12\n" + line)
  }

  @Test func leavesFilesAloneThatTheParserDoesNotUnderstand() throws {
    let source = Array("c.tlsMinimumSupportedProtocolVersion = .TLSv10\nfunc ) {\n".utf8)
    let plan = try #require(
      planner.plan(SourceFile(path: "App.swift", contents: source), for: findings(source)))
    #expect(plan.repairs.map(\.refusal) == [.syntax])
    #expect(!plan.changes)
  }

  @Test(arguments: [FileContext.vendor, .generated]) func leavesCodeOfOthersAlone(_ context: FileContext) {
    let source = Array("c.tlsMinimumSupportedProtocolVersion = .TLSv10\n".utf8)
    let file = SourceFile(path: "App.swift", contents: source, context: context)
    #expect(planner.plan(file, for: findings(source)) == nil)
  }

  @Test func leavesOtherEncodingsAlone() throws {
    let source = Array("c.tlsMinimumSupportedProtocolVersion = .TLSv10 // ".utf8) + [0xE9, 0x0A]
    let plan = try #require(
      planner.plan(SourceFile(path: "App.swift", contents: source), for: findings(source)))
    #expect(plan.repairs.map(\.refusal) == [.encoding])
    #expect(plan.new == source)
  }
}
