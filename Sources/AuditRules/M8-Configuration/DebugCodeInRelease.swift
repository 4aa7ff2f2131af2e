import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftParser
import SwiftSyntax

/// Tools, servers and checks for development that release builds contain.
struct DebugCodeInRelease: FixingRule {
  static let metadata = RuleMetadata(
    id: "debug-code-in-release",
    title: LocalizedText("Development code in release builds", ja: "リリースビルドに残る開発用コード"),
    why: LocalizedText(
      """
      Inspectors show traffic and views to whoever holds the device, test servers are weaker than real ones, \
      and an assert checks nothing in a release build.
      """,
      ja: """
        検査ツールはデバイスを持つ者に通信や画面の中身を見せます。検証用サーバーは本番より保護が弱く、\
        assert はリリースビルドでは何も検査しません。
        """),
    fix: RuleFix(
      LocalizedText(
        "Enclose it in #if DEBUG; turn the assert into a guard that stops.",
        ja: "#if DEBUG で囲んでください。assert は、条件を満たさない場合に処理を中止する guard に置き換えてください。")),
    severity: .low, confidence: .medium, cwe: [489], owaspMobile2024: [.m8], owaspMobile2016: [.m10],
    example: RuleMetadata.Example(
      bad: "func verify(_ token: Token) { assert(isSignatureValid(token)) }",
      good:
        "func verify(_ token: Token) throws { guard isSignatureValid(token) else { throw Failure.signature } }"
    ))

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    checkTools(source, &report)
    checkAssertions(source, &report)
    checkUnfinished(source, &report)
    checkHosts(source, &report)
    checkGestures(source, &report)
  }

  /// A gesture that nobody makes by chance: `onTapGesture(count: 7)`.
  private func checkGestures(_ source: SwiftSource, _ report: inout FileReport) {
    let calls = source.facts.calls("onTapGesture") + source.facts.calls("TapGesture")
    for call in calls {
      guard let count = call.argument("count"), let taps = source.fold(count, in: call.scope).integer,
        taps >= 5
      else { continue }
      addGesture(taps, at: count.utf8Range, &report)
    }
    for assignment in source.facts.assignments where assignment.name == "numberOfTapsRequired" {
      guard let taps = source.fold(assignment.value, in: assignment.scope).integer, taps >= 5 else {
        continue
      }
      addGesture(taps, at: assignment.range, &report)
    }
  }

  private func addGesture(_ taps: Int, at range: Range<Int>, _ report: inout FileReport) {
    report.add(
      Self.self, at: range,
      LocalizedText(
        "\(taps) taps open something that is hidden in release builds as well.",
        ja: "リリースビルドでも、\(taps) 回のタップで隠し機能が開きます。"))
  }

  /// Inspectors that are started: `FLEXManager.shared.showExplorer()`, `NFX.sharedInstance().start()`.
  private func checkTools(_ source: SwiftSource, _ report: inout FileReport) {
    for (module, names) in Self.tools where source.facts.imports.contains(module) {
      for name in names {
        for call in source.facts.calls(name) {
          report.add(
            Self.self, at: call.range,
            LocalizedText(
              "\(module), an inspector for development, is started in release builds as well.",
              ja: "開発用の検査ツール \(module) がリリースビルドでも起動されます。"),
            severity: .medium,
            fix: SourceFix(Self.repair, DebugEnclosure.around(call.node, call.range, in: source)))
        }
      }
    }
  }

  static let repair = LocalizedText(
    "Puts the start of the inspector between #if DEBUG and #endif.", ja: "検査ツールの起動を #if DEBUG と #endif で囲みます。"
  )

  /// `assert(isSignatureValid(token))`: release builds do not even call the function.
  private func checkAssertions(_ source: SwiftSource, _ report: inout FileReport) {
    for call in source.facts.calls("assert") where call.receiver == nil {
      guard let condition = call.arguments.first?.value,
        let check = SequenceParts.of(condition).lazy.compactMap({ Call($0, scope: call.scope) }).first,
        Self.isSecurityCheck(check.name)
      else { continue }
      report.add(
        Self.self, at: call.range,
        LocalizedText(
          "\(check.name) is not called in release builds: assert leaves its condition out.",
          ja: "assert の条件は評価されないため、リリースビルドでは \(check.name) は呼び出されません。"),
        severity: .medium)
    }
  }

  /// `fatalError("not implemented")` where a security function should do its work.
  private func checkUnfinished(_ source: SwiftSource, _ report: inout FileReport) {
    for name in ["fatalError", "preconditionFailure"] {
      for call in source.facts.calls(name) where call.receiver == nil {
        guard let text = call.arguments.first.flatMap({ source.fold($0.value, in: call.scope).string }),
          Self.isUnfinished(text), let function = source.facts.function(around: call.scope),
          Self.isSecurityCheck(function.name)
        else { continue }
        report.add(
          Self.self, at: call.range,
          LocalizedText(
            "\(function.name) is not finished: it ends the app.", ja: "\(function.name) は未完成で、アプリを終了させます。"))
      }
    }
  }

  /// An address of a test server that nothing chooses.
  private func checkHosts(_ source: SwiftSource, _ report: inout FileReport) {
    for fact in source.facts.strings {
      guard let start = fact.node.segments.first?.as(StringSegmentSyntax.self)?.content.text,
        start.hasPrefix("http"), let text = fact.node.knownText,
        let label = Self.testLabel(of: text),
        case let around = CryptoNames.words(around: fact.node, in: fact.scope, source),
        label.isCertain || !around.isDisjoint(with: Self.services), isUsedAsIs(fact, around)
      else { continue }
      report.add(
        Self.self, at: fact.range,
        LocalizedText(
          "Release builds talk to a test server: the host is called \(label.name).",
          ja: "リリースビルドが検証用サーバー（ホスト名に \(label.name) を含む）と通信します。"))
    }
  }

  /// Whether the address is not one of several environments.
  private func isUsedAsIs(_ fact: StringFact, _ words: Set<String>) -> Bool {
    if fact.node.ancestor(SwitchCaseSyntax.self, within: 24) != nil
      || fact.node.ancestor(EnumCaseElementSyntax.self, within: 4) != nil
      || fact.node.ancestor(DictionaryElementSyntax.self, within: 6) != nil
      || fact.node.ancestor(ArrayElementSyntax.self, within: 6) != nil
      || fact.node.ancestor(IfExprSyntax.self, within: 16) != nil
      || fact.node.ancestor(SequenceExprSyntax.self, within: 8)?.elements.contains(where: {
        $0.is(UnresolvedTernaryExprSyntax.self) || SequenceParts.operation($0) == "=="
      }) == true
    {
      return false
    }
    guard words.isDisjoint(with: Self.environments) else { return false }
    // The address must be what a URL or a base address is made from.
    if let outer = fact.node.ancestor(FunctionCallExprSyntax.self, within: 4),
      NamePath.last(of: outer.calledExpression) == "URL"
    {
      return true
    }
    return !words.isDisjoint(with: ["base", "host", "endpoint", "server", "api", "url"])
      && fact.node.ancestor(PatternBindingSyntax.self, within: 3) != nil
  }

  /// The part of the host that says it is a test server; `dev.` and `test.` alone may be sites for developers.
  private static func testLabel(of url: String) -> (name: String, isCertain: Bool)? {
    guard let start = url.firstRange(of: "://")?.upperBound else { return nil }
    let host = url[start...].prefix { !["/", ":", "?", "#"].contains($0) }
    let labels = host.split(separator: ".")
    guard labels.count > 2 else { return nil }
    let parts = labels.dropLast(2).flatMap { $0.split(separator: "-").map { $0.lowercased() } }
    if let part = parts.first(where: testHosts.contains) { return (part, true) }
    return parts.first(where: perhapsTestHosts.contains).map { ($0, parts.contains("api")) }
  }

  private static func isSecurityCheck(_ name: String) -> Bool {
    let words = Set(Words.of(name))
    return !words.isDisjoint(with: verbs) && !words.isDisjoint(with: subjects)
  }

  private static func isUnfinished(_ text: String) -> Bool {
    let words = Words.of(text)
    return words.contains { ["todo", "unimplemented"].contains($0) }
      || zip(words, words.dropFirst()).contains {
        $0.0 == "not" && ["implemented", "finished"].contains($0.1)
      }
  }

  private static let tools: [(String, [String])] = [
    ("FLEX", ["showExplorer", "toggleExplorer"]), ("netfox", ["start"]), ("netfox_ios", ["start"]),
    ("Atlantis", ["start"]), ("CocoaDebug", ["enable"]), ("DebugSwift", ["setup", "show"]),
    ("Bagel", ["start"]), ("OHHTTPStubs", ["stub"]), ("OHHTTPStubsSwift", ["stub"]),
    ("Mocker", ["register"]), ("Wormholy", ["swizzle"]), ("DoraemonKit", ["install"]),
  ]
  private static let verbs: Set = [
    "verify", "validate", "check", "valid", "is", "authenticate", "authorize", "evaluate", "decrypt",
    "encrypt",
  ]
  private static let subjects: Set = [
    "signature", "token", "password", "pin", "passcode", "certificate", "trust", "trusted", "authenticated",
    "authorized", "authenticate", "authorize", "integrity", "mac", "jwt", "receipt", "signed", "encrypt",
    "decrypt", "login", "session",
  ]
  private static let testHosts: Set = ["staging", "stg", "uat", "preprod"]
  private static let services: Set = ["base", "api", "server", "endpoint", "backend"]
  private static let perhapsTestHosts: Set = ["dev", "qa", "test", "stage"]
  private static let environments: Set = [
    "staging", "stage", "dev", "development", "debug", "qa", "uat", "test", "tests", "testing", "environment",
    "env", "preview", "mock", "sandbox", "preprod", "documentation",
  ]
}
