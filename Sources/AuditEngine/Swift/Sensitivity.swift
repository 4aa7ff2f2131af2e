package import SwiftSyntax

/// A value that is sensitive by its name, and the name that says so.
package struct SensitiveValue: Sendable {
  /// What the name means.
  package let meaning: SensitiveLexicon.Meaning
  /// The name.
  package let name: String
  /// Where the name stands.
  package let range: Range<Int>
}

extension SwiftSource {
  /// The sensitive value that `expression` carries on, if there is one.
  ///
  /// Looks through conversions (`Data(password.utf8)`, `"\(token)"`, `pin ?? ""`) and local constants. What is only
  /// *about* a secret (`password.count`, `token.isEmpty`, its hash or ciphertext) is not sensitive.
  package func sensitive(_ expression: ExprSyntax?, in scope: ScopeID) -> SensitiveValue? {
    guard let expression else { return nil }
    budget.begin()
    return sensitive(expression, scope, 0)
  }

  private func sensitive(_ expression: ExprSyntax, _ scope: ScopeID, _ depth: Int) -> SensitiveValue? {
    guard depth < 16, budget.spend() else { return nil }
    let next = depth + 1
    switch expression.as(ExprSyntaxEnum.self) {
    case .declReferenceExpr(let reference):
      let name = reference.baseName.text
      if let found = Self.named(name, reference.utf8Range) { return found }
      // `let text = passwordField.text`: the name says nothing, the value does.
      guard let binding = binding(named: name, from: scope), binding.kind != .parameter,
        let value = binding.value, facts.scopes[binding.scope.index].kind != .type
      else { return nil }
      return sensitive(value, binding.scope, next)
    case .memberAccessExpr(let member): return sensitive(member, scope, next)
    case .functionCallExpr(let node):
      guard let call = Call(node, scope: scope) else { return nil }
      return sensitive(call, next)
    case .stringLiteralExpr(let literal):
      for segment in literal.segments {
        guard case .expressionSegment(let hole) = segment else { continue }
        for part in hole.expressions where part.label == nil {
          if let found = sensitive(part.expression, scope, next) { return found }
        }
      }
      return nil
    case .sequenceExpr:
      let parts = SequenceParts.of(expression)
      let carries = parts.allSatisfy {
        SequenceParts.operation($0).map { ["+", "??"].contains($0) } ?? true
      }
      guard carries else { return nil }
      return parts.lazy.compactMap { self.sensitive($0, scope, next) }.first
    case .arrayExpr(let array):
      return array.elements.lazy.compactMap { self.sensitive($0.expression, scope, next) }.first
    case .subscriptCallExpr(let access):
      let key = access.arguments.first.flatMap { fold($0.expression, scope, depth: next).string }
      return key.flatMap { Self.named($0, access.utf8Range) }
    case .asExpr(let cast): return sensitive(cast.expression, scope, next)
    default:
      guard let inner = NamePath.unwrapped(expression) else { return nil }
      return sensitive(inner, scope, next)
    }
  }

  private func sensitive(
    _ member: MemberAccessExprSyntax, _ scope: ScopeID, _ depth: Int
  ) -> SensitiveValue? {
    let name = member.declName.baseName.text
    guard let base = member.base else { return nil }
    if Self.contents.contains(name) {
      // The text of a field called `passwordField` is a password.
      if let field = NamePath.last(of: base) {
        let words = Words.of(field).filter { !Self.controls.contains($0) }
        if let meaning = SensitiveLexicon.meaning(of: words.joined(separator: "_")) {
          return SensitiveValue(meaning: meaning, name: field + "." + name, range: member.utf8Range)
        }
      }
      return sensitive(base, scope, depth)
    }
    if Self.carrying.contains(name) { return sensitive(base, scope, depth) }
    return Self.named(name, member.declName.utf8Range)
  }

  private func sensitive(_ call: Call, _ depth: Int) -> SensitiveValue? {
    if let receiver = call.receiver, Self.carrying.contains(call.name) || call.name == "data" {
      return sensitive(receiver, call.scope, depth)
    }
    guard Self.wrappers.contains(call.name) else { return nil }
    return call.arguments.lazy.compactMap { self.sensitive($0.value, call.scope, depth) }.first
  }

  private static func named(_ name: String, _ range: Range<Int>) -> SensitiveValue? {
    SensitiveLexicon.meaning(of: name).map { SensitiveValue(meaning: $0, name: name, range: range) }
  }

  /// Properties that are what a control contains.
  private static let contents: Set = ["text", "stringValue", "attributedText"]
  /// Words that only say what kind of control a name is.
  private static let controls: Set = [
    "field", "text", "textfield", "input", "box", "tf", "txt", "entry", "outlet", "view", "ui", "label",
  ]
  /// Members that hand the value on.
  private static let carrying: Set = [
    "utf8", "description", "debugDescription", "lowercased", "uppercased", "trimmingCharacters",
    "base64EncodedString",
    "base64EncodedData", "rawValue", "wrappedValue", "projectedValue", "stringValue", "unsafelyUnwrapped",
    "self",
    "reversed", "appending", "replacingOccurrences", "prefix", "suffix", "dropFirst", "dropLast", "joined",
    "value",
    "hexString", "hexEncodedString", "addingPercentEncoding",
  ]
  /// Initialisers and functions that hand their argument on.
  private static let wrappers: Set = [
    "String", "Data", "NSString", "Array", "NSData", "Optional", "Substring", "AnyHashable",
    "NSAttributedString",
    "StringLiteralType", "NSNumber", "encode",
  ]
}
