import OmamoriCore
import OmamoriReport
import SwiftSyntax

extension FlowAnalysis {
  /// What a plain name carries.
  func value(named reference: DeclReferenceExprSyntax, at place: FlowPlace) -> TaintedValue? {
    let name = reference.baseName.text
    if let found = sensitive(name, at: reference.utf8Range) { return found }
    if name == "$0" { return value(ofImplicitParameterAt: Syntax(reference), at: place) }
    guard let declared = source.facts.declaration(of: name, from: place.scope, at: place.offset),
      let found = value(of: declared, name, at: place)
    else { return nil }
    return isChecked(name, before: Syntax(reference)) ? nil : found
  }

  /// A secret or personal value by its name.
  func sensitive(_ name: String, at range: Range<Int>) -> TaintedValue? {
    guard wantsSensitive, let meaning = SensitiveLexicon.meaning(of: name) else { return nil }
    return begins(
      meaning == .secret ? .secret : .personal, name, at: range,
      LocalizedText("\(name) is sensitive by its name.", ja: "\(name) は名前から機密情報と判断されます。"),
      confidence: .medium)
  }

  private func value(of declared: DeclaredName, _ name: String, at place: FlowPlace) -> TaintedValue? {
    var found: TaintedValue?
    let range: Range<Int>
    switch declared {
    case .local(let local):
      range = local.range
      found = value(of: local, at: place)
    case .binding(let binding):
      range = binding.range
      found = value(of: binding, at: place)
      // A parameter is explained where its value is passed.
      if binding.kind == .parameter { return found }
    }
    found?.add(
      source.step(at: range, LocalizedText("It is kept as \(name).", ja: "\(name) に入れられます。")))
    return found
  }

  // MARK: Declarations

  private func value(of binding: Binding, at place: FlowPlace) -> TaintedValue? {
    // Which call a function was reached by matters, and so does how much further values may be followed.
    guard place.call == nil, place.depth < Self.deepest / 2 else { return follow(binding, at: place) }
    let isMember = source.facts.scopes[binding.scope.index].kind == .type
    let isFixed =
      isMember || [.parameter, .optionalBinding].contains(binding.kind)
      || binding.kind != .variable && binding.value != nil
    let key = FlowMemory.Key(
      declaration: binding.range.lowerBound, offset: isFixed ? nil : place.offset, kinds: kinds.rawValue,
      harmless: harmless, parameters: parameters, calls: place.calls)
    return source.flowMemory.answer(key) { follow(binding, at: place) }
  }

  private func follow(_ binding: Binding, at place: FlowPlace) -> TaintedValue? {
    if binding.kind == .parameter { return value(ofParameter: binding, at: place) }
    if source.facts.scopes[binding.scope.index].kind == .type { return value(ofMember: binding, at: place) }
    if binding.kind == .variable { return value(ofVariable: binding, at: place) }
    if let value = binding.value { return self.value(of: value, at: place.at(value, in: binding.scope)) }
    guard binding.kind == .optionalBinding else { return value(ofVariable: binding, at: place) }
    // `if let name` means the `name` outside.
    let start = binding.range.lowerBound
    guard let outer = source.facts.declaration(of: binding.name, from: binding.scope, at: start) else {
      return nil
    }
    var place = place
    (place.scope, place.offset, place.depth) = (binding.scope, start, place.depth + 1)
    return value(of: outer, binding.name, at: place)
  }

  /// What is assigned to a local name before `place` and still holds there.
  private func value(ofVariable binding: Binding, at place: FlowPlace) -> TaintedValue? {
    let reaching = source.assignments(to: binding).reaching(place.offset)
    for expression in reaching.values {
      let scope = source.facts.innermost(at: expression.utf8Range.lowerBound, within: binding.scope)
      if let found = value(of: expression, at: place.at(expression, in: scope)) { return found }
    }
    guard !reaching.isReplaced, let value = binding.value else { return nil }
    return self.value(of: value, at: place.at(value, in: binding.scope))
  }

  /// What a property holds: its initial value, what its type assigns to it, what a view writes into it.
  func value(ofMember binding: Binding, at place: FlowPlace) -> TaintedValue? {
    if let found = typed(into: binding) { return found }
    var place = place
    // Its value may have come by any way.
    place.call = nil
    if let value = binding.value, let found = self.value(of: value, at: place.at(value, in: binding.scope)) {
      return found
    }
    if let getter = getter(of: binding) { return value(returnedBy: getter, call: nil, at: place) }
    guard binding.kind == .variable || binding.value == nil else { return nil }
    for assignment in source.assignments(to: binding).all.prefix(32) {
      let scope = assignment.scope
      if var found = value(of: assignment.value, at: place.at(assignment.value, in: scope)) {
        found.confidence = min(found.confidence, .medium)
        return found
      }
    }
    return nil
  }

  private func getter(of binding: Binding) -> Function? {
    source.facts.functions(binding.name).first {
      $0.parameters == nil && source.facts.scopes[$0.scope.index].parent == binding.scope
    }
  }

  /// What the user types into a view that is bound to the property.
  private func typed(into binding: Binding) -> TaintedValue? {
    guard kinds.contains(.userInput), !binding.attributes.isEmpty else { return nil }
    let views = (source.facts.references["$" + binding.name] ?? []).prefix(16)
    let isBound = views.contains { reference in
      guard let call = reference.node.ancestor(FunctionCallExprSyntax.self, within: 4),
        let name = NamePath.last(of: call.calledExpression)
      else { return false }
      return TaintSources.boundViews.contains(name)
    }
    guard isBound else { return nil }
    return begins(
      .userInput, binding.name, at: binding.range,
      LocalizedText("The user types \(binding.name).", ja: "\(binding.name) は利用者の入力です。"))
  }

  // MARK: Patterns and closures

  private func value(of local: LocalName, at place: FlowPlace) -> TaintedValue? {
    switch local.role {
    case .closureParameter(let index):
      return local.value.as(ClosureExprSyntax.self).flatMap {
        value(ofParameter: index, of: $0, local.name, at: place)
      }
    case .part(let index):
      if let tuple = local.value.as(TupleExprSyntax.self) {
        guard let part = tuple.elements.dropFirst(index).first?.expression else { return nil }
        return value(of: part, at: place.at(part, in: local.scope))
      }
      return value(of: local.value, at: place.at(local.value, in: local.scope))
    case .element, .payload: return value(of: local.value, at: place.at(local.value, in: local.scope))
    }
  }

  private func value(ofImplicitParameterAt node: Syntax, at place: FlowPlace) -> TaintedValue? {
    guard let closure = node.ancestor(ClosureExprSyntax.self, within: 48), closure.signature == nil else {
      return nil
    }
    return value(ofParameter: 0, of: closure, "$0", at: place)
  }

  /// What the call that `closure` is passed to hands to it.
  private func value(
    ofParameter index: Int, of closure: ClosureExprSyntax, _ name: String, at place: FlowPlace
  ) -> TaintedValue? {
    guard let node = closure.ancestor(FunctionCallExprSyntax.self, within: 4) else { return nil }
    let scope = source.facts.innermost(at: node.utf8Range.lowerBound, within: .file)
    guard let call = Call(node, scope: scope) else { return nil }
    if let known = TaintSources.closures[call.name], known.parameter == index {
      return begins(
        known.kind, name, at: closure.signature?.utf8Range ?? node.utf8Range,
        LocalizedText("\(call.name) hands over what comes from outside.", ja: "\(call.name) が外部の値を渡します。"))
    }
    guard Self.applying.contains(call.name) || call.name.hasPrefix("withUnsafe"), let receiver = call.receiver
    else { return nil }
    return value(of: receiver, at: place.at(receiver, in: scope))
  }

  /// Methods that call a closure with what they are called on, or with parts of it.
  private static let applying: Set = [
    "map", "flatMap", "compactMap", "forEach", "filter", "first", "sink", "tryMap", "then", "reduce",
    "sorted",
    "handleEvents", "receive", "enumerated",
  ]
}
