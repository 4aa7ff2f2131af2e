import OmamoriCore
package import SwiftSyntax

/// A part of a text that is known only when the program runs.
package struct TextHole: Sendable {
  /// What is put in.
  package let value: ExprSyntax
  /// Where it stands.
  package let scope: ScopeID
  /// The bytes of what puts it in: the literal with the interpolation, the concatenation, the `+=`.
  package let builder: Range<Int>
}

extension SwiftSource {
  /// The parts of the text `expression` that are known only when the program runs.
  ///
  /// Follows interpolation, `+`, `String(format:)`, `appending`, local names and what is added to them. A text that
  /// comes from elsewhere as a whole has no parts.
  package func holes(in expression: ExprSyntax, scope: ScopeID) -> [TextHole] {
    textBudget.begin()
    return holes(expression, scope, 0)
  }

  /// Whether `expression` is the same in every run: a constant, or a member such as `.ascending` or `Table.name`.
  ///
  /// A plain name that the file does not declare may be anything: a loop's variable, an inherited property.
  package func isFixed(_ expression: ExprSyntax, in scope: ScopeID) -> Bool {
    let range = expression.utf8Range
    if let known = knownFixed.withLock({ $0[range] }) { return known }
    let isFixed = findsFixed(expression, in: scope)
    knownFixed.withLock { $0[range] = isFixed }
    return isFixed
  }

  private func findsFixed(_ expression: ExprSyntax, in scope: ScopeID) -> Bool {
    let known = fold(expression, in: scope)
    if known.isConstant {
      guard known.string == "", let name = expression.as(DeclReferenceExprSyntax.self)?.baseName.text,
        let binding = binding(named: name, from: scope)
      else { return true }
      return !isFilledLater(binding)
    }
    guard let name = known.symbol else { return false }
    guard expression.is(DeclReferenceExprSyntax.self) else { return true }
    return name.first?.isUppercase == true || name.first == "k" && name.dropFirst().first?.isUppercase == true
  }

  /// Whether `binding` is a property like `var number = ""`, which whoever makes the object gives a value.
  package func isFilledLater(_ binding: Binding) -> Bool {
    guard binding.kind == .variable, facts.scopes[binding.scope.index].kind == .type,
      binding.attributes.isEmpty, let value = binding.value, fold(value, in: binding.scope).string == "",
      let declaration = value.ancestor(VariableDeclSyntax.self, within: 6)
    else { return false }
    return !declaration.modifiers.contains { ["private", "fileprivate"].contains($0.name.text) }
  }

  private func holes(_ expression: ExprSyntax, _ scope: ScopeID, _ depth: Int) -> [TextHole] {
    guard depth < 12, textBudget.spend() else { return [] }
    let next = depth + 1
    switch expression.as(ExprSyntaxEnum.self) {
    case .stringLiteralExpr(let literal): return holes(literal, scope, next)
    case .sequenceExpr: return holes(ofSequence: expression, scope, next)
    case .declReferenceExpr(let name): return holes(named: name.baseName.text, scope, next)
    case .functionCallExpr(let node):
      return Call(node, scope: scope).map { holes($0, next) } ?? []
    case .memberAccessExpr(let member):
      guard let base = member.base else { return [] }
      if ["utf8", "utf8CString", "description"].contains(member.declName.baseName.text) {
        return holes(base, scope, next)
      }
      let isOwn = ["self", "Self"].contains(NamePath.last(of: base) ?? "")
      return isOwn ? holes(named: member.declName.baseName.text, scope, next) : []
    case .asExpr(let cast): return holes(cast.expression, scope, next)
    default: return NamePath.unwrapped(expression).map { holes($0, scope, next) } ?? []
    }
  }

  private func holes(_ literal: StringLiteralExprSyntax, _ scope: ScopeID, _ depth: Int) -> [TextHole] {
    literal.segments.flatMap { segment -> [TextHole] in
      guard case .expressionSegment(let hole) = segment, let value = hole.expressions.first else { return [] }
      return part(value.expression, scope, builder: literal.utf8Range, depth)
    }
  }

  private func holes(ofSequence expression: ExprSyntax, _ scope: ScopeID, _ depth: Int) -> [TextHole] {
    let parts = SequenceParts.of(expression)
    if parts.count == 1 { return parts[0] == expression ? [] : holes(parts[0], scope, depth) }
    let operations = parts.compactMap(SequenceParts.operation)
    if operations.allSatisfy({ $0 == "??" }), !operations.isEmpty {
      return parts.filter { SequenceParts.operation($0) == nil }.flatMap { holes($0, scope, depth) }
    }
    return joined(parts, scope, builder: expression.utf8Range, depth)
  }

  /// The parts of `a + b + …`; without any constant text among them nothing is known to be built here.
  private func joined(
    _ parts: [ExprSyntax], _ scope: ScopeID, builder: Range<Int>, _ depth: Int
  ) -> [TextHole] {
    let operands = parts.filter { SequenceParts.operation($0) == nil }
    guard parts.allSatisfy({ SequenceParts.operation($0).map { $0 == "+" } ?? true }),
      operands.contains(where: { $0.is(StringLiteralExprSyntax.self) || fold($0, in: scope).string != nil })
    else { return [] }
    return operands.flatMap { operand in
      operand.is(StringLiteralExprSyntax.self)
        ? holes(operand, scope, depth) : part(operand, scope, builder: builder, depth)
    }
  }

  private func part(
    _ value: ExprSyntax, _ scope: ScopeID, builder: Range<Int>, _ depth: Int
  ) -> [TextHole] {
    if isFixed(value, in: scope) { return [] }
    let inner = holes(value, scope, depth)
    if !inner.isEmpty { return inner }
    return [TextHole(value: value, scope: scope, builder: builder)]
  }

  private func holes(_ call: Call, _ depth: Int) -> [TextHole] {
    switch call.name {
    case "String", "NSString":
      if let format = call.argument("format") {
        guard fold(format, in: call.scope).string?.contains("%@") != false else { return [] }
        return holes(format, call.scope, depth)
          + call.arguments.dropFirst().flatMap { part($0.value, call.scope, builder: call.range, depth) }
      }
      return call.arguments.first.map { holes($0.value, call.scope, depth) } ?? []
    case "Data", "NSMutableString":
      return call.arguments.first.map { holes($0.value, call.scope, depth) } ?? []
    case "appending", "appendingFormat":
      guard let receiver = call.receiver else { return [] }
      return holes(receiver, call.scope, depth)
        + call.arguments.flatMap { part($0.value, call.scope, builder: call.range, depth) }
    case "data", "cString", "trimmingCharacters", "withCString":
      return call.receiver.map { holes($0, call.scope, depth) } ?? []
    default: return []
    }
  }

  private func holes(named name: String, _ scope: ScopeID, _ depth: Int) -> [TextHole] {
    guard let binding = binding(named: name, from: scope), binding.kind != .parameter,
      facts.enclosing(.function, of: binding.scope) != nil || binding.kind == .constant
    else { return [] }
    var found = binding.value.map { holes($0, binding.scope, depth) } ?? []
    guard binding.kind == .variable else { return found }
    // Each use of the variable asks again: what is added after this many times is the same kind of thing.
    let additions = facts.assignments(to: name, in: binding.scope, from: binding.range.lowerBound + 1)
    for assignment in additions.prefix(Self.mostAdditions) {
      found += added(assignment, depth)
    }
    for call in facts.calls("append", in: binding.scope).prefix(Self.mostAdditions) {
      guard call.receiver.flatMap(NamePath.last) == name, let value = call.arguments.first?.value
      else { continue }
      found += part(value, call.scope, builder: call.range, depth)
    }
    return found
  }

  private static var mostAdditions: Int { 64 }

  private func added(_ assignment: Assignment, _ depth: Int) -> [TextHole] {
    guard assignment.operation == "+=" else { return holes(assignment.value, assignment.scope, depth) }
    guard let sequence = assignment.value.as(SequenceExprSyntax.self), assignment.range == sequence.utf8Range
    else { return part(assignment.value, assignment.scope, builder: assignment.range, depth) }
    return Array(sequence.elements).dropFirst(2)
      .filter { SequenceParts.operation($0) == nil }
      .flatMap { part($0, assignment.scope, builder: assignment.range, depth) }
  }
}
