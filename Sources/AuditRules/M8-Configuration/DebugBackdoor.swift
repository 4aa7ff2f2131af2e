import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftParser
import SwiftSyntax

/// A way round a protection that was made for tests and ships with the app.
struct DebugBackdoor: SwiftRule {
  static let metadata = RuleMetadata(
    id: "debug-backdoor",
    title: LocalizedText("Test back door in release builds", ja: "リリースビルドに残るテスト用の抜け道"),
    why: LocalizedText(
      """
      Launch arguments, environment variables and hidden settings are set by anyone who starts the app \
      from a computer or edits its files. The protection they switch off is off for an attacker, too.
      """,
      ja: """
        起動引数、環境変数、隠し設定は、コンピューターからアプリを起動したりファイルを編集したりできる者\
        なら誰でも設定できます。それで無効になる保護は、攻撃者にも無効です。
        """),
    fix: RuleFix(
      LocalizedText(
        "Enclose the switch in #if DEBUG, so that release builds do not contain it.",
        ja: "リリースビルドに含まれないよう、切り替え処理を #if DEBUG で囲んでください。"),
      library: .device),
    severity: .high, confidence: .medium, cwe: [489], owaspMobile2024: [.m8], owaspMobile2016: [.m10],
    example: RuleMetadata.Example(
      bad: """
        if ProcessInfo.processInfo.arguments.contains("-skipLogin") { session.open() }
        """,
      good: """
        #if DEBUG
          if ProcessInfo.processInfo.arguments.contains("-skipLogin") { session.open() }
        #endif
        """))

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    noteDebugCode(source, &report)
    for fact in source.facts.strings {
      guard let name = fact.node.knownText, name.count < 60, Self.bypasses(name),
        let use = use(of: fact)
      else { continue }
      add(name, at: use, &report)
    }
    checkLinks(source, &report)
    for function in source.facts.functions where Self.decides(function.name) {
      guard function.returnsBool, let answer = unconditionalYes(function) else { continue }
      report.add(
        Self.self, at: answer.utf8Range,
        LocalizedText(
          "\(function.name) says yes to everybody; the remark beside it calls that unfinished.",
          ja: "\(function.name) は常に true を返します。隣のコメントには未完成とあります。"))
    }
  }

  /// Reports `if url.query?.contains("qa=1") == true { isUnlocked = true }`.
  private func checkLinks(_ source: SwiftSource, _ report: inout FileReport) {
    for assignment in source.facts.assignments where assignment.operation == "=" {
      guard assignment.value.as(BooleanLiteralExprSyntax.self)?.literal.text == "true",
        let name = assignment.name, Words.of(name).contains(where: Self.opened.contains),
        let choice = assignment.target.ancestor(IfExprSyntax.self, within: 6),
        choice.body.utf8Range.contains(assignment.range.lowerBound),
        let test = choice.conditions.lazy.compactMap({ linkTest($0, assignment.scope, source) }).first
      else { continue }
      report.add(
        Self.self, at: test,
        LocalizedText(
          "Whoever knows this text sets \(name) with a link.", ja: "この文字列を知る者は、リンクで \(name) を設定できます。"))
    }
  }

  /// The condition, if it looks for a constant in a link: `url.query()?.contains("qa=1") == true`.
  private func linkTest(_ condition: ConditionElementSyntax, _ scope: ScopeID, _ source: SwiftSource)
    -> Range<Int>?
  {
    guard case .expression(let test) = condition.condition,
      let first = SequenceParts.of(test).first.map({ NamePath.unwrapped($0) ?? $0 }),
      let call = Call(first, scope: scope), ["contains", "hasSuffix", "hasPrefix"].contains(call.name),
      let text = call.arguments.first?.value, source.fold(text, in: scope).string?.isEmpty == false,
      let receiver = call.receiver,
      ["query", "fragment", "absoluteString"].contains(where: { part in
        receiver.tokens(viewMode: .sourceAccurate).contains { $0.text == part }
      })
    else { return nil }
    return test.utf8Range
  }

  private func add(_ name: String, at range: Range<Int>, _ report: inout FileReport) {
    report.add(
      Self.self, at: range,
      LocalizedText(
        "\"\(name)\" switches a protection off in release builds as well.",
        ja: "「\(name)」により、リリースビルドでも保護を無効にできます。"))
  }

  /// The test of a launch argument, environment variable or setting that `fact` is part of.
  private func use(of fact: StringFact) -> Range<Int>? {
    if let call = fact.node.ancestor(FunctionCallExprSyntax.self, within: 3),
      let call = Call(call, scope: fact.scope)
    {
      let path = call.receiver?.trimmedDescription ?? ""
      let isArgument = call.name == "contains" && Self.launch.contains { path.contains($0) }
      let isSetting = call.labels == ["forKey"] && call.name == "bool"
      return isArgument || isSetting ? call.range : nil
    }
    guard let access = fact.node.ancestor(SubscriptCallExprSyntax.self, within: 3),
      access.calledExpression.trimmedDescription.hasSuffix("environment")
    else { return nil }
    return access.utf8Range
  }

  /// Whether `name` says that a protection is skipped: `-skipLogin`, `DISABLE_PINNING`.
  private static func bypasses(_ name: String) -> Bool {
    let words = Words.of(name)
    return words.count <= 5 && words.contains(where: skipping.contains)
      && words.contains(where: protections.contains)
  }

  private static func decides(_ name: String) -> Bool {
    let words = Words.of(name)
    guard let first = words.first else { return false }
    return deciding.contains(first)
      || testing.contains(first) && words.contains { protections.contains($0) || answers.contains($0) }
  }

  /// `return true` as the whole of a function with a remark that it is unfinished.
  private func unconditionalYes(_ function: Function) -> BooleanLiteralExprSyntax? {
    guard function.body.count == 1, let only = function.body.first else { return nil }
    // A remark behind the brace belongs to the brace.
    let brace = function.body.parent?.as(CodeBlockSyntax.self)?.leftBrace.trailingTrivia.description ?? ""
    let remarks = (brace + only.description).uppercased()
    guard ["TODO", "FIXME", "TEMPORAR"].contains(where: { remarks.contains($0) }) else { return nil }
    let value = only.item.as(ReturnStmtSyntax.self)?.expression ?? only.item.as(ExprSyntax.self)
    guard let literal = value?.as(BooleanLiteralExprSyntax.self), literal.literal.text == "true" else {
      return nil
    }
    return literal
  }

  /// What release builds leave out because of `#if DEBUG` answers a question of the checklist.
  private func noteDebugCode(_ source: SwiftSource, _ report: inout FileReport) {
    let excluded = source.facts.inactive.first { range in
      let head = String(decoding: source.text.bytes[range].prefix(80), as: UTF8.self)
      return head.prefix { !$0.isNewline }.contains("DEBUG")
    }
    guard let excluded else { return }
    report.note(
      .debugConditional, at: excluded,
      LocalizedText("Release builds leave this code out.", ja: "このコードはリリースビルドに含まれません。"))
  }

  private static let deciding: Set = ["authenticate", "authorize", "authorise", "login"]
  private static let testing: Set = ["verify", "validate", "check", "is"]
  private static let answers: Set = ["authenticated", "authorized", "signature"]
  private static let opened: Set = ["unlocked", "authenticated", "authorized", "authorised", "verified"]
  private static let launch = ["arguments", "CommandLine", "environment"]
  private static let skipping: Set = [
    "skip", "skips", "bypass", "disable", "disabled", "no", "without", "ignore", "force", "fake", "auto",
  ]
  private static let protections: Set = [
    "login", "auth", "authentication", "signin", "password", "passcode", "pin", "biometric", "biometrics",
    "lock",
    "pinning", "ssl", "tls", "security", "jailbreak", "paywall", "purchase",
  ]
}
