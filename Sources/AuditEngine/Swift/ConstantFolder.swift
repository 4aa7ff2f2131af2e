import OmamoriCore
import SwiftOperators
import SwiftParser
package import SwiftSyntax
import Synchronization

extension SwiftSource {
  /// What is known of `expression`, read where `scope` is visible.
  ///
  /// Names are followed through `let`, through a `var` that nothing assigns to, static members, enum cases with a
  /// raw value and default arguments of this file.
  package func fold(_ expression: ExprSyntax?, in scope: ScopeID) -> Value {
    guard let expression else { return .unknown }
    budget.begin()
    let value = fold(expression, scope, depth: 0)
    if budget.isQuestionSpent { budget.giveUp(expression.utf8Range.lowerBound) }
    return value
  }

  package func fold(_ expression: ExprSyntax, _ scope: ScopeID, depth: Int) -> Value {
    guard depth < 24, budget.spend(), !budget.hasGivenUp(expression) else { return .unknown }
    let next = depth + 1
    switch expression.as(ExprSyntaxEnum.self) {
    case .stringLiteralExpr(let literal): return fold(literal, scope, next)
    case .integerLiteralExpr(let literal): return Self.integer(literal.literal.text)
    case .booleanLiteralExpr(let literal): return .boolean(literal.literal.tokenKind == .keyword(.true))
    case .nilLiteralExpr: return .none
    case .arrayExpr(let array): return fold(array, scope, next)
    case .dictionaryExpr(let literal): return .dictionary(track(literal, scope, next))
    case .declReferenceExpr(let name):
      return resolve(name.baseName.text, scope, next, at: name.utf8Range)
    case .memberAccessExpr(let member): return fold(member, scope, next)
    case .functionCallExpr(let call): return fold(call, scope, next)
    case .sequenceExpr: return foldSequence(expression, scope, next)
    case .prefixOperatorExpr(let prefix): return fold(prefix, scope, next)
    case .asExpr(let cast): return fold(cast.expression, scope, depth: next)
    case .infixOperatorExpr(let infix): return fold(infix, scope, next)
    default:
      guard let inner = NamePath.unwrapped(expression) else { return .unknown }
      return fold(inner, scope, depth: next)
    }
  }

  // MARK: Literals

  private func fold(_ literal: StringLiteralExprSyntax, _ scope: ScopeID, _ depth: Int) -> Value {
    if let text = literal.knownText { return .string(text) }
    var parts: [Value.TextPart] = []
    for segment in literal.segments.prefix(4096) {
      switch segment {
      case .stringSegment(let text): parts.append(.text(text.content.text))
      case .expressionSegment(let hole):
        let value = hole.expressions.first.map { fold($0.expression, scope, depth: depth) } ?? .unknown
        switch value {
        case .string(let text): parts.append(.text(text))
        case .integer(let number): parts.append(.text(String(number)))
        case .template(let inner): parts += inner
        default: parts.append(.hole)
        }
      @unknown default: parts.append(.hole)
      }
    }
    let text = Self.joined(parts)
    return text.length <= FoldingBudget.longest ? text : .unknown
  }

  /// Merges neighbouring texts; a template without holes is a text.
  private static func joined(_ parts: [Value.TextPart]) -> Value {
    var merged: [Value.TextPart] = []
    for part in parts {
      if case .text(let text) = part, case .text(let before)? = merged.last {
        merged[merged.count - 1] = .text(before + text)
      } else {
        merged.append(part)
      }
    }
    if merged.isEmpty { return .string("") }
    if merged.count == 1, case .text(let text) = merged[0] { return .string(text) }
    return .template(merged)
  }

  private static func integer(_ text: String) -> Value {
    let digits = text.filter { $0 != "_" }
    let value =
      switch digits.prefix(2) {
      case "0x": Int(digits.dropFirst(2), radix: 16)
      case "0b": Int(digits.dropFirst(2), radix: 2)
      case "0o": Int(digits.dropFirst(2), radix: 8)
      default: Int(digits)
      }
    return value.map { .integer($0) } ?? .unknown
  }

  private func fold(_ array: ArrayExprSyntax, _ scope: ScopeID, _ depth: Int) -> Value {
    let values = array.elements.prefix(4096).map { fold($0.expression, scope, depth: depth) }
    return .array(values)
  }

  // MARK: Operators

  private func foldSequence(_ expression: ExprSyntax, _ scope: ScopeID, _ depth: Int) -> Value {
    let parts = SequenceParts.of(expression)
    if parts.count == 1 {
      return parts[0] == expression ? .unknown : fold(parts[0], scope, depth: depth)
    }
    if let index = parts.firstIndex(where: { $0.is(UnresolvedTernaryExprSyntax.self) }) {
      guard let choice = parts[index].as(UnresolvedTernaryExprSyntax.self), index + 2 == parts.count else {
        return .unknown
      }
      return .oneOf([
        fold(choice.thenExpression, scope, depth: depth), fold(parts[index + 1], scope, depth: depth),
      ])
    }
    if Operators.areMixed(parts), let grouped = Operators.grouped(expression), grouped != expression {
      return fold(grouped, scope, depth: depth)
    }
    // Joining copies what came before: thousands of parts would take the square of that.
    guard parts.count <= 1024 else { return .unknown }
    var result = fold(parts[0], scope, depth: depth)
    var index = 1
    while index + 1 < parts.count, let operation = SequenceParts.operation(parts[index]) {
      let right = fold(parts[index + 1], scope, depth: depth)
      // Putting a long text together piece by piece costs its length each time.
      guard budget.spend(result.length / 64) else { return .unknown }
      result = Self.combine(result, operation, right)
      guard result.length <= FoldingBudget.longest else { return .unknown }
      index += 2
    }
    return index == parts.count ? result : .unknown
  }

  private func fold(_ infix: InfixOperatorExprSyntax, _ scope: ScopeID, _ depth: Int) -> Value {
    guard let operation = infix.operator.as(BinaryOperatorExprSyntax.self)?.operator.text else {
      return .unknown
    }
    let (left, right) = (
      fold(infix.leftOperand, scope, depth: depth), fold(infix.rightOperand, scope, depth: depth)
    )
    guard budget.spend(left.length / 64) else { return .unknown }
    let result = Self.combine(left, operation, right)
    return result.length <= FoldingBudget.longest ? result : .unknown
  }

  private static func combine(_ left: Value, _ operation: String, _ right: Value) -> Value {
    switch (operation, left, right) {
    case ("??", .oneOf(let values), _): return .oneOf(values + [right])
    case ("??", _, _): return .oneOf([left, right])
    case ("+", .bytes(let a), .bytes(let b)): return .bytes(a + b)
    case ("+", .integer(let a), .integer(let b)):
      let (sum, overflow) = a.addingReportingOverflow(b)
      return overflow ? .unknown : .integer(sum)
    case ("*", .integer(let a), .integer(let b)):
      let (product, overflow) = a.multipliedReportingOverflow(by: b)
      return overflow ? .unknown : .integer(product)
    case ("|", .integer(let a), .integer(let b)): return .integer(a | b)
    case ("|", .symbol, _), ("|", _, .symbol), ("|", .array, _): return .array(list(left) + list(right))
    case ("<<", .integer(let a), .integer(let b)): return (0..<62).contains(b) ? .integer(a << b) : .unknown
    case ("+", _, _):
      guard let a = textParts(left), let b = textParts(right) else { return .unknown }
      return joined(a + b)
    default: return .unknown
    }
  }

  private static func list(_ value: Value) -> [Value] {
    if case .array(let values) = value { values } else { [value] }
  }

  private static func textParts(_ value: Value) -> [Value.TextPart]? {
    switch value {
    case .string(let text): [.text(text)]
    case .template(let parts): parts
    case .unknown, .symbol, .oneOf: [.hole]
    default: nil
    }
  }

  private func fold(_ prefix: PrefixOperatorExprSyntax, _ scope: ScopeID, _ depth: Int) -> Value {
    let value = fold(prefix.expression, scope, depth: depth)
    return switch (prefix.operator.text, value) {
    case ("-", .integer(let number)): .integer(0 &- number)
    case ("!", .boolean(let truth)): .boolean(!truth)
    default: .unknown
    }
  }

  // MARK: Names

  private func resolve(
    _ name: String, _ scope: ScopeID, _ depth: Int, at range: @autoclosure () -> Range<Int>
  ) -> Value {
    guard let binding = binding(named: name, from: scope, at: range().lowerBound) else {
      guard !facts.isDeclared(name) else { return .unknown }
      return constant(name, of: [], usedAt: range()) ?? .symbol(name)
    }
    return constant(binding, depth)
  }

  /// The value of `binding` if nothing can change it.
  package func constant(_ binding: Binding, _ depth: Int) -> Value {
    guard let value = binding.value else { return .unknown }
    switch binding.kind {
    case .constant, .enumCase, .optionalBinding: break
    case .variable, .parameter: guard !facts.reassigned.contains(binding.name) else { return .unknown }
    }
    if binding.kind == .parameter {
      // A default argument is one of the values the parameter can have.
      return .oneOf([fold(value, binding.scope, depth: depth), .unknown])
    }
    let before = budget.stepsOfQuestion
    defer {
      // Who asks for something else that is made of it need not try again.
      if budget.isQuestionSpent, before < FoldingBudget.stepsPerQuestion / 2 {
        budget.giveUp(value.utf8Range.lowerBound)
      }
    }
    return fold(value, binding.scope, depth: depth)
  }

  /// The declaration that `name` means at `offset`: in `let url = url` it is another one.
  private func binding(named name: String, from scope: ScopeID, at offset: @autoclosure () -> Int) -> Binding?
  {
    guard let found = binding(named: name, from: scope) else { return nil }
    guard let value = found.value, value.utf8Range.contains(offset()) else { return found }
    return facts.chain(from: scope).lazy.compactMap { self.facts.binding(name, in: $0) }
      .first { $0.value?.utf8Range.contains(offset()) != true }
  }

  /// The declaration that `name` means where `scope` is visible.
  package func binding(named name: String, from scope: ScopeID) -> Binding? {
    guard facts.isDeclared(name) else { return nil }
    return facts.chain(from: scope).lazy.compactMap { self.facts.binding(name, in: $0) }.first
  }

  private func fold(_ member: MemberAccessExprSyntax, _ scope: ScopeID, _ depth: Int) -> Value {
    let name = member.declName.baseName.text
    guard let base = member.base else { return .symbol(name) }
    switch name {
    case "utf8", "rawValue", "unicodeScalars", "bytes":
      let value = fold(base, scope, depth: depth)
      if name == "rawValue" || name == "bytes" { return value == .unknown ? .unknown : value }
      return value.string.map { .bytes(Array($0.utf8)) } ?? .unknown
    case "self": return fold(base, scope, depth: depth)
    default: break
    }
    // `self.key`, `Self.key`, `Constants.key`: a member of a type of this file.
    guard let owner = NamePath.last(of: base) else { return .unknown }
    let wanted = owner == "self" || owner == "Self" ? facts.typeName(around: scope) : owner
    if let found = wanted.flatMap({ facts.member(name, of: $0) }) { return constant(found, depth) }
    if let wanted {
      let path = wanted == owner ? NamePath.of(base) : [wanted]
      if let known = constant(name, of: path, usedAt: member.utf8Range) { return known }
    }
    // Types of other files: `FileProtectionType.none`, `tls_protocol_version_t.TLSv11`.
    return owner.first?.isUppercase == true || owner.hasSuffix("_t") ? .symbol(name) : .unknown
  }

  // MARK: Calls

  private func fold(_ node: FunctionCallExprSyntax, _ scope: ScopeID, _ depth: Int) -> Value {
    guard let call = Call(node, scope: scope) else { return .unknown }
    if Self.conversions.contains(call.name), call.arguments.count == 1 {
      return convert(call, depth)
    }
    if call.name == "data", call.arguments.first?.label == "using", let text = call.receiver {
      return fold(text, scope, depth: depth).bytes.map { .bytes($0) } ?? .unknown
    }
    if call.labels == ["repeating", "count"],
      let count = call.argument("count").flatMap({ fold($0, scope, depth: depth).integer }),
      let byte = call.argument("repeating").flatMap({ fold($0, scope, depth: depth).integer }),
      (0...4096).contains(count)
    {
      return .bytes(Array(repeating: UInt8(truncatingIfNeeded: byte), count: count))
    }
    return .unknown
  }

  private static let conversions: Set = [
    "String", "NSString", "Data", "NSData", "Array", "UInt8", "Int", "UInt", "UInt32", "Int32", "UInt64",
    "CCOptions",
    "CCAlgorithm", "CCPBKDFAlgorithm", "CCPseudoRandomAlgorithm", "NSNumber", "CFString", "ContiguousArray",
    "Optional", "CCOperation", "CCMode", "CCPadding", "CCHmacAlgorithm",
  ]

  /// `Data("…".utf8)`, `Data([1, 2])`, `Data(base64Encoded: "…")`, `UInt32(600_000)`, `String(kSecClass)`.
  private func convert(_ call: Call, _ depth: Int) -> Value {
    let value = fold(call.arguments[0].value, call.scope, depth: depth)
    switch (call.arguments[0].label, value) {
    case (nil, .array(let values)) where call.name == "Data" || call.name == "NSData":
      let bytes = values.compactMap { $0.integer.map { UInt8(truncatingIfNeeded: $0) } }
      return bytes.count == values.count ? .bytes(bytes) : .unknown
    case ("base64Encoded", .string(let text)):
      return Data(base64Encoded: text).map { .bytes(Array($0)) } ?? .none
    case ("hex", .string(let text)), ("hexString", .string(let text)): return .bytes(Array(text.utf8))
    case ("value", _) where call.name == "NSNumber": return value
    case ("decoding", _), ("describing", _), (nil, _), ("string", _), ("truncatingIfNeeded", _): return value
    default: return .unknown
    }
  }
}

/// Bounds how far values are followed: names that stand for names can multiply without end.
///
/// A budget belongs to one file. Each question may take so many steps, and all questions together a larger number;
/// a question that runs out is answered with "not known".
final class FoldingBudget: Sendable {
  /// The steps that one question may take.
  static let stepsPerQuestion = 20_000
  /// The steps that all questions about a file may take.
  static let stepsPerFile = 3_000_000
  /// The longest text or list of bytes that is put together.
  static let longest = 1 << 16

  /// The steps that all questions about where values come from may take: each looks at more than one of folding.
  static let flowStepsPerFile = 400_000

  private let limit: Int
  private let question = Atomic(0)
  private let file = Atomic(0)

  /// Makes a budget for a file.
  init(stepsPerFile limit: Int = FoldingBudget.stepsPerFile) { self.limit = limit }

  /// Whether the steps for the file are used up; steps of single questions say nothing about others.
  var isSpent: Bool { file.load(ordering: .relaxed) > limit }

  /// Where the expressions start whose questions ran out of steps: who asks again gets "not known" at once.
  private let givenUp = Mutex(Set<Int>())
  private let hasGivenUpAny = Atomic(false)

  /// Whether a question ran out of steps.
  var isCutShort: Bool { isSpent || hasGivenUpAny.load(ordering: .relaxed) }

  /// Whether the present question has run out of steps.
  var isQuestionSpent: Bool { stepsOfQuestion > Self.stepsPerQuestion }

  /// Answers questions about the expression that starts at `offset` with "not known" from now on.
  func giveUp(_ offset: Int) {
    _ = givenUp.withLock { $0.insert(offset) }
    hasGivenUpAny.store(true, ordering: .relaxed)
  }

  /// Whether a question about `expression` ran out of steps before.
  func hasGivenUp(_ expression: ExprSyntax) -> Bool {
    hasGivenUpAny.load(ordering: .relaxed)
      && givenUp.withLock { $0.contains(expression.utf8Range.lowerBound) }
  }

  /// The steps that the present question has taken.
  var stepsOfQuestion: Int { question.load(ordering: .relaxed) }

  /// Begins a new question.
  func begin() { question.store(0, ordering: .relaxed) }

  /// Whether so many steps are left.
  func canSpend(_ steps: Int) -> Bool {
    stepsOfQuestion + steps <= Self.stepsPerQuestion && file.load(ordering: .relaxed) + steps <= limit
  }

  /// Takes a step; false when there are none left.
  func spend(_ steps: Int = 1) -> Bool {
    let inQuestion = question.add(steps, ordering: .relaxed).newValue
    let inFile = file.add(steps, ordering: .relaxed).newValue
    return inQuestion <= Self.stepsPerQuestion && inFile <= limit
  }
}

/// Puts the parts of a flat sequence together as the precedence of their operators says.
///
/// That is dear, so it is done only where a sequence has different operators and its value is asked for.
enum Operators {
  private static let longest = 64

  /// Whether the order of the operators of `parts` matters.
  static func areMixed(_ parts: [ExprSyntax]) -> Bool {
    let operations = parts.compactMap(SequenceParts.operation)
    return operations.count > 1 && operations.count <= longest && Set(operations).count > 1
  }

  /// What `expression`, a sequence, is the value of: `1 + (2 * 3)` for `1 + 2 * 3`, without an assignment in front.
  ///
  /// `nil` when it has operators that the standard library does not declare.
  static func grouped(_ expression: ExprSyntax) -> ExprSyntax? {
    guard let sequence = expression.as(SequenceExprSyntax.self),
      let folded = try? OperatorTable.standardOperators.foldSingle(sequence)
    else { return nil }
    guard let infix = folded.as(InfixOperatorExprSyntax.self), infix.operator.is(AssignmentExprSyntax.self)
    else {
      return folded
    }
    return infix.rightOperand
  }
}
