import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// A typed password, PIN or key that is compared with a literal.
struct HardcodedCredentialCompare: SwiftRule, SecretRule {
  static let metadata = RuleMetadata(
    id: "hardcoded-credential-compare",
    title: LocalizedText("Credential compared with a literal", ja: "認証情報とリテラルの比較"),
    why: LocalizedText(
      """
      The program itself decides who may enter, with a value that is in every copy of it. Whoever reads the binary, or \
      patches the comparison, is in.
      """,
      ja: """
        配布されるすべてのアプリに含まれる値を使って、アプリ自身が認証を判定しています。\
        バイナリを読むか比較処理を書き換えるだけで突破できます。
        """),
    fix: RuleFix(
      LocalizedText(
        """
        Let the server decide, or keep a salted hash that the user has set (PasswordHasher of OmamoriCrypto) \
        and compare with it in constant time.
        """,
        ja: """
          判定はサーバーで行うか、利用者が設定した値のソルト付きハッシュ（OmamoriCrypto の PasswordHasher）と定数時間で比較してください。
          """),
      library: .crypto),
    severity: .high, confidence: .high, cwe: [798], owaspMobile2024: [.m1, .m3], owaspMobile2016: [.m4],
    example: RuleMetadata.Example(
      bad: #"if password == "Momiji-2024!kaede" { unlock() }"#,
      good: "if try await server.accepts(password) { unlock() }"))

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    for comparison in source.facts.comparisons where Self.equalities.contains(comparison.operation) {
      for (value, literal) in [(comparison.left, comparison.right), (comparison.right, comparison.left)] {
        check(value, with: literal, comparison.scope, source, &report)
      }
    }
    for call in source.facts.calls(named: Self.tests.contains) where call.arguments.count == 1 {
      guard let receiver = call.receiver else { continue }
      let argument = call.arguments[0].value
      check(receiver, with: argument, call.scope, source, &report)
      if call.name != "contains" {
        check(argument, with: receiver, call.scope, source, &report)
      } else if let list = receiver.as(ArrayExprSyntax.self) {
        for element in list.elements {
          check(argument, with: element.expression, call.scope, source, &report)
        }
      }
    }
    for string in source.facts.strings {
      guard let item = string.node.ancestor(SwitchCaseItemSyntax.self, within: 3),
        let subject = item.ancestor(SwitchExprSyntax.self, within: 6)?.subject
      else { continue }
      check(subject, with: ExprSyntax(string.node), string.scope, source, &report)
    }
  }

  private static let equalities: Set = ["==", "!=", "~=", "==="]
  private static let tests: Set = [
    "isEqual", "compare", "caseInsensitiveCompare", "localizedCompare", "elementsEqual", "isEqualToString",
    "contains",
  ]

  private func check(
    _ value: ExprSyntax, with literal: ExprSyntax, _ scope: ScopeID, _ source: SwiftSource,
    _ report: inout FileReport
  ) {
    guard NamePath.of(literal).isEmpty, let text = Self.text(source.fold(literal, in: scope)), !text.isEmpty,
      let subject = Self.subject(value, scope, source),
      let judged = CredentialLiteral(text, name: subject.name), !source.isMadeUp(literal)
    else { return }
    guard judged.strength == .strong || (judged.strength == .plausible && subject.isCertain) else { return }
    let shown = SecretMask.masked(text)
    report.add(
      Self.self, at: literal.utf8Range,
      LocalizedText(
        "`\(subject.shown)` is compared with the literal “\(shown)”.",
        ja: "`\(subject.shown)` をリテラル「\(shown)」と比較しています。"),
      confidence: subject.isCertain && judged.strength == .strong ? .high : .medium, secrets: [text])
  }

  private static func text(_ value: Value) -> String? { value.string ?? value.integer.map(String.init) }

  /// What is compared: a value named after a secret, or what was typed into a field without another meaning.
  private static func subject(
    _ value: ExprSyntax, _ scope: ScopeID, _ source: SwiftSource
  ) -> (name: String, shown: String, isCertain: Bool)? {
    if let found = source.sensitive(value, in: scope) {
      guard found.meaning == .secret else { return nil }
      let words = Words.of(found.name).filter { !fieldWords.contains($0) }
      return (words.joined(separator: "_"), found.name, true)
    }
    guard isTyped(value, scope, source, depth: 0) else { return nil }
    // Nothing names the value; a number or a mixed text that opens something is a PIN or password.
    return ("pin", source.quote(value, limit: 40), false)
  }

  private static let fieldWords: Set = ["field", "text", "textfield", "input", "tf", "txt", "box"]

  /// Whether `value` is the content of a text field whose name says nothing else.
  private static func isTyped(_ value: ExprSyntax, _ scope: ScopeID, _ source: SwiftSource, depth: Int)
    -> Bool
  {
    guard depth < 4, let operand = SequenceParts.of(value).first else { return false }
    if let name = operand.as(DeclReferenceExprSyntax.self)?.baseName.text {
      guard let binding = source.binding(named: name, from: scope), binding.kind != .parameter,
        let initial = binding.value
      else { return false }
      return isTyped(initial, binding.scope, source, depth: depth + 1)
    }
    guard let member = operand.as(MemberAccessExprSyntax.self) else {
      return NamePath.unwrapped(operand).map { isTyped($0, scope, source, depth: depth + 1) } ?? false
    }
    guard member.declName.baseName.text == "text", let base = member.base else {
      return false
    }
    // `alert.textFields?.first?.text`, `alert.textFields![0].text`
    return base.description.contains("textFields")
  }
}
