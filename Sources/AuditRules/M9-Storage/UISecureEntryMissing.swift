import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// A field for a secret that shows what is typed.
struct UISecureEntryMissing: FixingRule, ProjectRule {
  static let metadata = RuleMetadata(
    id: "ui-secure-entry-missing",
    title: LocalizedText("Secret typed into a plain field", ja: "秘密情報の入力欄が伏せ字になっていない"),
    why: LocalizedText(
      """
      What is typed stays readable on the screen, in recordings and screenshots, and the keyboard may \
      learn it and suggest it elsewhere.
      """,
      ja: """
        入力内容が画面や画面収録、スクリーンショットに残ります。キーボードが学習し、別の場面で候補に表示すること\
        もあります。
        """),
    fix: RuleFix(
      LocalizedText(
        """
        Use SecureField in SwiftUI and isSecureTextEntry = true in UIKit; turn the trait on in Interface \
        Builder.
        """,
        ja: """
          SwiftUI では SecureField、UIKit では isSecureTextEntry = true を\
          使用し、Interface Builder では Secure Text Entry をオンにしてください。
          """),
      library: .device),
    severity: .medium, confidence: .high, cwe: [549], owaspMobile2024: [.m9], owaspMobile2016: [.m1],
    example: RuleMetadata.Example(
      bad: """
        TextField("Password", text: $password)
        """,
      good: """
        SecureField("Password", text: $password)
        """))

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    for (call, label) in PlainSecretField.all(in: source) {
      report.add(
        Self.self, at: call.range, label.message, confidence: label.isSecret ? .high : .medium,
        fix: Self.fix(of: call))
    }
    for call in source.facts.calls("addTextField") { checkAlert(call, source, &report) }
    checkFields(source, &report)
  }

  private func add(_ label: FieldLabel, at range: Range<Int>, _ report: inout FileReport) {
    report.add(
      Self.self, at: range, label.message, confidence: label.isSecret ? .high : .medium)
  }

  static let repair = LocalizedText(
    "Replaces TextField by SecureField.", ja: "TextField を SecureField に置き換えます。")

  /// Only what SecureField takes as well: a title or a prompt, and the text.
  private static func fix(of call: Call) -> SourceFix? {
    guard call.name == "TextField", call.closures.isEmpty,
      call.labels == ["_", "text"] || call.labels == ["_", "text", "prompt"],
      let name = call.node.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName
    else { return nil }
    return SourceFix(repair, [WrittenValue.replacing(name, with: "SecureField")])
  }

  /// `alert.addTextField { field in … }` without `isSecureTextEntry`.
  private func checkAlert(_ call: Call, _ source: SwiftSource, _ report: inout FileReport) {
    let given = call.arguments.first { $0.label == "configurationHandler" }?.value.as(ClosureExprSyntax.self)
    guard let closure = call.closures.first?.closure ?? given else { return }
    let inside = source.facts.assignments.filter { closure.utf8Range.contains($0.range.lowerBound) }
    guard !inside.contains(where: { $0.name == "isSecureTextEntry" }) else { return }
    let texts = inside.filter { $0.name == "placeholder" }.compactMap {
      source.fold($0.value, in: $0.scope).string
    }
    if let label = FieldLabel(texts: texts, names: []) { add(label, at: call.range, &report) }
  }

  /// Fields that are made in code; those of Interface Builder are judged there.
  private func checkFields(_ source: SwiftSource, _ report: inout FileReport) {
    guard source.facts.names("UITextField") else { return }
    for binding in source.facts.bindings where binding.kind == .constant || binding.kind == .variable {
      guard let value = binding.value, Call(value, scope: binding.scope)?.name == "UITextField",
        let label = FieldLabel(texts: [], names: [binding.name])
      else { continue }
      let isSet = source.facts.assignments.contains {
        $0.name == "isSecureTextEntry"
          && (NamePath.of($0.target).dropLast().last ?? binding.name) == binding.name
      }
      if !isSet { add(label, at: binding.range, &report) }
    }
  }

  // MARK: Interface Builder

  static let names: Set = ["isSecureTextEntry"]

  func check(_ project: ProjectFacts, _ report: inout ProjectReport) {
    let inCode = project.uses(of: "isSecureTextEntry").map(\.snippet)
    for document in project.interfaces {
      for field in document.fields where !field.isSecure && field.kind == .textField {
        guard !inCode.contains(where: { line in field.outlet.map { line.contains($0) } ?? false }),
          let label = field.label
        else { continue }
        report.add(
          Self.self, in: document.text, at: field.region, label.message,
          confidence: label.isSecret ? .high : .medium)
      }
    }
  }
}
