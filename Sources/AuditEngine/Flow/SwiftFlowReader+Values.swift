import OmamoriReport
import SwiftSyntax

extension SwiftFlowReader {
  /// Where the value of `expression` comes from; `scope` is one around it.
  func origins(of expression: ExprSyntax, within scope: ScopeID) -> [FlowOrigin] {
    let start = expression.utf8Range.lowerBound
    return origins(of: expression, at: Place(scope: facts.innermost(at: start, within: scope), offset: start))
  }

  /// Where the value of `expression` comes from.
  func origins(of expression: ExprSyntax, at place: Place) -> [FlowOrigin] {
    guard place.depth < Self.deepest, spend() else { return [] }
    switch expression.as(ExprSyntaxEnum.self) {
    case .declReferenceExpr(let reference): return origins(named: reference, at: place)
    case .memberAccessExpr(let member): return origins(of: member, at: place)
    case .functionCallExpr(let node):
      return Call(node, scope: place.scope).map { origins(of: $0, at: place) } ?? []
    case .subscriptCallExpr(let access):
      let found = origins(of: access.calledExpression, at: place.at(access.calledExpression))
      guard access.arguments.count == 1, let key = access.arguments.first?.expression,
        let entry = entry(key, place.scope, access.utf8Range, type: .own(nil))
      else { return found }
      return [entry] + found
    case .stringLiteralExpr(let literal): return origins(of: literal, at: place)
    case .sequenceExpr: return origins(ofSequence: expression, at: place)
    case .arrayExpr(let array): return all(array.elements.prefix(64).map(\.expression), at: place)
    case .dictionaryExpr(let dictionary):
      guard case .elements(let elements) = dictionary.content else { return [] }
      return Self.merged(
        elements.prefix(64).flatMap { element -> [FlowOrigin] in
          let value = origins(of: element.value, at: place.at(element.value))
          guard !value.isEmpty else { return origins(of: element.key, at: place.at(element.key)) }
          let name = entry(
            element.key, place.scope, element.utf8Range,
            type: owner(of: element.value, place.at(element.value)))
          return (name.map { [$0] } ?? []) + value + origins(of: element.key, at: place.at(element.key))
        })
    case .tupleExpr(let tuple): return all(tuple.elements.map(\.expression), at: place)
    case .asExpr(let cast):
      guard FlowTypes.name(cast.type).map(FlowTypes.isHarmless) != true else { return [] }
      return origins(of: cast.expression, at: place.at(cast.expression))
    case .ifExpr(let choice): return origins(of: choice, at: place)
    case .switchExpr(let choice):
      return Self.merged(
        choice.cases.prefix(64).flatMap { element -> [FlowOrigin] in
          guard case .switchCase(let item) = element else { return [] }
          return result(of: item.statements, at: place)
        })
    default: return NamePath.unwrapped(expression).map { origins(of: $0, at: place.at($0)) } ?? []
    }
  }

  private func all(_ expressions: [ExprSyntax], at place: Place) -> [FlowOrigin] {
    Self.merged(expressions.flatMap { origins(of: $0, at: place.at($0)) })
  }

  // MARK: Texts and operators

  private func origins(of literal: StringLiteralExprSyntax, at place: Place) -> [FlowOrigin] {
    var (found, isPath, isAddress) = ([FlowOrigin](), false, false)
    for segment in literal.segments.prefix(256) {
      switch segment {
      case .stringSegment(let text):
        let text = text.content.text
        // What follows a scheme is an address, not a path.
        if text.contains("://"), !text.hasPrefix("file:") {
          isAddress = true
          if FlowPlainness.isPlain(text) { found.append(origin(.plain, "http", literal.utf8Range)) }
        }
        isPath = isPath || !text.isEmpty
      case .expressionSegment(let hole):
        guard let part = hole.expressions.first, !hole.isMasked else { continue }
        found += origins(of: part.expression, at: place.at(part.expression)).map { $0.joined(isPath) }
        isPath = true
      @unknown default: continue
      }
    }
    return Self.merged(isAddress ? found.map { $0.cleaned(.path) } : found)
  }

  private func origins(ofSequence expression: ExprSyntax, at place: Place) -> [FlowOrigin] {
    if let type = expression.as(SequenceExprSyntax.self)?.elements.last?.as(TypeExprSyntax.self)?.type,
      FlowTypes.name(type).map(FlowTypes.isHarmless) == true
    {
      return []
    }
    let parts = SequenceParts.of(expression)
    if parts.count == 1 { return parts[0] == expression ? [] : origins(of: parts[0], at: place.at(parts[0])) }
    if let index = parts.firstIndex(where: { $0.is(UnresolvedTernaryExprSyntax.self) }) {
      guard let choice = parts[index].as(UnresolvedTernaryExprSyntax.self) else { return [] }
      // What stands before the question mark is only asked.
      return all(
        [choice.thenExpression] + parts[(index + 1)...].filter { SequenceParts.operation($0) == nil },
        at: place)
    }
    guard parts.allSatisfy({ SequenceParts.operation($0).map(Self.joining.contains) ?? true }) else {
      return []
    }
    var (found, isPath, cleaned) = ([FlowOrigin](), false, FlowSinkClass())
    let joins = parts.contains { SequenceParts.operation($0) == "+" }
    for part in parts.prefix(256) where SequenceParts.operation(part) == nil {
      let isAddress = part.as(StringLiteralExprSyntax.self)?.knownText?.contains("://") ?? false
      if isAddress { cleaned.formUnion(.path) }
      found += origins(of: part, at: place.at(part)).map { $0.joined(isPath) }
      isPath = joins
    }
    return Self.merged(cleaned.isEmpty ? found : found.map { $0.cleaned(cleaned) })
  }

  private static let joining: Set = ["+", "??", "+=", "&+"]

  // MARK: Choices

  private func origins(of choice: IfExprSyntax, at place: Place) -> [FlowOrigin] {
    var found = result(of: choice.body.statements, at: place)
    switch choice.elseBody {
    case .codeBlock(let block): found += result(of: block.statements, at: place)
    case .ifExpr(let next): found += origins(of: next, at: place)
    default: break
    }
    return Self.merged(found)
  }

  /// The value of a branch that is one expression.
  private func result(of statements: CodeBlockItemListSyntax, at place: Place) -> [FlowOrigin] {
    guard statements.count == 1, case .expr(let expression)? = statements.first?.item else { return [] }
    return origins(of: expression, within: place.scope)
  }

  // MARK: Names

  private func origins(named reference: DeclReferenceExprSyntax, at place: Place) -> [FlowOrigin] {
    let name = reference.baseName.text
    guard name != "Self", name != "super", name != "nil" else { return [] }
    if name == "self" { return itself(place.scope, reference.utf8Range) }
    var (found, isHarmless) = ([FlowOrigin](), false)
    if name == "$0" || name == "$1" {
      found = implicitParameter(name == "$0" ? 0 : 1, Syntax(reference), at: place)
    } else if let declared = facts.declaration(of: name, from: place.scope, at: place.offset) {
      switch declared {
      case .local(let local): found = origins(of: local, at: place)
      case .binding(let binding):
        found = origins(of: binding, at: place)
        isHarmless = kind(of: name) != nil && isMadeHarmless(binding, at: place)
      }
    } else if name == "newValue", let property = assigned(around: reference) {
      return [FlowOrigin(leaf: .member(property), region: region(reference.utf8Range))]
    } else if name.first?.isUppercase == true {
      return []
    } else if name.first == "$" {
      // The publisher, or the binding, of a property.
      found =
        outlivingMember(String(name.dropFirst()), place.scope, at: place.offset)
        .map { [FlowOrigin(leaf: .member($0), region: region(reference.utf8Range))] } ?? []
    } else if let member = outlivingMember(name, place.scope, at: place.offset) {
      found = [FlowOrigin(leaf: .member(member), region: region(reference.utf8Range))]
      if isText(place.scope) { found += itself(place.scope, reference.utf8Range).map { $0.taking(member) } }
    } else {
      return []
    }
    if !isHarmless,
      let own = named(name, at: reference.utf8Range, type: owner(of: ExprSyntax(reference), place))
    {
      found.insert(own, at: 0)
    }
    guard !found.isEmpty else { return found }
    if isChosen(name, Syntax(reference)) { return found.map { $0.cleaned(.all) } }
    return found.checked(check(of: [name], before: Syntax(reference)))
  }

  /// What the method around is called on.
  func itself(_ scope: ScopeID, _ range: Range<Int>) -> [FlowOrigin] {
    guard let function = facts.function(around: scope), let place = functionPlaces[function.scope] else {
      return []
    }
    return [FlowOrigin(leaf: .parameter(function: place, FlowOrigin.itself), region: region(range))]
  }

  /// Whether the code is in an extension of a type of a library that holds text.
  func isText(_ scope: ScopeID) -> Bool { facts.typeName(around: scope).map(FlowTypes.isOfLibrary) ?? false }

  /// Whether the code is in a case of a `switch` over `name` that names the values that are allowed.
  private func isChosen(_ name: String, _ node: Syntax) -> Bool {
    guard let item = node.ancestor(SwitchCaseSyntax.self, within: 24), case .case(let label) = item.label,
      let choice = item.ancestor(SwitchExprSyntax.self, within: 3), NamePath.of(choice.subject) == [name]
    else { return false }
    return label.caseItems.allSatisfy {
      $0.pattern.as(ExpressionPatternSyntax.self)?.expression.is(StringLiteralExprSyntax.self) == true
    }
  }

  private func origins(of binding: Binding, at place: Place) -> [FlowOrigin] {
    if let type = binding.type.flatMap(FlowTypes.name), FlowTypes.isHarmless(type) {
      guard Self.measures.contains(type), binding.kind == .parameter else { return [] }
      return origins(ofParameter: binding).map { $0.cleaned(.all) }
    }
    switch facts.scopes[binding.scope.index].kind {
    case .type, .file:
      guard binding.kind != .parameter, binding.kind != .enumCase else { return [] }
      return outlivingMember(binding.name, place.scope, at: place.offset)
        .map { [FlowOrigin(leaf: .member($0), region: region(binding.range))] } ?? []
    default: break
    }
    let isVariable = binding.kind == .variable || binding.value == nil && binding.kind == .constant
    return remembered(binding.range.lowerBound, isVariable ? place.offset : -1) { follow(binding, at: place) }
  }

  /// Types of numbers and days that may be personal data.
  private static let measures: Set = ["Date", "Double", "Decimal"]

  private func follow(_ binding: Binding, at place: Place) -> [FlowOrigin] {
    if binding.kind == .parameter { return origins(ofParameter: binding) }
    if binding.kind == .optionalBinding, binding.value == nil {
      // `if let name` means the `name` outside.
      let start = binding.range.lowerBound
      guard let outer = facts.declaration(of: binding.name, from: binding.scope, at: start) else {
        return outlivingMember(binding.name, binding.scope, at: start)
          .map { [FlowOrigin(leaf: .member($0), region: region(binding.range))] } ?? []
      }
      let place = Place(scope: binding.scope, offset: start, depth: place.depth + 1)
      switch outer {
      case .local(let local): return origins(of: local, at: place)
      case .binding(let outer): return origins(of: outer, at: place)
      }
    }
    if binding.kind != .variable, let value = binding.value {
      let found = origins(of: value, at: place.at(value, in: binding.scope))
      guard binding.kind == .constant,
        memberAssignments[binding.name] != nil || memberCalls[binding.name] != nil
      else { return found }
      // An object changes where it is a constant, too.
      return Self.merged(found + parts(of: binding, before: place.offset).map { $0.cleaned(.all) })
    }
    let reaching = source.assignments(to: binding).reaching(place.offset)
    var found = reaching.values.flatMap { origins(of: $0, within: binding.scope) }
    if !reaching.isReplaced, let value = binding.value {
      found += origins(of: value, at: place.at(value, in: binding.scope))
    }
    found += filled(binding, before: place.offset)
    return Self.merged(with(parts(of: binding, before: place.offset), found, binding))
  }

  /// What functions of C write into the buffer: `recv(socket, &buffer, …)`.
  private func filled(_ binding: Binding, before offset: Int) -> [FlowOrigin] {
    guard binding.kind == .variable, fillsBuffers else { return [] }
    return TaintSources.buffers.sorted { $0.key < $1.key }.flatMap { name, buffer in
      facts.calls(name, in: binding.scope).prefix(8).compactMap { call -> FlowOrigin? in
        guard call.receiver == nil, call.arguments.indices.contains(buffer.place),
          let address = call.arguments[buffer.place].value.as(InOutExprSyntax.self),
          NamePath.last(of: address.expression) == binding.name
        else { return nil }
        return origin(buffer.kind, binding.name, call.range)
      }
    }
  }

  /// `found` and `parts`; an address with a scheme that the app gives it opens one app.
  private func with(_ parts: [FlowOrigin], _ found: [FlowOrigin], _ binding: Binding) -> [FlowOrigin] {
    let hasScheme = (memberAssignments[binding.name] ?? []).prefix(32).contains {
      NamePath.last(of: $0.target) == "scheme" && source.fold($0.value, in: $0.scope).isConstant
    }
    return hasScheme ? (found + parts).map { $0.cleaned(.link) } : found + parts
  }

  /// What was put into the value after it was made.
  private func parts(of binding: Binding, before offset: Int) -> [FlowOrigin] {
    guard let type = type(of: binding), FlowDisclosures.carriers.contains(type) else {
      return binding.kind == .constant ? [] : entries(of: binding, before: offset)
    }
    // What is put into a request is a part of it.
    let isRequest = Self.requests.contains(type)
    let assigned = (memberAssignments[binding.name] ?? []).prefix(32).flatMap { assignment -> [FlowOrigin] in
      guard facts.isWithin(assignment.scope, binding.scope), assignment.range.upperBound <= offset else {
        return []
      }
      let value = origins(of: assignment.value, within: assignment.scope)
      return isRequest ? value : value.map { $0.cleaned(.all) }
    }
    return assigned + additions(to: binding, before: offset)
  }

  private func type(of binding: Binding) -> String? {
    binding.type.flatMap(FlowTypes.name)
      ?? binding.value.flatMap { type(of: $0, Place(scope: binding.scope, offset: binding.range.lowerBound)) }
  }

  private static let requests: Set = [
    "URLRequest", "NSMutableURLRequest", "URLComponents", "NSURLComponents",
  ]

  private func origins(ofParameter binding: Binding) -> [FlowOrigin] {
    guard let (function, parameter) = place(ofParameter: binding) else { return [] }
    if let declared = facts.function(around: binding.scope),
      let syntax = source.signature(of: declared).parameters[binding.name]?.syntax,
      let kind = FlowSources.kind(of: syntax, of: declared.name)
    {
      return [origin(kind, binding.name, binding.range)]
    }
    let itself = FlowOrigin(leaf: .parameter(function: function, parameter), region: region(binding.range))
    return [itself] + (binding.value.map { origins(of: $0, within: binding.scope) } ?? [])
  }
}

extension FlowOrigin {
  /// The place that stands for what a method is called on.
  static let itself = -1

  func cleaned(_ places: FlowSinkClass) -> FlowOrigin {
    var origin = self
    origin.cleaned.formUnion(places)
    return origin
  }

  func checked(_ check: FlowCheck) -> FlowOrigin {
    var origin = self
    origin.cleaned.formUnion(check.cleaned)
    origin.asked += check.asked.filter { !origin.asked.contains($0) }
    return origin
  }

  func joined(_ isJoined: Bool) -> FlowOrigin {
    guard isJoined, !self.isJoined else { return self }
    var origin = self
    origin.isJoined = true
    return origin
  }

  func taking(_ member: FlowMember) -> FlowOrigin {
    guard members.count < 4 else { return self }
    var origin = self
    origin.members.append(member)
    return origin
  }
}

extension [FlowOrigin] {
  /// The origins after the conditions that `check` tells of.
  func checked(_ check: FlowCheck) -> [FlowOrigin] {
    check.isEmpty ? self : map { $0.checked(check) }
  }
}
