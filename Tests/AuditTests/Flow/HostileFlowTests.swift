import OmamoriCore
import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

/// Files that are written so that following their values would take hours, or all memory.
///
/// Each is large enough that a reader or solver without its limit does not come to an end.
@Suite struct HostileFlowTests {
  /// A file with a method that has a control, `field`, and that ends with a place that the text of it reaches.
  private static func method(_ body: String, before: String = "") -> String {
    "\(before)@implementation A\n- (void)run:(UITextField *)field {\n\(body)\nNSLog(field.text); // last\n}\n@end\n"
  }

  private func read(_ files: String...) -> [FlowFile] {
    files.enumerated().map { number, text in
      ObjectiveCFlowReader.file(
        of: ObjectiveCSource(TextSource(path: "\(number).m", context: .app, bytes: Array(text.utf8))))
    }
  }

  /// How many places are found beside the last of ``method(_:before:)``, which has to be among them.
  private func others(_ files: [FlowFile]) throws -> Int {
    var solver = FlowSolver(files)
    let reached = solver.arrivals().reached
    _ = try #require(reached.last { $0.snippet.hasSuffix("// last") })
    return reached.count - 1
  }

  private func others(_ body: String, before: String = "") throws -> Int {
    try others(read(Self.method(body, before: before)))
  }

  private func repeated(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }

  @Test func argumentsOfArguments() {
    var body = "id x0 = field.text;\n"
    for level in 1...9 {
      body += "id x\(level) = f(\(Array(repeating: "x\(level - 1)", count: 24).joined(separator: ", ")));\n"
    }
    var solver = FlowSolver(read(Self.method(body + "NSLog(x9);")))
    let (reached, quiet) = solver.arrivals()
    #expect(reached.map(\.region.startLine) == [14])
    #expect(quiet.map(\.region.startLine) == [13])
  }

  @Test func literalsBehindLiterals() throws {
    let body = "NSTask *t = [NSTask new];\nt.arguments = @[@\"-c\", field.text] ?: @[@\"y\"];"
    #expect(try others(body) == 0)
  }

  @Test func manyFunctionsOfOneName() throws {
    let files = read(repeated("void a(id x) { a(x); }\n", 20_000) + Self.method("a(field.text);"))
    let index = FlowIndex(files)
    #expect(files[0].calls.count > 20_000)
    #expect(files[0].calls.indices.allSatisfy { index.callees(of: $0, in: 0).count <= 64 })
    #expect(try others(files) == 0)
  }

  @Test func manyAssignmentsToOneName() throws {
    #expect(try others(repeated("d = d;\n", 10_000) + repeated("x = [d valueForKey:k];\n", 4_000)) == 0)
  }

  @Test func longWaysToOneAnswer() throws {
    let value = "a" + repeated(".lowercaseString", 50_000)
    #expect(try others("BOOL ok = [\(value) isEqual:b];\nif (ok) { NSLog(b); }") == 0)
  }

  @Test func messagesInMessages() {
    let value = repeated("[", 50_000) + "a" + repeated(" lowercaseString]", 50_000)
    let files = read(Self.method("BOOL ok = [\(value) isEqual:b];\nif (ok) { NSLog(b); }"))
    #expect(files.map(\.isCutShort) == [true])
  }

  @Test func conditionsThatAskMuch() throws {
    let answer = "BOOL ok = [a b:" + repeated("x, ", 20_000) + "x];\n"
    #expect(try others(answer + repeated("if (ok) { y; }\n", 10_000)) == 0)
    #expect(try others(repeated("if (x) if (y) z; else ", 20_000) + "z;") == 0)
  }

  @Test func manyParameters() throws {
    let names = (0..<20_000).map { "id x\($0)" }.joined(separator: ", ")
    let body = repeated("if (navigationType) { y; }\n", 5_000) + repeated("x19999(y);\n", 5_000)
    #expect(try others("", before: "void f(\(names)) {\n\(body)}\n") == 0)
  }

  @Test func blocksInBlocks() throws {
    let body = repeated("^{ ", 30_000) + repeated("x = y; ", 20_000) + repeated("}; ", 30_000)
    #expect(try others(body) == 0)
  }

  @Test func parametersInParameters() throws {
    #expect(try others(repeated("^(", 20_000) + "x" + repeated("){}", 20_000) + ";") == 0)
  }

  @Test func longMacros() throws {
    let define = "#define F " + repeated("a ", 50_000) + "\n"
    #expect(try others(repeated("y = [NSString stringWithFormat:F, x];\n", 20_000), before: define) == 0)
  }

  @Test func longLines() throws {
    let body = "NSString *a = field.text;\n" + repeated(" ", 100_000) + repeated("regcomp(r, a); ", 10_000)
    #expect(try others(body) == 10_000)
  }

  @Test func longFormats() throws {
    let before = "static NSString *const F = @\"" + repeated("a", 1_000_000) + "\";\n"
    #expect(try others(repeated("y = [NSString stringWithFormat:F, x];\n", 10_000), before: before) == 0)
  }

  @Test func manyBracketsAroundOneValue() throws {
    let value = repeated("(", 20_000) + "b" + repeated(")", 20_000)
    #expect(try others("char a[9];\nstrcpy(a, \(value));\n" + repeated("f(a);\n", 20_000)) == 0)
  }

  @Test(arguments: ["*", "&", "b + "])
  func longValuesThatAreUsedOften(_ part: String) {
    let body = "char a[9];\nstrcpy(a, \(repeated(part, 20_000))b);\n" + repeated("f(a);\n", 20_000)
    #expect(read(Self.method(body)).map(\.isCutShort) == [true])
  }

  @Test func longNames() throws {
    let name = repeated("a", 500_000)
    #expect(try others("char a[9];\nstrcpy(a, \(name));\n" + repeated("f(a);\n", 20_000)) == 0)
  }

  // MARK: What is said

  @Test func whatIsNotFollowedIsSaid() async throws {
    let body = "char a[9];\nstrcpy(a, \(repeated("x + ", 50_000))x);\n" + repeated("f(a);\n", 3_000)
    let source = SourceFile(path: "A.m", contents: Array(Self.method(body).utf8))
    let inventory = Inventory(
      target: AuditTarget(path: "App", kind: .sourceTree, isApp: true), layout: ProjectLayout([source]),
      files: [source], others: [], skipped: [])
    let others = Set(RuleCatalog.rules.metadata.map(\.id)).subtracting([FormatString.metadata.id])
    let report = try await Auditor(options: Auditor.Options(jobs: 1, disabledRules: others)).audit(inventory)
    #expect(report.skipped.map(\.file) == ["A.m"])
    #expect(report.skipped.first?.reason == .tooLarge)
    #expect(report.skipped.first?.message.english.hasPrefix("there are too many values") == true)
  }

  @Test func whatIsFollowedToItsEndIsNotSaid() {
    #expect(read(Self.method("")).map(\.isCutShort) == [false])
  }
}
