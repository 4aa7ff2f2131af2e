import AuditEngine
import OmamoriReport
import SwiftSyntax

/// Judges what is put into a text that another language reads: SQL, a predicate, HTML, JavaScript.
enum InjectedPart {
  /// Whether `hole` cannot carry syntax: a number, something escaped or encoded, a name of the app's own schema.
  ///
  /// Names with one of `words` hold no outside text in the language in question.
  static func isHarmless(_ hole: TextHole, words: Set<String>, _ source: SwiftSource) -> Bool {
    isHarmless(hole.value, hole.scope, words, source, 0)
  }

  /// How sure it is that the part comes from outside: a parameter of a text type or the text of a control is.
  static func confidence(_ hole: TextHole, _ source: SwiftSource) -> Confidence {
    let found = source.taint(of: hole.value, in: hole.scope, .outside)
    return max(found?.confidence ?? .low, confidenceByName(hole, source))
  }

  /// The way of the part from outside to `sink`, as far as it is known.
  static func flow(_ hole: TextHole, to sink: Range<Int>, _ source: SwiftSource) -> [FindingStep] {
    source.taint(of: hole.value, in: hole.scope, .outside).map { source.flow(of: $0, to: sink) } ?? []
  }

  private static func confidenceByName(_ hole: TextHole, _ source: SwiftSource) -> Confidence {
    if NamePath.last(of: hole.value) == "text" { return .high }
    guard let name = hole.value.as(DeclReferenceExprSyntax.self)?.baseName.text else { return .medium }
    guard let binding = source.binding(named: name, from: hole.scope) else {
      // Of a name of another file nothing is known.
      return isBound(name, around: hole.value) ? .medium : .low
    }
    guard binding.kind == .parameter else { return .medium }
    let type = binding.type?.writtenName ?? ""
    return ["String", "String?", "Substring"].contains(type) ? .high : .medium
  }

  /// Whether a loop or closure around `value` names `name`.
  private static func isBound(_ name: String, around value: ExprSyntax) -> Bool {
    var node = value.parent
    while let current = node {
      let names =
        current.as(ForStmtSyntax.self).map { Syntax($0.pattern) }
        ?? current.as(ClosureExprSyntax.self)?.signature.map { Syntax($0) }
      if names?.tokens(viewMode: .sourceAccurate).contains(where: { $0.text == name }) == true { return true }
      node = current.parent
    }
    return false
  }

  private static func isHarmless(
    _ value: ExprSyntax, _ scope: ScopeID, _ words: Set<String>, _ source: SwiftSource, _ depth: Int
  ) -> Bool {
    guard depth < 8 else { return true }
    if source.isFixed(value, in: scope) || value.is(MacroExpansionExprSyntax.self) { return true }
    if let call = Call(value, scope: scope) { return isHarmless(call, words, source, depth + 1) }
    let parts = SequenceParts.of(value)
    if let choice = parts.lazy.compactMap({ $0.as(UnresolvedTernaryExprSyntax.self) }).first,
      let other = parts.last
    {
      return isHarmless(choice.thenExpression, scope, words, source, depth + 1)
        && isHarmless(other, scope, words, source, depth + 1)
    }
    if parts.count > 1 {
      if parts.contains(where: { arithmetic.contains(SequenceParts.operation($0) ?? "") }) { return true }
      return parts.allSatisfy {
        SequenceParts.operation($0) != nil || isHarmless($0, scope, words, source, depth + 1)
      }
    }
    guard let name = NamePath.last(of: value) else {
      return NamePath.unwrapped(value).map { isHarmless($0, scope, words, source, depth + 1) } ?? false
    }
    let own = Words.of(name)
    if own.contains(where: { words.contains($0) || treated.contains($0) }) { return true }
    if let member = value.as(MemberAccessExprSyntax.self) {
      if plainMembers.contains(name) { return true }
      // `Column.title.name` is a constant of the app.
      if let first = NamePath.of(value).first, first.first?.isUppercase == true, !first.hasPrefix("UI") {
        return NamePath.of(value).contains("shared") == false
      }
      let declared = source.facts.bindings(name).filter {
        source.facts.scopes[$0.scope.index].kind == .type
      }
      if member.base?.as(DeclReferenceExprSyntax.self) != nil, !declared.isEmpty {
        return declared.allSatisfy { isNumber($0.type) }
      }
      return false
    }
    guard let binding = source.binding(named: name, from: scope) else { return false }
    if isNumber(binding.type) { return true }
    guard binding.kind != .parameter, let value = binding.value, !source.isFilledLater(binding) else {
      return false
    }
    return isHarmless(value, binding.scope, words, source, depth + 1)
  }

  private static func isHarmless(
    _ call: Call, _ words: Set<String>, _ source: SwiftSource, _ depth: Int
  ) -> Bool {
    if numbers.contains(call.name) || call.name == "Date" || call.name == "UUID" { return true }
    let own = Words.of(call.name)
    if own.contains(where: { words.contains($0) || treated.contains($0) }) { return true }
    if call.name == "String", let value = call.arguments.first {
      let label = value.label ?? ""
      if label == "format" {
        return call.arguments.dropFirst().allSatisfy {
          isHarmless($0.value, call.scope, words, source, depth)
        }
      }
      return isHarmless(value.value, call.scope, words, source, depth)
    }
    // `ids.map { _ in "?" }.joined(separator: ",")`
    if call.name == "joined", let receiver = call.receiver {
      return isHarmless(receiver, call.scope, words, source, depth)
    }
    if ["map", "compactMap"].contains(call.name) {
      guard let closure = call.closures.first?.closure, closure.statements.count == 1,
        case .expr(let result)? = closure.statements.first?.item
      else { return false }
      return isHarmless(result, call.scope, words, source, depth)
    }
    if call.labels == ["repeating", "count"], let value = call.argument("repeating") {
      return isHarmless(value, call.scope, words, source, depth)
    }
    return ["lowercased", "uppercased", "description"].contains(call.name)
      && call.receiver.map { isHarmless($0, call.scope, words, source, depth) } == true
  }

  private static func isNumber(_ type: TypeSyntax?) -> Bool {
    guard let type else { return false }
    let name = type.writtenName.split(separator: ".").last.map(String.init) ?? ""
    return numbers.contains(name.filter { $0 != "?" && $0 != "!" })
  }

  private static let arithmetic: Set = ["-", "*", "/", "%", "<<", ">>"]
  private static let numbers: Set = [
    "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "Double",
    "Float",
    "CGFloat", "Bool", "Date", "UUID", "TimeInterval", "NSInteger", "Decimal", "CGSize", "CGRect", "CGPoint",
  ]
  /// Members that are numbers or fixed names whatever they belong to.
  private static let plainMembers: Set = [
    "count", "rawValue", "uuidString", "hashValue", "timeIntervalSince1970", "width", "height", "isEmpty",
    "boolValue", "intValue", "doubleValue", "int64Value", "startIndex", "endIndex",
  ]
  /// Words of functions and names for text that was made safe.
  private static let treated: Set = [
    "escape", "escaped", "escaping", "encode", "encoded", "encoding", "sanitize", "sanitized", "sanitise",
    "sanitised", "quote", "quoted", "base", "base64", "json", "hex", "placeholder", "placeholders",
    "parameterized", "serialized",
  ]
}
