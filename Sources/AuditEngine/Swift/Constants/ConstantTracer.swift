import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// Follows an expression back to the constants that it may be.
struct ConstantTracer {
  let source: SwiftSource
  /// Whether a parameter may be what calls pass for it.
  let followsCallers: Bool
  /// Whether names of libraries count as constants.
  var followsSymbols = false
  /// Whether other files are asked about names and functions.
  var asksOthers = true

  var facts: SwiftFacts { source.facts }

  private static let deepest = 28
  static let mostCalls = 4

  /// An expression with what is known of its surroundings.
  struct Place {
    let expression: ExprSyntax
    let scope: ScopeID
    /// The arguments of the call by which the function around it was reached.
    var frame: Frame?
    /// How many expressions and how many calls were followed to come here.
    var (depth, calls) = (0, 0)

    init(_ expression: ExprSyntax, _ scope: ScopeID) { (self.expression, self.scope) = (expression, scope) }

    var offset: Int { expression.utf8Range.lowerBound }

    /// The place of another expression, one step further; in the same function unless a scope says otherwise.
    func at(_ expression: ExprSyntax, _ scope: ScopeID? = nil) -> Place {
      var next = Place(expression, scope ?? self.scope)
      (next.frame, next.depth, next.calls) = (frame, depth + 1, calls)
      return next
    }
  }

  /// What a call passes for the parameters of a function, by the places of their declarations.
  final class Frame {
    let arguments: [Int: Place]

    init(_ arguments: [Int: Place]) { self.arguments = arguments }
  }

  /// The constants that the expression at `place` may be.
  func trace(_ place: Place) -> [KnownConstant] {
    guard place.depth < Self.deepest, source.budget.spend(8) else { return [] }
    let expression = place.expression
    switch expression.as(ExprSyntaxEnum.self) {
    case .stringLiteralExpr(let literal): return trace(literal, place)
    case .integerLiteralExpr, .prefixOperatorExpr:
      let value = source.fold(expression, place.scope, depth: 0)
      if value.isConstant { return [KnownConstant(value: value)] }
      return expression.as(PrefixOperatorExprSyntax.self).map { computed([place.at($0.expression)]) } ?? []
    case .floatLiteralExpr: return [KnownConstant(value: .computed)]
    case .booleanLiteralExpr(let literal):
      return [KnownConstant(value: .boolean(literal.literal.tokenKind == .keyword(.true)))]
    case .arrayExpr(let array): return trace(array, place)
    case .dictionaryExpr(let literal):
      guard case .elements(let elements) = literal.content else { return [] }
      return computed(elements.prefix(64).map { place.at($0.value) })
    case .declReferenceExpr(let name): return trace(name: name.baseName.text, place)
    case .memberAccessExpr(let member): return trace(member, place)
    case .functionCallExpr(let call): return trace(call, place)
    case .subscriptCallExpr(let access): return trace(access, place)
    case .sequenceExpr, .infixOperatorExpr: return traceOperators(place)
    case .ternaryExpr(let choice):
      return trace(place.at(choice.thenExpression)) + trace(place.at(choice.elseExpression))
    case .tupleExpr(let tuple) where tuple.elements.count > 1:
      return computed(tuple.elements.prefix(8).map { place.at($0.expression) })
    case .asExpr(let cast): return trace(place.at(cast.expression))
    case .ifExpr(let choice): return trace(choice, place)
    case .switchExpr(let choice):
      return choice.cases.prefix(16).flatMap { element -> [KnownConstant] in
        guard case .switchCase(let part) = element else { return [] }
        return result(of: part.statements, place)
      }
    default:
      guard let inner = NamePath.unwrapped(expression) else { return [] }
      return trace(place.at(inner))
    }
  }

  // MARK: Literals and operators

  private func trace(_ literal: StringLiteralExprSyntax, _ place: Place) -> [KnownConstant] {
    if let text = literal.knownText { return [KnownConstant(value: .string(text))] }
    let value = source.fold(ExprSyntax(literal), place.scope, depth: 0)
    if value.isConstant { return [KnownConstant(value: value)] }
    let holes = literal.segments.prefix(64).compactMap { segment -> Place? in
      guard case .expressionSegment(let hole) = segment else { return nil }
      return hole.expressions.first.map { place.at($0.expression) }
    }
    return computed(holes)
  }

  private func trace(_ array: ArrayExprSyntax, _ place: Place) -> [KnownConstant] {
    let value = source.fold(ExprSyntax(array), place.scope, depth: 0)
    if value.isConstant { return [KnownConstant(value: value)] }
    let elements = array.elements.prefix(512).map { place.at($0.expression) }
    return followsSymbols ? elements.flatMap(trace) : computed(elements)
  }

  private func traceOperators(_ place: Place) -> [KnownConstant] {
    if let infix = place.expression.as(InfixOperatorExprSyntax.self) {
      let operation = infix.operator.as(BinaryOperatorExprSyntax.self)?.operator.text
      let sides = [place.at(infix.leftOperand), place.at(infix.rightOperand)]
      return operation == "??" ? fallen(sides) : joined(sides, place)
    }
    let parts = SequenceParts.of(place.expression)
    if parts.count == 1 { return parts[0] == place.expression ? [] : trace(place.at(parts[0])) }
    if let index = parts.firstIndex(where: { $0.is(UnresolvedTernaryExprSyntax.self) }),
      let choice = parts[index].as(UnresolvedTernaryExprSyntax.self), index + 1 < parts.count
    {
      return trace(place.at(choice.thenExpression))
        + parts[(index + 1)...].filter { SequenceParts.operation($0) == nil }.prefix(1)
        .flatMap { trace(place.at($0)) }
    }
    guard parts.count <= 256 else { return [] }
    let operands = parts.filter { SequenceParts.operation($0) == nil }.map { place.at($0) }
    let operations = Set(parts.compactMap(SequenceParts.operation))
    if operations == ["??"] { return fallen(operands) }
    if followsSymbols, operations == ["|"] { return operands.flatMap(trace) }
    if operations.contains("??"), let grouped = Operators.grouped(place.expression),
      grouped != place.expression
    {
      return trace(place.at(grouped))
    }
    return joined(operands, place)
  }

  /// One of several values; an empty one behind `??` only stands for none.
  private func fallen(_ places: [Place]) -> [KnownConstant] { places.flatMap(trace).filter { !$0.isEmpty } }

  /// What operators make of the values at `places`.
  private func joined(_ places: [Place], _ place: Place) -> [KnownConstant] {
    let value = source.fold(place.expression, place.scope, depth: 0)
    var found = computed(places)
    if value.isConstant, !found.isEmpty { found[0].value = value }
    return found
  }

  /// One constant that is made from those at all `places`; none when one of them is not constant.
  func computed(_ places: [Place]) -> [KnownConstant] {
    var made = KnownConstant(value: .computed)
    for place in places {
      guard let part = trace(place).first else { return [] }
      if made.steps.isEmpty { made.steps = part.steps }
      if part.isFromBundle { made.value = .bundled }
    }
    return [made]
  }

  // MARK: Branches

  private func trace(_ choice: IfExprSyntax, _ place: Place) -> [KnownConstant] {
    var found = result(of: choice.body.statements, place)
    switch choice.elseBody {
    case .codeBlock(let block)?: found += result(of: block.statements, place)
    case .ifExpr(let other)?: found += trace(place.at(ExprSyntax(other)))
    default: break
    }
    return found
  }

  /// The value of the only expression of `statements`, or what they return.
  func result(of statements: CodeBlockItemListSyntax, _ place: Place) -> [KnownConstant] {
    if statements.count == 1, let only = statements.first {
      if case .expr(let expression) = only.item { return trace(scoped(expression, place)) }
      if case .stmt(let statement) = only.item,
        let expression = statement.as(ExpressionStmtSyntax.self)?.expression
      {
        return trace(scoped(expression, place))
      }
    }
    return ReturnCollector.returns(in: statements).prefix(8).flatMap { trace(scoped($0, place)) }
  }

  private func scoped(_ expression: ExprSyntax, _ place: Place) -> Place {
    place.at(expression, facts.innermost(at: expression.utf8Range.lowerBound, within: place.scope))
  }

  // MARK: Steps

  /// `constants` with the place where they stand, unless they have one.
  func standing(_ constants: [KnownConstant], at range: Range<Int>) -> [KnownConstant] {
    constants.map { constant in
      guard constant.steps.isEmpty else { return constant }
      return with(
        constant,
        LocalizedText("The constant stands here.", ja: "定数はここにあります。"), range)
    }
  }

  func with(_ constant: KnownConstant, _ message: LocalizedText, _ range: Range<Int>) -> KnownConstant {
    guard constant.steps.count < 8 else { return constant }
    var constant = constant
    constant.steps.append(source.step(at: range, message))
    return constant
  }
}
