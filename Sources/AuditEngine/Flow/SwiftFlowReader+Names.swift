import SwiftSyntax

// What is sensitive by its name.

extension SwiftFlowReader {
  /// What is called `name`, when that says that it is sensitive.
  func named(
    _ name: String, at range: Range<Int>, type: @autoclosure () -> FlowOwner
  ) -> FlowOrigin? {
    guard let kind = kind(of: name) else { return nil }
    return FlowOrigin(leaf: .named(kind, name: name, type: type()), region: region(range))
  }

  /// Whether the local name got a value that was encrypted, hashed or written in the program.
  func isMadeHarmless(_ binding: Binding, at place: Place) -> Bool {
    guard binding.kind != .parameter, place.depth < 8 else { return false }
    switch facts.scopes[binding.scope.index].kind {
    case .type, .file: return false
    default: break
    }
    var values: [ExprSyntax] = []
    if binding.kind == .variable || binding.value == nil {
      let reaching = source.assignments(to: binding).reaching(place.offset)
      values = reaching.values
      if !reaching.isReplaced, let value = binding.value { values.append(value) }
    } else if let value = binding.value {
      values = [value]
    }
    return !values.isEmpty
      && values.allSatisfy {
        isHarmless($0, Place(scope: binding.scope, offset: place.offset, depth: place.depth + 1))
      }
  }

  private func isHarmless(_ value: ExprSyntax, _ place: Place) -> Bool {
    guard place.depth < 8 else { return false }
    if let literal = value.as(StringLiteralExprSyntax.self) { return literal.knownText != nil }
    if value.is(NilLiteralExprSyntax.self) || value.is(BooleanLiteralExprSyntax.self)
      || value.is(IntegerLiteralExprSyntax.self)
    {
      return true
    }
    if let call = Call(value, scope: place.scope) {
      if FlowProtections.cleaned(byFunction: call.name) != [] || Sanitizers.questions.contains(call.name) {
        return true
      }
      return call.receiver.map { isHarmless($0, place.at($0)) } ?? false
    }
    if let member = value.as(MemberAccessExprSyntax.self) {
      let name = member.declName.baseName.text
      if Sanitizers.members.contains(name) { return true }
      return member.base.map { isHarmless($0, place.at($0)) } ?? false
    }
    if let name = value.as(DeclReferenceExprSyntax.self)?.baseName.text {
      guard case .binding(let binding)? = facts.declaration(of: name, from: place.scope, at: place.offset),
        facts.function(around: binding.scope) != nil
      else { return false }
      return isMadeHarmless(
        binding, at: Place(scope: place.scope, offset: place.offset, depth: place.depth + 1))
    }
    let parts = SequenceParts.of(value)
    if parts.contains(where: {
      ["==", "!=", "<", ">", "&&", "||"].contains(SequenceParts.operation($0) ?? "")
    }) {
      return true
    }
    return NamePath.unwrapped(value).map { isHarmless($0, place.at($0)) } ?? false
  }

  /// What a field called `name` holds: by its name, and by what the file sets of it.
  func kind(ofControl name: String) -> TaintKind? {
    secureFields[name] ?? FlowNames.kind(ofControl: name)
  }

  /// The fields that the file marks: `field.isSecureTextEntry = true`, `field.textContentType = .oneTimeCode`.
  func findSecureFields() -> [String: TaintKind] {
    var found: [String: TaintKind] = [:]
    for assignment in facts.assignments {
      guard let member = assignment.target.as(MemberAccessExprSyntax.self),
        let field = member.base.flatMap(NamePath.last)
      else { continue }
      switch member.declName.baseName.text {
      case "isSecureTextEntry" where assignment.value.trimmedDescription == "true": found[field] = .secret
      case "textContentType":
        if let type = NamePath.last(of: assignment.value), let kind = FlowNames.contentTypes[type] {
          found[field] = kind
        }
      default: continue
      }
    }
    return found
  }

  /// `store.string(forKey: "token")`: what is kept under a name is what the name says.
  func entry(of call: Call) -> FlowOrigin? {
    guard call.labels.first == "forKey" || call.labels.last == "forKey" && call.name.hasPrefix("decode"),
      ["string", "object", "value", "data", "decodeObject", "decode"].contains(call.name),
      let key = call.argument("forKey")
    else { return nil }
    return entry(key, call.scope, call.range, type: .own(nil))
  }

  func entry(_ key: ExprSyntax, _ scope: ScopeID, _ range: Range<Int>, type: FlowOwner) -> FlowOrigin? {
    guard
      key.is(StringLiteralExprSyntax.self) || key.is(DeclReferenceExprSyntax.self)
        || key.is(MemberAccessExprSyntax.self),
      let text = source.fold(key, in: scope).string, let kind = FlowNames.kind(ofEntry: text)
    else { return nil }
    return FlowOrigin(leaf: .named(kind, name: text, type: type), region: region(range))
  }

  /// What the closure that `call` maps with gives, and the members that it takes by a key path.
  func mappedNames(_ call: Call, at place: Place) -> [FlowOrigin] {
    if let path = call.arguments.first?.value.as(KeyPathExprSyntax.self) {
      let names = path.components.compactMap {
        $0.component.as(KeyPathPropertyComponentSyntax.self)?.declName.baseName.text
      }
      guard let name = names.last, !Sanitizers.members.contains(name), names.count == path.components.count
      else { return [] }
      var owner = call.receiver.map { self.owner(of: $0, place.at($0)) } ?? .own(nil)
      if case .type(let type, let members) = owner, members.count + names.count < 5 {
        owner = .type(type, members: members + names)
      } else {
        owner = .own(nil)
      }
      let member = FlowMember(
        owner: call.receiver.map { self.owner(of: $0, place.at($0)) } ?? .own(nil), name: name)
      return [named(name, at: path.utf8Range, type: owner)].compactMap(\.self)
        + (names.count == 1
          ? [FlowOrigin(leaf: .member(member), region: region(path.utf8Range), cleaned: .all)] : [])
    }
    guard
      let closure = call.closures.first?.closure ?? call.arguments.first?.value.as(ClosureExprSyntax.self),
      let last = closure.statements.last
    else { return [] }
    let value: ExprSyntax? =
      switch last.item {
      case .expr(let expression): expression
      case .stmt(let statement): statement.as(ReturnStmtSyntax.self)?.expression
      default: nil
      }
    guard let value else { return [] }
    return origins(of: value, within: call.scope).map { $0.cleaned(.all) }
  }
}

// What is put into a value after it was made.

extension SwiftFlowReader {
  /// What calls such as `request.setValue(token, forHTTPHeaderField: "Authorization")` put into it.
  func additions(to binding: Binding, before offset: Int) -> [FlowOrigin] {
    (memberCalls[binding.name] ?? []).prefix(32).flatMap { call -> [FlowOrigin] in
      guard facts.isWithin(call.scope, binding.scope), call.range.upperBound <= offset else { return [] }
      return call.arguments.prefix(4).flatMap { argument in
        origins(of: argument.value, within: call.scope).map { $0.cleaned(.all) }
      }
    }
  }

  /// What `fields["password"] = password` and `lines.append(password)` put into it.
  func entries(of binding: Binding, before offset: Int) -> [FlowOrigin] {
    var found: [FlowOrigin] = []
    for assignment in (entryAssignments[binding.name] ?? []).prefix(32)
    where facts.isWithin(assignment.scope, binding.scope) && assignment.range.upperBound <= offset {
      let value = origins(of: assignment.value, within: assignment.scope)
      if !value.isEmpty, let access = assignment.target.as(SubscriptCallExprSyntax.self),
        let key = access.arguments.first?.expression,
        let entry = entry(
          key, assignment.scope, assignment.range,
          type: owner(
            of: assignment.value, Place(scope: assignment.scope, offset: assignment.range.lowerBound)))
      {
        found.append(entry)
      }
      found += value.map { $0.cleaned(.all) }
    }
    return found + additions(to: binding, before: offset)
  }

  /// Calls that put something into what they are called on.
  static let additions: Set = [
    "setValue", "addValue", "append", "insert", "setHTTPBody", "set", "add", "merge", "appendPathComponent",
  ]
}
