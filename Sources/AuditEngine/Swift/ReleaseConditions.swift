import SwiftSyntax

/// Answers which branches of `#if` are part of a release build for an iOS device.
///
/// Three answers are needed, not two: what the audit cannot know (`canImport`, other platforms, flags of the
/// project) leaves every branch in.
struct ReleaseConditions: Sendable {
  /// The compilation conditions of the project.
  var conditions: CompilationConditions = []

  /// Whether `condition` holds in a release build; `nil` when that is not known.
  func holds(_ condition: ExprSyntax, depth: Int = 0) -> Bool? {
    guard depth < 32 else { return nil }
    if let sequence = condition.as(SequenceExprSyntax.self) { return holds(sequence, depth: depth + 1) }
    if let not = condition.as(PrefixOperatorExprSyntax.self), not.operator.text == "!" {
      return holds(not.expression, depth: depth + 1).map { !$0 }
    }
    if let tuple = condition.as(TupleExprSyntax.self), let inner = tuple.elements.first?.expression {
      return holds(inner, depth: depth + 1)
    }
    if let literal = condition.as(BooleanLiteralExprSyntax.self) { return literal.literal.text == "true" }
    if let name = condition.as(DeclReferenceExprSyntax.self)?.baseName.text { return holds(flag: name) }
    if let call = condition.as(FunctionCallExprSyntax.self) { return holds(call) }
    return nil
  }

  private func holds(flag name: String) -> Bool? {
    if conditions.set.contains(name) { return true }
    return Self.debugFlags.contains(name.uppercased()) || conditions.isNeverSet(name) ? false : nil
  }

  private func holds(_ call: FunctionCallExprSyntax) -> Bool? {
    guard let argument = call.arguments.first?.expression.trimmedDescription else { return nil }
    return switch call.calledExpression.trimmedDescription {
    case "targetEnvironment": argument == "simulator" ? false : nil
    case "os": argument == "iOS" ? true : nil
    case "_endian": argument == "little"
    default: nil
    }
  }

  /// `&&` binds tighter than `||`, so the condition is a disjunction of conjunctions.
  private func holds(_ sequence: SequenceExprSyntax, depth: Int) -> Bool? {
    var alternatives: [[Bool?]] = [[]]
    for element in sequence.elements {
      guard let operation = element.as(BinaryOperatorExprSyntax.self)?.operator.text else {
        alternatives[alternatives.count - 1].append(holds(element, depth: depth))
        continue
      }
      if operation == "||" { alternatives.append([]) }
      if operation != "||", operation != "&&" { return nil }
    }
    let conjunctions = alternatives.map { parts -> Bool? in
      if parts.contains(false) { return false }
      return parts.contains(nil) ? nil : true
    }
    if conjunctions.contains(true) { return true }
    return conjunctions.contains(nil) ? nil : false
  }

  /// The flags that teams set in debug builds only.
  private static let debugFlags: Set = [
    "DEBUG", "DEBUG_BUILD", "DEVELOPMENT", "DEV", "TESTING", "INTERNAL", "MOCK", "STAGING",
  ]
}
