import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// A fixed part of a text from outside that may have fewer parts.
struct UncheckedIndexOfInput: SwiftRule {
  static let metadata = RuleMetadata(
    id: "unchecked-index-of-input",
    title: LocalizedText("Part of input taken without counting", ja: "要素数を確認しない入力の添字参照"),
    why: LocalizedText(
      """
      A link or text with fewer parts than expected ends the app. Whoever sends it does so as often as they \
      like.
      """,
      ja: """
        想定より要素の少ないリンクや文字列が渡されると、アプリが異常終了します。送信者はこれを何度でも繰り返せます。
        """),
    fix: RuleFix(
      LocalizedText(
        "Compare the count first, take the part with first, dropFirst or a pattern, and refuse the rest.",
        ja: "先に要素数を確認するか、first、dropFirst、パターンで取り出し、想定外の入力は受け付けないでください。")),
    severity: .low, confidence: .high, cwe: [129], owaspMobile2024: [.m4], owaspMobile2016: [.m7],
    example: RuleMetadata.Example(
      bad: """
        func application(_ app: UIApplication, open url: URL, options: [Key: Any]) -> Bool {
          let parts = url.absoluteString.components(separatedBy: "=")
          return show(note: parts[1])
        }
        """,
      good: """
        func application(_ app: UIApplication, open url: URL, options: [Key: Any]) -> Bool {
          let parts = url.absoluteString.components(separatedBy: "=")
          guard parts.count == 2 else { return false }
          return show(note: parts[1])
        }
        """))

  static let triggers: Set<String> = ["components", "split", "pathComponents", "queryItems"]

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    for name in ["components", "split"] {
      for call in source.facts.calls(name) {
        guard let receiver = call.receiver, name == "split" || call.argument("separatedBy") != nil else {
          continue
        }
        // `components(separatedBy:)` always gives one part.
        let first = name == "split" ? 0 : 1
        check(ExprSyntax(call.node), of: receiver, from: first, call.scope, source, &report)
      }
    }
    for name in ["pathComponents", "queryItems"] {
      for reference in source.facts.references[name] ?? [] {
        guard let member = reference.node.parent?.as(MemberAccessExprSyntax.self), let base = member.base
        else {
          continue
        }
        check(ExprSyntax(member), of: base, from: 0, reference.scope, source, &report)
      }
    }
  }

  private func check(
    _ list: ExprSyntax, of text: ExprSyntax, from first: Int, _ scope: ScopeID, _ source: SwiftSource,
    _ report: inout FileReport
  ) {
    let accesses = accesses(to: list, scope, source).filter { Self.index(of: $0).map { $0 >= first } == true }
    guard let access = accesses.first, !isCounted(list, scope, source),
      let found = source.taint(of: text, in: scope, .outside)
    else { return }
    report.add(
      Self.self, at: access.utf8Range,
      LocalizedText(
        "\(found.name) comes from outside and may have fewer parts; \(source.quote(access, limit: 40)) then ends the app.",
        ja: "\(found.name) は外部からの値で、要素が足りないと \(source.quote(access, limit: 40)) でアプリが終了します。"),
      // Most files that an app or a tool reads are its own.
      confidence: found.kind == .file ? .low : found.confidence, flow: found.steps)
  }

  /// The subscripts with a number: of the list itself, or of the local name that it is given.
  private func accesses(to list: ExprSyntax, _ scope: ScopeID, _ source: SwiftSource)
    -> [SubscriptCallExprSyntax]
  {
    var value = list
    while let parent = value.parent,
      parent.is(ForceUnwrapExprSyntax.self) || parent.is(OptionalChainingExprSyntax.self),
      let outer = ExprSyntax(parent)
    {
      value = outer
    }
    if let access = value.parent?.as(SubscriptCallExprSyntax.self), access.calledExpression.id == value.id {
      return [access]
    }
    guard let name = Self.boundName(of: value), let function = source.facts.function(around: scope) else {
      return []
    }
    return source.facts.references(name, in: function.scope).compactMap { reference in
      guard let access = reference.node.parent?.as(SubscriptCallExprSyntax.self),
        access.calledExpression.id == ExprSyntax(reference.node).id
      else { return nil }
      return access
    }
  }

  /// Whether anything in the function asks how many parts there are.
  private func isCounted(_ list: ExprSyntax, _ scope: ScopeID, _ source: SwiftSource) -> Bool {
    guard let function = source.facts.function(around: scope) else { return false }
    let name = Self.boundName(of: list) ?? NamePath.last(of: list) ?? ""
    let members = source.facts.references(name, in: function.scope).compactMap {
      $0.node.parent?.as(MemberAccessExprSyntax.self).flatMap { member in
        // `parts.count`, and for `url.pathComponents.count` the member above.
        member.declName.baseName.text == name
          ? member.parent?.as(MemberAccessExprSyntax.self)?.declName.baseName.text
          : member.declName.baseName.text
      }
    }
    if members.contains(where: Self.counts.contains) { return true }
    return source.facts.calls("split", in: function.scope).contains { $0.argument("maxSplits") != nil }
      && members.contains("last")
  }

  private static func boundName(of value: ExprSyntax) -> String? {
    if let binding = value.ancestor(PatternBindingSyntax.self, within: 6),
      binding.initializer?.value.utf8Range.upperBound == value.utf8Range.upperBound
    {
      return binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text
    }
    if let binding = value.ancestor(OptionalBindingConditionSyntax.self, within: 6),
      binding.initializer?.value.utf8Range.upperBound == value.utf8Range.upperBound
    {
      return binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text
    }
    return nil
  }

  private static func index(of access: SubscriptCallExprSyntax) -> Int? {
    guard access.arguments.count == 1,
      let only = access.arguments.first?.expression.as(IntegerLiteralExprSyntax.self)
    else { return nil }
    return Int(only.literal.text)
  }

  private static let counts: Set = ["count", "isEmpty", "indices", "endIndex", "first"]
}
