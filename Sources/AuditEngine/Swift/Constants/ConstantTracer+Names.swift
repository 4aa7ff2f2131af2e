import OmamoriCore
import OmamoriReport
import SwiftSyntax

// Names, properties and parameters.

extension ConstantTracer {
  func trace(name: String, _ place: Place) -> [KnownConstant] {
    if let viewed = viewed(name, place) { return trace(viewed) }
    guard name != "self", let declared = facts.declaration(of: name, from: place.scope, at: place.offset)
    else { return undeclared(name, place) }
    switch declared {
    case .binding(let binding): return trace(declared: binding, place)
    case .local(let local):
      guard local.role == .element else { return [] }
      return computed([place.at(local.value, local.scope)])
    }
  }

  /// What the closure parameter `name` is a view of: `key` in `key.withUnsafeBytes { … }` or `withUnsafeBytes(of: key) { … }`.
  private func viewed(_ name: String, _ place: Place) -> Place? {
    guard
      name == "$0"
        || facts.localNames(name, in: facts.enclosing(.closure, of: place.scope) ?? .file)
          .contains(where: { if case .closureParameter = $0.role { true } else { false } })
        || name != "$0" && isClosureParameter(name, place)
    else { return nil }
    var node = Syntax(place.expression)
    for _ in 0..<64 {
      guard let parent = node.parent else { return nil }
      node = parent
      guard let closure = parent.as(ClosureExprSyntax.self), Self.declares(closure, name) else { continue }
      guard let call = closure.ancestor(FunctionCallExprSyntax.self, within: 4),
        let called = Call(call, scope: place.scope)
      else { return nil }
      guard Self.views(called.name) else { return nil }
      let value = called.receiver ?? called.arguments.first?.value
      return value.map { place.at($0, facts.innermost(at: $0.utf8Range.lowerBound, within: .file)) }
    }
    return nil
  }

  private func isClosureParameter(_ name: String, _ place: Place) -> Bool {
    guard case .local(let local)? = facts.declaration(of: name, from: place.scope, at: place.offset),
      case .closureParameter = local.role
    else { return false }
    return true
  }

  private static func views(_ name: String) -> Bool {
    (name.hasPrefix("withUnsafe") && !name.contains("Mutable")) || name == "withCString" || name == "withUTF8"
      || name == "withContiguousStorageIfAvailable" || name == "map" || name == "flatMap"
      || name == "withMemoryRebound"
  }

  private static func declares(_ closure: ClosureExprSyntax, _ name: String) -> Bool {
    guard let clause = closure.signature?.parameterClause else { return name == "$0" }
    switch clause {
    case .simpleInput(let names): return names.contains { $0.name.text == name }
    case .parameterClause(let full):
      return full.parameters.contains { ($0.secondName ?? $0.firstName).text == name }
    @unknown default: return false
    }
  }

  /// A name that no scope around it declares: a member of another part of its type, or a name of another file.
  private func undeclared(_ name: String, _ place: Place) -> [KnownConstant] {
    if let type = facts.typeName(around: place.scope) {
      if let member = facts.member(name, of: type) { return trace(declared: member, place) }
      if let found = external(name, of: [type], place) { return found }
    }
    guard !facts.isDeclared(name) else { return [] }
    if let found = external(name, of: [], place) { return found }
    return ["kCC", "kSec", "EVP_", "NID_", "XML_PARSE_"].contains(where: name.hasPrefix)
      ? [KnownConstant(value: .symbol(name))] : []
  }

  private func external(_ name: String, of path: [String], _ place: Place) -> [KnownConstant]? {
    guard asksOthers, let value = source.constant(name, of: path, usedAt: place.expression.utf8Range) else {
      return nil
    }
    let constants = value.alternatives.filter(isKnown).map { KnownConstant(value: $0) }
    return constants.isEmpty ? nil : constants
  }

  func isKnown(_ value: Value) -> Bool {
    if followsSymbols, value.symbol != nil { return true }
    return value.isConstant && value != .none
  }

  // MARK: Declarations

  /// What a declared name holds at `place`.
  func trace(declared binding: Binding, _ place: Place) -> [KnownConstant] {
    if binding.kind == .parameter { return trace(parameter: binding, place) }
    if let getter = getter(of: binding) { return returned(by: getter, place, Frame([:])) }
    if binding.kind == .optionalBinding {
      guard let value = binding.value else { return shadowed(binding, place) }
      return standing(trace(place.at(value, binding.scope)), at: value.utf8Range)
    }
    if binding.kind == .constant, let value = binding.value {
      return standing(trace(place.at(value, binding.scope)), at: value.utf8Range)
    }
    if binding.kind == .enumCase {
      return binding.value.map { standing(trace(place.at($0, binding.scope)), at: $0.utf8Range) } ?? []
    }
    return isStored(binding) ? stored(binding, place) : assigned(binding, place)
  }

  private func isStored(_ binding: Binding) -> Bool {
    [.type, .file].contains(facts.scopes[binding.scope.index].kind)
  }

  /// `if let key`: what `key` was before.
  private func shadowed(_ binding: Binding, _ place: Place) -> [KnownConstant] {
    let outer = facts.chain(from: binding.scope).lazy.compactMap { scope in
      self.facts.bindings(binding.name, in: scope).last { $0.range.lowerBound < binding.range.lowerBound }
    }.first
    guard let outer, place.depth < 16 else { return [] }
    var next = place
    next.depth += 1
    return trace(declared: outer, next)
  }

  /// The getter of a computed property.
  private func getter(of binding: Binding) -> Function? {
    guard binding.value == nil, binding.kind == .variable else { return nil }
    return facts.functions(binding.name).first {
      $0.parameters == nil && $0.nameRange.lowerBound == binding.range.lowerBound
    }
  }

  /// A local variable, or a constant that is given its value later.
  private func assigned(_ binding: Binding, _ place: Place) -> [KnownConstant] {
    if let filled = filled(binding, before: place.offset, place) { return filled }
    let assignments = source.assignments(to: binding)
    let reaching = assignments.reaching(place.offset)
    let initial = reaching.isReplaced ? nil : binding.value
    let isBuilt = assignments.all.contains {
      !$0.replaces && $0.range.lowerBound < place.offset
    }
    let values = reaching.values.prefix(16).map { place.at($0, scope(of: $0, within: binding.scope)) }
    let first = initial.map { place.at($0, binding.scope) }
    if isBuilt {
      let made = computed(values + (first.map { [$0] } ?? []))
      return standing(made, at: binding.range)
    }
    var found = values.flatMap { standing(trace($0), at: $0.expression.utf8Range) }
    if let first {
      let own = standing(trace(first), at: first.expression.utf8Range)
      // What a variable holds before it is given its value is seldom used.
      found += values.isEmpty ? own : own.filter { !$0.isEmpty }
    }
    return found
  }

  private func scope(of expression: ExprSyntax, within scope: ScopeID) -> ScopeID {
    facts.innermost(at: expression.utf8Range.lowerBound, within: scope)
  }

  /// A property or global variable.
  private func stored(_ binding: Binding, _ place: Place) -> [KnownConstant] {
    if let filled = filled(binding, before: .max, place) { return filled }
    let assignments = source.assignments(to: binding).all.filter { means($0.range.lowerBound, binding) }
    var next = place
    next.frame = nil
    let first = binding.value.map { next.at($0, binding.scope) }
    if assignments.contains(where: { !$0.replaces }) {
      let values = assignments.prefix(16).map { next.at($0.value, $0.scope) }
      return standing(computed(values + (first.map { [$0] } ?? [])), at: binding.range)
    }
    var found = first.map { standing(trace($0), at: $0.expression.utf8Range) } ?? []
    if !assignments.isEmpty { found = found.filter { !$0.isEmpty } }
    for assignment in assignments.prefix(8) {
      found += standing(trace(next.at(assignment.value, assignment.scope)), at: assignment.value.utf8Range)
    }
    if assignments.isEmpty { found += memberwise(binding, next) }
    return found
  }

  /// Whether the target of the assignment at `offset` is the member `binding` and no local of that name.
  private func means(_ offset: Int, _ binding: Binding) -> Bool {
    guard let assignment = facts.assignment(startingAt: offset),
      assignment.target.is(DeclReferenceExprSyntax.self)
    else { return true }
    guard
      case .binding(let meant)? = facts.declaration(
        of: binding.name, from: assignment.scope, at: offset)
    else { return false }
    return meant.range == binding.range
  }

  /// What calls of the initialiser that the compiler makes pass for a property.
  private func memberwise(_ binding: Binding, _ place: Place) -> [KnownConstant] {
    guard followsCallers, place.calls < Self.mostCalls, facts.scopes[binding.scope.index].kind == .type,
      binding.kind == .variable || binding.value == nil
    else { return [] }
    let type = facts.scopes[binding.scope.index].name
    let hasInit = facts.functions("init").contains { facts.typeName(around: $0.scope) == type }
    guard !hasInit else { return [] }
    var next = place
    next.calls += 1
    var found: [KnownConstant] = []
    for call in facts.calls(type).prefix(32) {
      guard let argument = call.argument(binding.name) else { continue }
      found += passed(argument, call, next)
    }
    let labels = properties(of: binding.scope)
    guard let position = labels.firstIndex(of: binding.name) else { return found }
    let key = FunctionKey(types: source.typePath(around: binding.scope), name: "init", labels: labels)
    return found + elsewhere(key, position)
  }

  /// The stored properties that such an initialiser takes, in their order.
  private func properties(of type: ScopeID) -> [String] {
    facts.bindings.filter { binding in
      binding.scope == type
        && (binding.kind == .variable || binding.kind == .constant && binding.value == nil)
        && getter(of: binding) == nil
    }.prefix(64).map(\.name)
  }

  // MARK: Filling

  private static let filling: Set = [
    "withUnsafeMutableBytes", "withUnsafeMutableBufferPointer", "mutableBytes", "replaceSubrange",
    "resetBytes", "shuffle", "replaceBytes", "setData", "swapAt", "getBytes", "withMutableCharacters",
  ]

  /// What `binding` holds when something writes into it in place: nothing that is known, unless it is handed to
  /// functions of this file that give it constants; `nil` when nothing writes into it.
  private func filled(_ binding: Binding, before end: Int, _ place: Place) -> [KnownConstant]? {
    var given: [KnownConstant] = []
    var isFilled = false
    for reference in facts.references(binding.name, in: binding.scope).prefix(256)
    where reference.range.lowerBound < end && reference.range.lowerBound >= binding.range.lowerBound
      || facts.scopes[binding.scope.index].kind == .type
    {
      switch use(of: reference) {
      case .reading: continue
      case .writing: return []
      case .handing(let call, let argument):
        guard place.calls < Self.mostCalls, let values = handed(argument, call, place) else { return [] }
        isFilled = true
        given += values
      }
    }
    return isFilled ? given : nil
  }

  private enum Use {
    case reading
    case writing
    case handing(Call, ExprSyntax)
  }

  private func use(of reference: Reference) -> Use {
    var node = Syntax(reference.node)
    for _ in 0..<8 {
      guard let parent = node.parent else { return .reading }
      if let member = parent.as(MemberAccessExprSyntax.self) {
        // `self.key`, `key.count`
        if member.declName.id == node.id || ["self", "Self"].contains(node.trimmedDescription) {
          node = parent
          continue
        }
        return Self.filling.contains(member.declName.baseName.text) ? .writing : .reading
      }
      if parent.is(InOutExprSyntax.self) {
        guard let argument = parent.parent?.as(LabeledExprSyntax.self),
          let node = argument.ancestor(FunctionCallExprSyntax.self, within: 3),
          let call = facts.calls(NamePath.last(of: node.calledExpression) ?? "").first(where: {
            $0.node.id == node.id
          })
        else { return .writing }
        return .handing(call, argument.expression)
      }
      if let argument = parent.as(LabeledExprSyntax.self) {
        return ["mutating", "into"].contains(argument.label?.text ?? "") ? .writing : .reading
      }
      guard
        parent.is(ForceUnwrapExprSyntax.self) || parent.is(OptionalChainingExprSyntax.self)
          || parent.is(SubscriptCallExprSyntax.self)
      else { return .reading }
      node = parent
    }
    return .reading
  }

  /// The constants that a function of this file gives its parameter, for which `argument` stands.
  private func handed(_ argument: ExprSyntax, _ call: Call, _ place: Place) -> [KnownConstant]? {
    guard let function = source.function(calledBy: call), let parameters = function.parameters else {
      return nil
    }
    let frame = frame(of: call, for: function, place)
    guard
      let parameter = parameters.first(where: {
        frame.arguments[$0.utf8Range.lowerBound]?.expression == argument
      }),
      let binding = facts.binding((parameter.secondName ?? parameter.firstName).text, in: function.scope)
    else { return nil }
    let assignments = source.assignments(to: binding).all
    guard !assignments.isEmpty else { return nil }
    var next = place
    (next.frame, next.calls) = (frame, next.calls + 1)
    let values = assignments.prefix(16).map { next.at($0.value, $0.scope) }
    if assignments.contains(where: { !$0.replaces }) { return standing(computed(values), at: binding.range) }
    return values.flatMap { standing(trace($0), at: $0.expression.utf8Range) }
  }

  // MARK: Parameters

  private func trace(parameter binding: Binding, _ place: Place) -> [KnownConstant] {
    let offset = binding.range.lowerBound
    if let frame = place.frame, let argument = frame.arguments[offset] {
      var next = argument
      next.depth = place.depth + 1
      return standing(trace(next), at: argument.expression.utf8Range)
    }
    if place.frame != nil {
      return binding.value.map { standing(trace(place.at($0, binding.scope)), at: $0.utf8Range) } ?? []
    }
    guard followsCallers, place.calls < Self.mostCalls,
      let function = facts.function(around: binding.scope), function.scope == binding.scope
    else { return [] }
    if filled(binding, before: place.offset, place) != nil { return [] }
    let reaching = source.assignments(to: binding).reaching(place.offset)
    guard !reaching.isReplaced else {
      return reaching.values.prefix(8).flatMap {
        standing(trace(place.at($0, scope(of: $0, within: binding.scope))), at: $0.utf8Range)
      }
    }
    var next = place
    next.calls += 1
    var found: [KnownConstant] = []
    for origin in source.arguments(for: binding).prefix(32) {
      let argument = next.at(origin.expression, origin.scope)
      let isDefault = origin.scope == binding.scope
      found += trace(argument).map { constant in
        let own = standing([constant], at: origin.range)[0]
        guard !isDefault, !constant.steps.isEmpty else { return own }
        return with(own, Self.passing, origin.range)
      }
    }
    if let key = source.key(of: function),
      let position = source.signature(of: function).parameters[binding.name]?.position
    {
      found += elsewhere(key, position)
    }
    return found
  }

  private func passed(_ argument: ExprSyntax, _ call: Call, _ place: Place) -> [KnownConstant] {
    trace(place.at(argument, call.scope)).map { constant in
      constant.steps.isEmpty
        ? standing([constant], at: argument.utf8Range)[0]
        : with(constant, Self.passing, call.range)
    }
  }

  /// The constants that other files pass.
  private func elsewhere(_ key: FunctionKey, _ position: Int) -> [KnownConstant] {
    source.constants(passedTo: key, at: position).map {
      KnownConstant(value: $0.value, steps: [$0.step])
    }
  }

  private static let passing = LocalizedText("It is passed here.", ja: "ここで渡されます。")
}
