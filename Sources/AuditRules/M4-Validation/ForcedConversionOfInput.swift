import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// A conversion of something from outside that ends the app when it fails.
struct ForcedConversionOfInput: SwiftRule {
  static let metadata = RuleMetadata(
    id: "forced-conversion-of-input",
    title: LocalizedText("Forced conversion of input", ja: "入力の強制変換"),
    why: LocalizedText(
      """
      Whoever sends a text that is no number, a link without a host or a reply of another shape ends the \
      app, as often as they like.
      """,
      ja: """
        数値でない文字列、ホストのないリンク、想定と異なる形式の応答を送るだけで、何度でもアプリを\
        異常終了させられます。
        """),
    fix: RuleFix(
      LocalizedText(
        "Use guard let, try and as?, and refuse the input.",
        ja: "guard let、try、as? を使用し、想定外の入力は受け付けないでください。")),
    severity: .low, confidence: .high, cwe: [248], owaspMobile2024: [.m4], owaspMobile2016: [.m7],
    example: RuleMetadata.Example(
      bad: "func pay() { send(yen: Int(amountField.text!)!) }",
      good: "func pay() { if let yen = Int(amountField.text ?? \"\") { send(yen: yen) } }"))

  static let triggers: Set<String> = Set(conversions.map(\.name)).union([
    "decode", "jsonObject", "unarchivedObject", "propertyList", "body", "userInfo",
  ])

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    for (name, label) in Self.conversions {
      for call in source.facts.calls(name) {
        guard let forced = call.node.parent?.as(ForceUnwrapExprSyntax.self),
          let argument = call.arguments.first,
          argument.label == label || argument.label == nil && label == nil,
          call.arguments.count == 1 || name == "Int"
        else { continue }
        add(argument.value, call.name, at: forced.utf8Range, call.scope, source, &report)
      }
    }
    for (name, label) in [
      ("decode", "from"), ("jsonObject", "with"), ("unarchivedObject", "from"), ("propertyList", "from"),
    ] {
      for call in source.facts.calls(name) {
        guard let data = call.argument(label),
          let place = Self.forcedTry(call) ?? Self.forcedCast(ExprSyntax(call.node))
        else { continue }
        add(data, call.name, at: place, call.scope, source, &report)
      }
    }
    for name in ["body", "userInfo"] {
      for reference in source.facts.references[name] ?? [] {
        guard let member = reference.node.parent?.as(MemberAccessExprSyntax.self) else { continue }
        var value = ExprSyntax(member)
        while let access = value.parent?.as(SubscriptCallExprSyntax.self),
          access.calledExpression.id == value.id
        {
          value = ExprSyntax(access)
        }
        guard let place = Self.forcedCast(value) else { continue }
        add(value, name, at: place, reference.scope, source, &report)
      }
    }
  }

  private func add(
    _ value: ExprSyntax, _ name: String, at range: Range<Int>, _ scope: ScopeID, _ source: SwiftSource,
    _ report: inout FileReport
  ) {
    guard !source.fold(value, in: scope).isConstant,
      let found = source.taint(of: value, in: scope, Self.kinds)
    else { return }
    report.add(
      Self.self, at: range,
      LocalizedText(
        "\(found.name) comes from outside; when \(name) is not what is expected, the app ends here.",
        ja: "\(found.name) は外部からの値です。\(name) が想定どおりでない場合、ここでアプリがクラッシュします。"),
      severity: found.kind == .userInput ? .info : nil, confidence: found.confidence, flow: found.steps)
  }

  /// `try! decoder.decode(…)`.
  private static func forcedTry(_ call: Call) -> Range<Int>? {
    guard let attempt = call.node.ancestor(TryExprSyntax.self, within: 4),
      attempt.questionOrExclamationMark?.text == "!"
    else { return nil }
    return attempt.utf8Range
  }

  /// `try JSONSerialization.jsonObject(with: data) as! [String: Any]`.
  private static func forcedCast(_ value: ExprSyntax) -> Range<Int>? {
    guard let sequence = value.ancestor(SequenceExprSyntax.self, within: 5) else { return nil }
    let parts = Array(sequence.elements)
    for (part, cast) in zip(parts, parts.dropFirst()) {
      guard part.utf8Range.contains(value.utf8Range.lowerBound),
        part.utf8Range.upperBound == value.utf8Range.upperBound,
        let cast = cast.as(UnresolvedAsExprSyntax.self), cast.questionOrExclamationMark?.text == "!"
      else { continue }
      return part.utf8Range.lowerBound..<sequence.utf8Range.upperBound
    }
    return nil
  }

  /// What the app itself wrote to a file is its own affair.
  private static let kinds: TaintKind = .outside.subtracting(.file)
  /// Initialisers that answer `nil`, with the label of what they convert.
  private static let conversions: [(name: String, label: String?)] = [
    ("Data", "base64Encoded"), ("Decimal", "string"), ("Double", nil), ("Float", nil), ("Int", nil),
    ("Int32", nil), ("Int64", nil), ("UInt", nil), ("UInt64", nil), ("URL", "string"),
    ("URLComponents", "string"), ("UUID", "uuidString"),
  ]
}
