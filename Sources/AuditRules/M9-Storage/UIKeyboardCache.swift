import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// A field for something sensitive whose words the keyboard learns.
struct UIKeyboardCache: SwiftRule, InterfaceRule {
  static let metadata = RuleMetadata(
    id: "ui-keyboard-cache",
    title: LocalizedText("Keyboard learns what is typed", ja: "キーボードに学習される入力欄"),
    why: LocalizedText(
      """
      With autocorrection the keyboard keeps words that were typed and suggests them in other apps, to whoever \
      holds the phone.
      """,
      ja: """
        自動修正が有効だと、キーボードが入力された語を記憶し、デバイスを手にした者に別のアプリで候補として表示することがあります。
        """),
    fix: RuleFix(
      LocalizedText(
        """
        Switch it off: .autocorrectionDisabled() in SwiftUI; autocorrectionType = .no and spellCheckingType = .no \
        in UIKit; for secrets use a secure field.
        """,
        ja: """
          SwiftUI では .autocorrectionDisabled()、UIKit では autocorrectionType = .no と spellCheckingType = .no で\
          無効にし、秘密情報には伏せ字の入力欄を使用してください。
          """),
      library: .device),
    severity: .low, confidence: .medium, cwe: [524], owaspMobile2024: [.m9], owaspMobile2016: [.m1],
    example: RuleMetadata.Example(
      bad: #"TextField("Card number", text: $cardNumber)"#,
      good: #"TextField("Card number", text: $cardNumber).autocorrectionDisabled()"#))

  // MARK: Interface Builder

  func check(_ document: InterfaceDocument, _ report: inout FileReport) {
    for field in document.fields where field.isEditable && !field.isSecure && !field.isUncorrected {
      if let keyboard = field.keyboard, Self.keyboards.contains(keyboard) { continue }
      guard let title = Self.sensitive(texts: field.texts, name: field.outlet ?? "") else { continue }
      add(title, in: field.region, &report)
    }
  }

  // MARK: SwiftUI and UIKit

  static let triggers: Set<String> = ["TextField", "TextEditor", "placeholder", "UITextField"]

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    for name in ["TextField", "TextEditor"] {
      for call in source.facts.calls(name) where call.receiver == nil {
        let bound = call.argument("text").flatMap { NamePath.last(of: $0) } ?? ""
        let title = call.arguments.first.flatMap { source.fold($0.value, in: call.scope).string }
        let plainName = bound.hasPrefix("$") ? String(bound.dropFirst()) : bound
        guard let title = Self.sensitive(texts: [title].compactMap(\.self), name: plainName),
          !Self.isUncorrected(call)
        else { continue }
        add(title, in: source.text.lines.region(of: call.range), &report)
      }
    }
    checkFields(source, &report)
  }

  private func add(_ title: String, in region: SourceRegion, _ report: inout FileReport) {
    report.add(
      Self.self, in: region,
      LocalizedText(
        "The keyboard learns what is typed for \"\(title)\".", ja: "「\(title)」の入力内容がキーボードに学習されます。"))
  }

  /// Whether a modifier of the field, or of what it stands in, switches corrections off or shows digits alone.
  private static func isUncorrected(_ call: Call) -> Bool {
    var node = Syntax(call.node).parent
    while let parent = node {
      if let outer = parent.as(FunctionCallExprSyntax.self),
        let member = outer.calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text
      {
        if ["autocorrectionDisabled", "disableAutocorrection"].contains(member) {
          return outer.arguments.first?.expression.trimmedDescription != "false"
        }
        if member == "keyboardType",
          let kind = outer.arguments.first?.expression.as(MemberAccessExprSyntax.self),
          keyboards.contains(kind.declName.baseName.text)
        {
          return true
        }
      }
      if parent.is(MemberBlockItemSyntax.self) { return false }
      node = parent.parent
    }
    return false
  }

  /// A prompt that is set on `answerField`, and `let cardField = UITextField()`, with no trait set on them.
  private func checkFields(_ source: SwiftSource, _ report: inout FileReport) {
    let owners = { (assignment: Assignment) in NamePath.of(assignment.target).dropLast().last ?? "" }
    let quiet: Set = ["autocorrectionType", "isSecureTextEntry", "keyboardType"]
    let set = Set(
      source.facts.assignments.filter {
        quiet.contains($0.name ?? "") && !$0.value.trimmedDescription.hasSuffix(".default")
      }
      .map(owners))
    var seen: Set<String> = []
    for assignment in source.facts.assignments where assignment.name == "placeholder" {
      let owner = owners(assignment)
      guard !owner.isEmpty, !set.contains(owner), owner != "$0",
        let text = source.fold(assignment.value, in: assignment.scope).string,
        let title = Self.sensitive(texts: [text], name: owner), seen.insert(owner).inserted
      else { continue }
      add(title, in: source.text.lines.region(of: assignment.range), &report)
    }
    guard source.facts.names("UITextField") else { return }
    for binding in source.facts.bindings where binding.kind == .constant || binding.kind == .variable {
      guard let value = binding.value, Call(value, scope: binding.scope)?.name == "UITextField",
        !set.contains(binding.name), let title = Self.sensitive(texts: [], name: binding.name),
        seen.insert(binding.name).inserted
      else { continue }
      add(title, in: source.text.lines.region(of: binding.range), &report)
    }
  }

  // MARK: Both

  /// Keyboards without words to learn.
  private static let keyboards: Set = [
    "numberPad", "decimalPad", "phonePad", "asciiCapableNumberPad", "emailAddress", "URL",
  ]

  /// What a field asks for, if it is sensitive and no password: those are spoken of where they are not hidden.
  private static func sensitive(texts: [String], name: String) -> String? {
    for text in texts {
      if ["秘密の質問", "秘密の答え"].contains(where: text.contains) { return text }
      let words = Words.of(text)
      let pairs = zip(words, words.dropFirst()).map { $0 + " " + $1 }
      if words.count <= 8,
        pairs.contains(where: { ["security answer", "secret answer", "recovery phrase"].contains($0) })
      {
        return text
      }
    }
    guard let label = FieldLabel(texts: texts, names: [name]), !label.isSecret else { return nil }
    return label.text
  }
}
