import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// Finds out whether an expression carries a value from somewhere, by following it back the way it came.
///
/// Statements count in their order: what is assigned later, or on a branch that leaves, does not reach a use. Closures
/// are followed where they stand. A parameter means the argument of the call by which its function was reached, or
/// else what the calls of the function pass. Calls are followed five deep, in both directions together.
struct FlowAnalysis {
  let source: SwiftSource
  /// What is looked for.
  let kinds: TaintKind
  /// Functions and members after which a value is harmless for the one who asks.
  let harmless: Set<String>
  /// What a parameter means when the call by which its function was reached is not known.
  var parameters = Parameters.whatIsPassed

  /// What a parameter means when the call by which its function was reached is not known.
  enum Parameters: Hashable {
    /// What the calls of the function pass.
    case whatIsPassed
    /// Nothing but what the system passes.
    case whatTheSystemPasses
    /// The parameter declared in these bytes is itself what is looked for.
    case oneOf(Range<Int>)
  }

  static let mostCalls = 5
  static let mostSteps = 64
  static let deepest = 64

  /// The value that `expression` carries at `place`.
  func value(of expression: ExprSyntax, at place: FlowPlace) -> TaintedValue? {
    guard place.depth < Self.deepest, source.flowBudget.spend() else { return nil }
    switch expression.as(ExprSyntaxEnum.self) {
    case .declReferenceExpr(let reference): return value(named: reference, at: place)
    case .memberAccessExpr(let member): return value(of: member, at: place)
    case .functionCallExpr(let node):
      return Call(node, scope: place.scope).flatMap { value(of: $0, at: place) }
    case .subscriptCallExpr(let access): return value(of: access, at: place)
    case .stringLiteralExpr(let literal): return value(of: literal, at: place)
    case .sequenceExpr: return value(ofSequence: expression, at: place)
    case .arrayExpr(let array):
      return first(array.elements.lazy.map(\.expression).prefix(256), at: place)
    case .dictionaryExpr(let dictionary):
      guard case .elements(let elements) = dictionary.content else { return nil }
      return first(elements.lazy.map(\.value).prefix(256), at: place)
    case .tupleExpr(let tuple): return first(tuple.elements.lazy.map(\.expression), at: place)
    case .asExpr(let cast): return value(of: cast.expression, at: place.at(cast.expression))
    case .ifExpr(let choice): return value(of: choice, at: place)
    case .switchExpr(let choice): return value(of: choice, at: place)
    default: return NamePath.unwrapped(expression).flatMap { value(of: $0, at: place.at($0)) }
    }
  }

  /// The first of `expressions` that carries something.
  func first(_ expressions: some Sequence<ExprSyntax>, at place: FlowPlace) -> TaintedValue? {
    expressions.lazy.compactMap { value(of: $0, at: place.at($0)) }.first
  }

  /// Whether a secret is looked for: what a method makes of one is mostly no secret any more.
  var wantsSensitive: Bool { !kinds.isDisjoint(with: .sensitive) }

  /// A value that begins at `range`.
  func begins(
    _ kind: TaintKind, _ name: String, at range: Range<Int>, _ message: LocalizedText,
    confidence: Confidence = .high
  ) -> TaintedValue? {
    guard !kinds.isDisjoint(with: kind) else { return nil }
    return TaintedValue(
      kind: kind, name: name, confidence: confidence, steps: [source.step(at: range, message)])
  }

  // MARK: Texts and operators

  private func value(of literal: StringLiteralExprSyntax, at place: FlowPlace) -> TaintedValue? {
    for segment in literal.segments.prefix(512) {
      guard case .expressionSegment(let hole) = segment, let part = hole.expressions.first else { continue }
      if var found = value(of: part.expression, at: place.at(part.expression)) {
        found.add(
          source.step(
            at: literal.byteRange,
            LocalizedText("It becomes part of a text.", ja: "文字列に埋め込まれます。")))
        return found
      }
    }
    return nil
  }

  private func value(ofSequence expression: ExprSyntax, at place: FlowPlace) -> TaintedValue? {
    let parts = SequenceParts.of(expression)
    if parts.count == 1 { return parts[0] == expression ? nil : value(of: parts[0], at: place.at(parts[0])) }
    if let index = parts.firstIndex(where: { $0.is(UnresolvedTernaryExprSyntax.self) }) {
      guard let choice = parts[index].as(UnresolvedTernaryExprSyntax.self) else { return nil }
      // What stands before the question mark is only asked.
      let other = parts[(index + 1)...].filter { SequenceParts.operation($0) == nil }
      return first([choice.thenExpression] + other, at: place)
    }
    guard parts.allSatisfy({ SequenceParts.operation($0).map(Self.joining.contains) ?? true }) else {
      return nil
    }
    return first(parts.lazy.filter { SequenceParts.operation($0) == nil }.prefix(512), at: place)
  }

  private static let joining: Set = ["+", "??", "+=", "&+"]

  // MARK: Choices

  private func value(of choice: IfExprSyntax, at place: FlowPlace) -> TaintedValue? {
    if let found = result(of: choice.body.statements, at: place) { return found }
    switch choice.elseBody {
    case .codeBlock(let block): return result(of: block.statements, at: place)
    case .ifExpr(let next): return value(of: ExprSyntax(next), at: place.at(ExprSyntax(next)))
    default: return nil
    }
  }

  private func value(of choice: SwitchExprSyntax, at place: FlowPlace) -> TaintedValue? {
    choice.cases.lazy.prefix(128).compactMap { element -> TaintedValue? in
      guard case .switchCase(let item) = element else { return nil }
      return result(of: item.statements, at: place)
    }
    .first
  }

  /// The value of a branch that is one expression.
  private func result(of statements: CodeBlockItemListSyntax, at place: FlowPlace) -> TaintedValue? {
    guard statements.count == 1, case .expr(let expression)? = statements.first?.item else { return nil }
    let scope = source.facts.innermost(at: expression.byteRange.lowerBound, within: place.scope)
    return value(of: expression, at: place.at(expression, in: scope))
  }
}

extension TaintedValue {
  /// Adds a step to the way, unless it is very long already.
  mutating func add(_ step: FindingStep) {
    guard steps.count < FlowAnalysis.mostSteps else {
      confidence = .low
      return
    }
    if steps.last?.region != step.region { steps.append(step) }
  }
}

extension SwiftSource {
  /// A step that points into this file.
  func step(at range: Range<Int>, _ message: LocalizedText) -> FindingStep {
    FindingStep(file: text.path, region: text.lines.region(of: range), message: message)
  }
}
