import AuditEngine
import SwiftSyntax

/// Writes what stands in `Regex { … }` of RegexBuilder as the pattern that means the same.
enum RegexBuilderText {
  /// The pattern of the components in `closure`.
  static func pattern(of closure: ClosureExprSyntax, depth: Int = 0) -> String {
    components(of: closure).map { text(of: $0, depth: depth + 1) }.joined()
  }

  /// The first repetition of several components in `closure`, where a reader would change it.
  static func repetition(in closure: ClosureExprSyntax) -> ExprSyntax? {
    components(of: closure).first { component in
      guard let call = Call(component, scope: .file) else { return false }
      return ["OneOrMore", "ZeroOrMore", "Repeat"].contains(call.name) && !call.closures.isEmpty
    }
  }

  private static func components(of closure: ClosureExprSyntax) -> [ExprSyntax] {
    closure.statements.prefix(64).compactMap { statement in
      if case .expr(let expression) = statement.item { expression } else { nil }
    }
  }

  private static func text(of component: ExprSyntax, depth: Int) -> String {
    guard depth < 24 else { return "" }
    if let literal = component.as(StringLiteralExprSyntax.self) {
      return literal.knownText.map(escaped) ?? RegexUse.hole
    }
    if let literal = component.as(RegexLiteralExprSyntax.self) { return "(?:" + literal.regex.text + ")" }
    if let member = component.as(MemberAccessExprSyntax.self) {
      return members[member.declName.baseName.text] ?? RegexUse.hole
    }
    guard let call = Call(component, scope: .file) else { return RegexUse.hole }
    switch call.name {
    case "ignoresCase", "asciiOnlyDigits", "dotMatchesNewlines", "anchorsMatchLineEndings":
      return call.receiver.map { text(of: $0, depth: depth + 1) } ?? ""
    case "ChoiceOf":
      let parts = call.closures.first.map { components(of: $0.closure) } ?? []
      return "(?:" + parts.map { text(of: $0, depth: depth + 1) }.joined(separator: "|") + ")"
    case "Capture", "TryCapture": return "(" + inner(of: call, depth) + ")"
    case "One", "Regex": return "(?:" + inner(of: call, depth) + ")"
    case "Local": return "(?>" + inner(of: call, depth) + ")"
    case "Lookahead": return "(?=" + inner(of: call, depth) + ")"
    case "NegativeLookahead": return "(?!" + inner(of: call, depth) + ")"
    case "OneOrMore", "ZeroOrMore", "Optionally", "Repeat":
      return "(?:" + inner(of: call, depth) + ")" + quantifier(of: call)
    case "anyOf":
      let characters = call.arguments.first?.value.as(StringLiteralExprSyntax.self)?.knownText ?? ""
      return characters.isEmpty ? RegexUse.hole : "[" + characters.map { "\\" + String($0) }.joined() + "]"
    default: return RegexUse.hole
    }
  }

  /// What a component such as `OneOrMore` repeats: the components in its closure, or its argument.
  private static func inner(of call: Call, _ depth: Int) -> String {
    if let closure = call.closures.first?.closure { return pattern(of: closure, depth: depth + 1) }
    return call.arguments.first { $0.label == nil }.map { text(of: $0.value, depth: depth + 1) } ?? ""
  }

  private static func quantifier(of call: Call) -> String {
    let isPossessive = call.arguments.contains { NamePath.last(of: $0.value) == "possessive" }
    let sign =
      switch call.name {
      case "OneOrMore": "+"
      case "ZeroOrMore": "*"
      case "Optionally": "?"
      default: count(of: call)
      }
    return sign + (isPossessive ? "+" : "")
  }

  /// The bounds of `Repeat(.digit, count: 4)` or `Repeat(.word, 1...24)`.
  private static func count(of call: Call) -> String {
    if let count = call.argument("count")?.trimmedDescription, Int(count) != nil { return "{\(count)}" }
    let bounds = call.arguments.lazy.compactMap { argument -> (String, String)? in
      let parts = argument.value.trimmedDescription.split(separator: "...", omittingEmptySubsequences: false)
        .map(String.init)
      return parts.count == 2 && Int(parts[0]) != nil ? (parts[0], Int(parts[1]) == nil ? "" : parts[1]) : nil
    }
    guard let (least, most) = bounds.first else { return "*" }
    return "{\(least),\(most)}"
  }

  private static func escaped(_ text: String) -> String {
    text.map { "\\^$.|?*+()[]{}".contains($0) ? "\\" + String($0) : String($0) }.joined()
  }

  private static let members = [
    "any": "[\\s\\S]", "anyNonNewline": ".", "digit": "\\d", "word": "\\w", "whitespace": "\\s",
    "hexDigit": "[0-9A-Fa-f]", "startOfSubject": "\\A", "startOfLine": "^", "endOfSubject": "\\z",
    "endOfLine": "$", "endOfSubjectBeforeNewline": "\\Z", "wordBoundary": "\\b",
    "horizontalWhitespace": "\\h", "newlineSequence": "\\R",
  ]
}
