import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// A secret on the screen that can be marked and copied.
struct UICopyableSecret: SwiftRule, InterfaceRule {
  static let metadata = RuleMetadata(
    id: "ui-copyable-secret",
    title: LocalizedText("Secret that can be copied from the screen", ja: "画面からコピーできる秘密情報"),
    why: LocalizedText(
      """
      What is copied lies in the general pasteboard, where other apps, and other devices of the user, can read it \
      for as long as nothing else is copied.
      """,
      ja: """
        コピーされた内容は共通のペーストボードに置かれ、別のものがコピーされるまで、他のアプリや利用者の他のデバイスから読み取れます。
        """),
    fix: RuleFix(
      LocalizedText(
        """
        Show the secret without selection; where copying is wanted, write it to the pasteboard with localOnly and an \
        expiration date.
        """,
        ja: """
          秘密情報は選択できない形で表示し、コピーが必要な場合は localOnly と有効期限を指定してペーストボードに書き込んでください。
          """),
      library: .device),
    severity: .low, confidence: .low, cwe: [200], owaspMobile2024: [.m9], owaspMobile2016: [.m1],
    example: RuleMetadata.Example(
      bad: "Text(account.recoveryCode).textSelection(.enabled)",
      good: "Text(account.recoveryCode)"))

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    for call in source.facts.calls("textSelection") {
      guard let kind = call.arguments.first?.value.as(MemberAccessExprSyntax.self),
        kind.declName.baseName.text == "enabled", let text = Self.root(of: call),
        let value = text.arguments.first?.value,
        let secret = source.sensitive(value, in: text.scope), secret.meaning == .secret
      else { continue }
      add(secret.name, in: source.text.lines.region(of: call.range), &report)
    }
  }

  /// The `Text(…)` that a chain of modifiers begins with.
  private static func root(of call: Call) -> Call? {
    var current = call
    for _ in 0..<32 {
      guard let receiver = current.receiver, let inner = Call(receiver, scope: call.scope) else { break }
      current = inner
    }
    return current.name == "Text" || current.name == "Label" ? current : nil
  }

  func check(_ document: InterfaceDocument, _ report: inout FileReport) {
    for field in document.fields where field.kind == .textView && !field.isEditable && field.isSelectable {
      guard let name = field.outlet, SensitiveLexicon.meaning(of: Self.content(name)) == .secret else {
        continue
      }
      add(name, in: field.region, &report)
    }
  }

  /// What an outlet shows: `recoveryCode` for `recoveryCodeTextView`.
  private static func content(_ outlet: String) -> String {
    var words = Words.of(outlet)
    while let last = words.last, ["view", "text", "textview", "label", "field"].contains(last) {
      words.removeLast()
    }
    return words.joined(separator: "_")
  }

  private func add(_ name: String, in region: SourceRegion, _ report: inout FileReport) {
    report.add(
      Self.self, in: region,
      LocalizedText("“\(name)” can be marked and copied.", ja: "「\(name)」を選択してコピーできます。"))
  }
}
