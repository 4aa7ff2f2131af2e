import SwiftSyntax

// What calls and members give.

extension SwiftFlowReader {
  func origins(of call: Call, at place: Place) -> [FlowOrigin] {
    if Sanitizers.types.contains(call.name) {
      // A number of something sensitive is sensitive; no text comes out of it.
      guard call.arguments.count == 1, let value = call.arguments.first?.value, call.name != "Bool" else {
        return []
      }
      return origins(of: value, at: place.at(value)).map { $0.cleaned(.all) }
    }
    guard !Sanitizers.questions.contains(call.name), call.arguments.first?.label != "rawValue" else {
      return []
    }
    if let found = FlowSources.source(of: call, self) { return [found] }
    if let found = mapped(call, at: place) { return Self.merged(found + mappedNames(call, at: place)) }
    if let found = filledIn(call, at: place) { return found }
    if let found = passedClosure(call, at: place) { return found }
    guard let known = callPlace(call.range) else { return [] }
    let result = FlowOrigin(leaf: .result(call: known), region: region(call.range))
    if Self.mapping.contains(call.name) {
      return Self.merged([result.cleaned(.disclosing)] + mappedNames(call, at: place))
    }
    if let found = entry(of: call) { return [found, result] }
    guard call.name.first?.isLowercase == true, let kind = FlowNames.kind(ofFunction: call.name) else {
      return [result] + plainSource(of: call)
    }
    let type = owner(of: ExprSyntax(call.node), place)
    return [FlowOrigin(leaf: .named(kind, name: call.name, type: type), region: result.region), result]
  }

  /// A connection that is made without encryption: `NWConnection(host:port:using: .tcp)`.
  private func plainSource(of call: Call) -> [FlowOrigin] {
    guard let label = FlowPlainness.arguments[call.name], let value = call.argument(label.label) else {
      return FlowPlainness.calls.contains(call.name) ? [origin(.plain, call.name, call.range)] : []
    }
    var text = value.trimmedDescription
    if let name = value.as(DeclReferenceExprSyntax.self)?.baseName.text,
      let made = source.binding(named: name, from: call.scope)?.value
    {
      text = made.trimmedDescription
    }
    return label.values.contains(where: text.hasSuffix) ? [origin(.plain, call.name, call.range)] : []
  }

  /// The property, or the subscript, that the code around `newValue` sets.
  func assigned(around reference: DeclReferenceExprSyntax) -> FlowMember? {
    guard let accessor = reference.ancestor(AccessorDeclSyntax.self, within: 32),
      let type = facts.typeName(around: facts.innermost(at: reference.utf8Range.lowerBound, within: .file))
    else { return nil }
    let name =
      accessor.ancestor(PatternBindingSyntax.self, within: 4)?.pattern.as(IdentifierPatternSyntax.self)?
      .identifier
      .text ?? "subscript"
    return FlowMember(owner: .type(type, members: []), name: name + "=")
  }

  func origins(of member: MemberAccessExprSyntax, at place: Place) -> [FlowOrigin] {
    let name = member.declName.baseName.text
    guard let base = member.base, !Sanitizers.members.contains(name), name != "value" || !isScalar(base)
    else { return [] }
    if name == "self" {
      // `Rule.self` is a type, `value.self` the value.
      let isType =
        base.is(DeclReferenceExprSyntax.self) && NamePath.last(of: base)?.first?.isUppercase == true
      return isType ? [] : origins(of: base, at: place.at(base))
    }
    if name == "rawValue" {
      return origins(of: base, at: place.at(base)).filter { if case .named = $0.leaf { true } else { false } }
    }
    if let found = FlowSources.source(of: member, base, self, at: place) {
      guard TaintSources.controlMembers.contains(name), let field = NamePath.last(of: base),
        let kind = kind(ofControl: field)
      else { return [found] }
      return [found, origin(kind, field + "." + name, member.utf8Range)]
    }
    let range = region(member.utf8Range)
    if Self.representations.contains(name), let type = type(of: base, place), let kind = FlowNames.types[type]
    {
      return [origin(kind, NamePath.last(of: base) ?? type, member.utf8Range)]
    }
    let isOfType = NamePath.last(of: base)?.first?.isUppercase == true
    let own =
      isOfType
      ? nil
      : named(
        name, at: member.declName.utf8Range,
        type: self.owner(of: ExprSyntax(member), Place(scope: place.scope, offset: place.offset)))
    let owner = owner(of: base, Place(scope: place.scope, offset: place.offset))
    let taken = FlowMember(owner: owner, name: name)
    if let plain = base.as(DeclReferenceExprSyntax.self)?.baseName.text,
      plain == "self" || plain == "Self" || plain.first?.isUppercase == true
    {
      var found = [FlowOrigin(leaf: .member(taken), region: range)]
      if plain == "self", isText(place.scope) {
        found += itself(place.scope, member.utf8Range).map { $0.taking(taken) }
      }
      let checked = plain == "self" ? found.checked(check(of: [name], before: Syntax(member))) : found
      return (own.map { [$0] } ?? []) + checked
    }
    var found = (own.map { [$0] } ?? []) + origins(of: base, at: place.at(base)).map { $0.taking(taken) }
    if !Self.transparent.contains(name) {
      var member = [FlowOrigin(leaf: .member(taken), region: range)]
      if let plain = base.as(DeclReferenceExprSyntax.self)?.baseName.text {
        member = member.checked(check(of: [plain], before: Syntax(base)))
      }
      found += member
    }
    let path = NamePath.of(ExprSyntax(member))
    if path.count > 1, path.count < 4 { found = found.checked(check(of: path, before: Syntax(member))) }
    var cleaned = FlowPasses.cleaned(byMember: name)
    if name == "string" || name == "url", type(of: base, place) == "URLComponents" {
      // They come out with quotation marks and angle brackets encoded.
      cleaned.formUnion([.script, .html])
    }
    return Self.merged(cleaned.isEmpty ? found : found.map { $0.cleaned(cleaned) })
  }

  /// Members that give a key or a position as it is.
  private static let representations: Set = [
    "rawRepresentation", "pemRepresentation", "derRepresentation", "x963Representation", "coordinate",
  ]

  /// Members that are the value in another form, not a property that something was written to.
  static let transparent: Set = [
    "utf8", "description", "debugDescription", "first", "last", "unsafelyUnwrapped", "utf8CString", "lazy",
    "self",
    "absoluteString", "path", "bytes", "data", "string", "wrappedValue", "projectedValue",
    "localizedDescription",
  ]
}
