import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// A field for a secret that already holds one when the screen appears.
struct CredentialPrefilledInUI: SwiftRule, ProjectRule, SecretRule {
  static let metadata = RuleMetadata(
    id: "credential-prefilled-in-ui",
    title: LocalizedText("Credential filled into a field", ja: "入力欄にあらかじめ入力された認証情報"),
    why: LocalizedText(
      """
      The text of a field is part of the app: it is shown to everyone who opens the screen and can be read out of \
      the compiled interface file. Test accounts that ship this way keep working.
      """,
      ja: """
        入力欄の初期値はアプリに含まれ、画面を開いた人全員に見えるほか、コンパイル済みの画面ファイルからも\
        読み取れます。こうして配布されたテスト用アカウントは、そのまま使えてしまいます。
        """),
    fix: RuleFix(
      LocalizedText(
        """
        Leave the field empty and change the password that has shipped. What the user saved is offered by AutoFill, \
        or read with Keychain.value(for:) after authentication.
        """,
        ja: """
          入力欄は空にし、配布済みのパスワードは変更してください。保存済みの値は自動入力に任せるか、認証後に \
          Keychain.value(for:) で読み出してください。
          """),
      library: .keychain),
    severity: .medium, confidence: .high, cwe: [798], owaspMobile2024: [.m1], owaspMobile2016: [.m9],
    example: RuleMetadata.Example(
      bad: """
        func viewDidLoad() { passwordField.text = "hanami-2023" }
        """,
      good: """
        func viewDidLoad() { passwordField.placeholder = "Password" }
        """))

  // MARK: Code

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    for assignment in source.facts.assignments
    where assignment.operation == "=" && Self.contents.contains(assignment.name ?? "") {
      guard let label = label(of: assignment, source) else { continue }
      add(assignment.value, assignment.scope, label, source, &report)
    }
    // `SecureField("Password", text: .constant("…"))`
    for call in source.facts.calls("SecureField") + source.facts.calls("TextField") {
      guard let bound = call.argument("text").flatMap({ Call($0, scope: call.scope) }),
        bound.name == "constant", let value = bound.arguments.first?.value
      else { continue }
      let title = call.arguments.first.flatMap { source.fold($0.value, in: call.scope).string }
      let name = call.name == "SecureField" ? "password" : ""
      guard let label = FieldLabel(texts: [title ?? ""], names: [name]) else { continue }
      add(value, call.scope, label, source, &report)
    }
  }

  private func add(
    _ value: ExprSyntax, _ scope: ScopeID, _ label: FieldLabel, _ source: SwiftSource,
    _ report: inout FileReport
  ) {
    guard let text = source.fold(value, in: scope).string, Self.isCredential(text, label),
      !source.isMadeUp(value)
    else { return }
    report.add(Self.self, at: value.utf8Range, Self.message(text, label), secrets: [text])
  }

  /// What the field asks for whose content is assigned: by its name, or by the prompt that the field of an alert has.
  private func label(of assignment: Assignment, _ source: SwiftSource) -> FieldLabel? {
    guard let field = NamePath.of(assignment.target).dropLast().last else { return nil }
    if let label = FieldLabel(texts: [], names: [field]) { return label }
    let placeholders = source.facts.assignments.filter {
      $0.name == "placeholder" && $0.scope == assignment.scope
        && NamePath.of($0.target).dropLast().last == field
    }
    return FieldLabel(
      texts: placeholders.compactMap { source.fold($0.value, in: $0.scope).string }, names: [])
  }

  /// Properties that are what a control contains.
  private static let contents: Set = ["text", "stringValue"]

  // MARK: Interface Builder

  func check(_ project: ProjectFacts, _ report: inout ProjectReport) {
    for document in project.interfaces {
      for field in document.fields where field.kind == .textField {
        let hidden = FieldLabel(texts: [], names: field.isSecure ? ["password"] : [])
        guard let text = field.text, let label = field.label ?? hidden, Self.isCredential(text, label) else {
          continue
        }
        report.add(Self.self, in: document.text, at: field.region, Self.message(text, label), secrets: [text])
      }
    }
  }

  // MARK: Both

  private static func isCredential(_ text: String, _ label: FieldLabel) -> Bool {
    guard label.isSecret, text != label.text else { return false }
    return CredentialLiteral(text, name: "password").map { $0.strength > .word } ?? false
  }

  private static func message(_ text: String, _ label: FieldLabel) -> LocalizedText {
    let shown = SecretMask.masked(text)
    return LocalizedText(
      "The field for \"\(label.text)\" is filled with “\(shown)” in every copy of the app.",
      ja: "「\(label.text)」の入力欄に「\(shown)」が入力された状態で配布されます。")
  }
}
