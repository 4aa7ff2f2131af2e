import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// A secret that assistive technology reads out although the screen does not show it.
struct AccessibilitySecret: SwiftRule {
  static let metadata = RuleMetadata(
    id: "accessibility-secret",
    title: LocalizedText("Secret in an accessibility label or value", ja: "アクセシビリティのラベルや値に含まれる秘密情報"),
    why: LocalizedText(
      """
      VoiceOver speaks labels and values aloud, and everybody nearby hears them. Tools for UI tests and automation read \
      them as text, also where the screen shows dots.
      """,
      ja: """
        VoiceOver はラベルと値を読み上げるため、周囲の人に聞かれます。\
        画面では伏せ字でも、UI テストや自動化のツールは文字列として読み取れます。
        """),
    fix: RuleFix(
      LocalizedText(
        "Say what the element is, such as “Password”, and leave its content out.",
        ja: "「パスワード」のように要素の種類だけを伝え、内容は含めないでください。")),
    severity: .low, confidence: .medium, cwe: [200, 359], owaspMobile2024: [.m6], owaspMobile2016: [.m1],
    example: RuleMetadata.Example(
      bad: "passcodeField.accessibilityValue = passcode",
      good: "passcodeField.accessibilityLabel = \"Passcode\""))

  static let triggers = properties

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    for property in Self.properties.sorted() {
      for assignment in source.facts.assignments(to: property, in: .file, from: 0) {
        guard let found = secret(assignment.value, in: assignment.scope, source),
          !isShown(assignment.value, by: assignment.target, source)
        else { continue }
        add(found, property, at: assignment.range, &report)
      }
      for call in source.facts.calls(property) {
        guard call.receiver != nil, let value = call.arguments.first?.value else { continue }
        let spoken = Self.content(of: value, in: call.scope)
        guard let found = secret(spoken, in: call.scope, source), !isShown(spoken, by: call) else { continue }
        add(found, property, at: call.range, &report)
      }
    }
  }

  private func secret(_ value: ExprSyntax, in scope: ScopeID, _ source: SwiftSource) -> SharedContent.Part? {
    guard !Self.isTextOfType(value), !Self.isCaption(NamePath.last(of: value)),
      let found = SharedContent.sensitive(value, in: scope, source), found.meaning == .secret,
      !Self.isCaption(found.name)
    else { return nil }
    return found
  }

  /// `L10n.passwordPrompt`, a text that a type holds, however it is called.
  private static func isTextOfType(_ value: ExprSyntax) -> Bool {
    let name = value.as(FunctionCallExprSyntax.self)?.calledExpression ?? value
    let type = name.as(MemberAccessExprSyntax.self)?.base?.as(DeclReferenceExprSyntax.self)?.baseName.text
    return type?.first?.isUppercase ?? false
  }

  /// `value` of `Text(value)`, and anything else as it is.
  private static func content(of value: ExprSyntax, in scope: ScopeID) -> ExprSyntax {
    guard let call = Call(value, scope: scope), call.name == "Text", call.receiver == nil,
      let inner = call.arguments.first?.value
    else { return value }
    return inner
  }

  /// Whether the same view shows the value in the clear: then the label discloses nothing more.
  private func isShown(_ value: ExprSyntax, by target: ExprSyntax, _ source: SwiftSource) -> Bool {
    guard let base = target.as(MemberAccessExprSyntax.self)?.base,
      !source.facts.names("isSecureTextEntry")
    else { return false }
    return source.facts.assignments(to: "text", in: .file, from: 0).contains { other in
      other.target.as(MemberAccessExprSyntax.self)?.base?.trimmedDescription == base.trimmedDescription
        && other.value.trimmedDescription == value.trimmedDescription
    }
  }

  /// The same for the `Text(…)` that a chain of modifiers begins with.
  private func isShown(_ value: ExprSyntax, by call: Call) -> Bool {
    var current = call
    for _ in 0..<32 {
      guard let receiver = current.receiver, let inner = Call(receiver, scope: call.scope) else { break }
      current = inner
    }
    return current.name == "Text"
      && current.arguments.first?.value.trimmedDescription == value.trimmedDescription
  }

  private func add(
    _ found: SharedContent.Part, _ property: String, at range: Range<Int>, _ report: inout FileReport
  ) {
    report.add(
      Self.self, at: range,
      LocalizedText(
        "“\(found.name)” can be heard and read through \(property).",
        ja: "「\(found.name)」が \(property) を通じて読み上げられ、読み取られます。"), flow: found.steps)
  }

  private static func isCaption(_ name: String?) -> Bool {
    name.flatMap { Words.of($0).last }.map(captions.contains) ?? false
  }

  /// The last words of names of texts about a secret: `passwordPrompt`, `pinActionTitle`.
  private static let captions: Set = [
    "alt", "caption", "description", "format", "hint", "label", "message", "placeholder", "prompt", "text",
    "title",
  ]
  private static let properties: Set = ["accessibilityLabel", "accessibilityValue", "accessibilityHint"]
}
