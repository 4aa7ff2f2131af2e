package import OmamoriCore
package import OmamoriReport
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
            at: literal.utf8Range,
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
    let scope = source.facts.innermost(at: expression.utf8Range.lowerBound, within: place.scope)
    return value(of: expression, at: place.at(expression, in: scope))
  }
}

extension TaintedValue {
  /// Adds a step to the way, unless it is very long already.
  package mutating func add(_ step: FindingStep) {
    guard steps.count < FlowAnalysis.mostSteps else {
      confidence = .low
      return
    }
    if steps.last?.region != step.region { steps.append(step) }
  }
}

extension SwiftSource {
  /// A step that points into this file.
  package func step(at range: Range<Int>, _ message: LocalizedText) -> FindingStep {
    FindingStep(file: text.path, region: text.lines.region(of: range), message: message)
  }
}

extension FlowAnalysis {
  /// Whether a condition that holds where `node` stands says that the value called `name` may be used.
  ///
  /// A `guard` before it, an `if` around it, and an `if` before it that leaves count. Secrets stay secrets.
  func isChecked(_ name: String, before node: Syntax) -> Bool {
    guard !kinds.isSubset(of: .sensitive) else { return false }
    // A value that nobody has the time to check is not told of.
    return anyCondition(before: node, ifTooLong: true) { checks($0, name) }
  }

  private func checks(_ found: HeldCondition, _ name: String) -> Bool {
    switch found {
    case .condition(let condition, _): checks(condition, name)
    case .attempt(let call):
      Words.of(call.name).contains(where: Sanitizers.checks.contains)
        && call.arguments.contains { NameFlow.use(of: [name], in: $0.value) != nil }
    }
  }

  private func checks(_ condition: Syntax, _ name: String) -> Bool {
    // Walking a condition takes time by its length.
    guard source.flowBudget.spend(8 + condition.utf8Range.count / 16) else { return true }
    let finder = CheckFinder(name, isBinding: condition.is(OptionalBindingConditionSyntax.self))
    finder.walk(condition)
    return finder.isFound
  }
}

/// Looks for what asks in a condition whether a value may be used.
private final class CheckFinder: SyntaxVisitor {
  private let name: String
  /// Whether the condition gives something a name: what looks for a place in a text then takes it apart.
  private let isBinding: Bool
  private(set) var isFound = false

  init(_ name: String, isBinding: Bool) {
    (self.name, self.isBinding) = (name, isBinding)
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    guard !isFound, let call = Call(node, scope: .file) else { return .skipChildren }
    let compares =
      Sanitizers.comparisons.contains(call.name) && !(isBinding && Sanitizers.searches.contains(call.name))
    guard compares || Words.of(call.name).contains(where: Sanitizers.checks.contains) else {
      return .visitChildren
    }
    let values = call.arguments.map(\.value) + (call.receiver.map { [$0] } ?? [])
    isFound = values.contains { NameFlow.use(of: [name], in: $0) != nil && !isRoute($0) }
    return .visitChildren
  }

  override func visit(_ node: SequenceExprSyntax) -> SyntaxVisitorContinueKind {
    let parts = Array(node.elements)
    for index in parts.indices.dropFirst().dropLast() {
      guard let operation = SequenceParts.operation(parts[index]), ["==", "!=", "~="].contains(operation)
      else {
        continue
      }
      let sides = [parts[index - 1], parts[index + 1]]
      guard !sides.contains(where: { $0.is(NilLiteralExprSyntax.self) }) else { continue }
      if sides.contains(where: { NameFlow.use(of: [name], in: $0) != nil && !isRoute($0) }) { isFound = true }
    }
    return isFound ? .skipChildren : .visitChildren
  }

  /// `link.scheme` says which kind of link it is, not what it carries.
  private func isRoute(_ expression: ExprSyntax) -> Bool {
    var expression = expression
    while let inner = NamePath.unwrapped(expression) { expression = inner }
    guard let member = expression.as(MemberAccessExprSyntax.self) else { return false }
    return Sanitizers.routes.contains(member.declName.baseName.text)
  }
}

extension FlowAnalysis {
  /// What `base.name` carries.
  func value(of member: MemberAccessExprSyntax, at place: FlowPlace) -> TaintedValue? {
    let name = member.declName.baseName.text
    guard let base = member.base, !harmless.contains(name), !Sanitizers.members.contains(name) else {
      return nil
    }
    if let found = source(member, name, base, at: place) { return found }
    // `password.utf8` is the password; `password.meter` is not.
    let isCarried = Self.carrying.contains(name)
    if wantsSensitive, !isCarried, let found = sensitive(name, at: member.declName.utf8Range) { return found }
    if let found = value(ofOwnMember: name, base, at: place) { return found }
    guard var found = value(of: base, at: place.at(base)) else { return nil }
    if !found.kind.isDisjoint(with: .sensitive), !isCarried { return nil }
    if !Self.silent.contains(name) {
      found.add(
        source.step(
          at: member.utf8Range, LocalizedText("Its \(name) is taken.", ja: "\(name) が取り出されます。")))
    }
    return found
  }

  /// A property of the type around, or of a type of this file that is named.
  private func value(ofOwnMember name: String, _ base: ExprSyntax, at place: FlowPlace) -> TaintedValue? {
    guard let owner = base.as(DeclReferenceExprSyntax.self)?.baseName.text,
      owner == "self" || owner == "Self" || owner.first?.isUppercase == true
    else { return nil }
    let type = owner == "self" || owner == "Self" ? source.facts.typeName(around: place.scope) : owner
    guard let binding = type.flatMap({ source.facts.member(name, of: $0) }) else { return nil }
    var next = place
    next.depth += 1
    return value(ofMember: binding, at: next)
  }

  /// Members that are sources by themselves: the text of a control, what the pasteboard holds.
  private func source(
    _ member: MemberAccessExprSyntax, _ name: String, _ base: ExprSyntax, at place: FlowPlace
  ) -> TaintedValue? {
    if let kind = TaintSources.members[name] {
      // What is known of where a link comes from says more.
      if kind == .link, let found = value(of: base, at: place.at(base)) { return found }
      return begins(
        kind, name, at: member.utf8Range,
        LocalizedText("\(name) comes from outside.", ja: "\(name) は外部から渡される値です。"))
    }
    if TaintSources.pasteboardMembers.contains(name), kinds.contains(.pasteboard),
      NamePath.of(base).contains("UIPasteboard")
        || source.typeName(of: base, in: place.scope) == "UIPasteboard"
    {
      return begins(
        .pasteboard, "pasteboard." + name, at: member.utf8Range,
        LocalizedText("It is read from the pasteboard.", ja: "ペーストボードから読み取られます。"))
    }
    guard TaintSources.controlMembers.contains(name), let owner = NamePath.last(of: base) else { return nil }
    let words = Words.of(owner)
    let type = source.typeName(of: base, in: place.scope)
    guard
      words.contains(where: TaintSources.controlWords.contains)
        || type.map(TaintSources.controlTypes.contains) == true
    else { return nil }
    let label = owner + "." + name
    if wantsSensitive {
      // The text of a field called `passwordField` is a password.
      let own = words.filter { !Self.controls.contains($0) }.joined(separator: "_")
      if let meaning = SensitiveLexicon.meaning(of: own) {
        return begins(
          meaning == .secret ? .secret : .personal, label, at: member.utf8Range,
          LocalizedText("\(label) is what the user types.", ja: "\(label) は利用者の入力です。"), confidence: .medium)
      }
    }
    return begins(
      .userInput, label, at: member.utf8Range,
      LocalizedText("\(label) is what the user types.", ja: "\(label) は利用者の入力です。"))
  }

  /// What an element carries: a sensitive value by its key, anything else by what it is an element of.
  func value(of access: SubscriptCallExprSyntax, at place: FlowPlace) -> TaintedValue? {
    if wantsSensitive, let key = access.arguments.first?.expression,
      let text = source.fold(key, in: place.scope).string,
      let found = sensitive(text, at: access.utf8Range)
    {
      return found
    }
    let base = access.calledExpression
    guard let found = value(of: base, at: place.at(base)) else { return nil }
    return found.kind.isDisjoint(with: .sensitive) ? found : nil
  }

  /// Members that hand the whole value on.
  static let carrying: Set = [
    "utf8", "description", "debugDescription", "rawValue", "wrappedValue", "projectedValue", "stringValue",
    "unsafelyUnwrapped", "self", "value", "hexString", "unicodeScalars", "bytes", "text", "attributedText",
    "string",
  ]
  /// Members that are not worth a step of their own.
  private static let silent: Set = [
    "utf8", "description", "self", "rawValue", "wrappedValue", "bytes", "first", "last", "unsafelyUnwrapped",
  ]
  /// Words that only say what kind of control a name is.
  private static let controls: Set = [
    "field", "fields", "text", "textfield", "input", "box", "tf", "txt", "entry", "outlet", "view", "ui",
    "label",
  ]
}
