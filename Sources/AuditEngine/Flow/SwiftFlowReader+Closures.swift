import OmamoriReport
import SwiftSyntax

// Patterns, and what closures are handed and give back.

extension SwiftFlowReader {
  func origins(of local: LocalName, at place: Place) -> [FlowOrigin] {
    switch local.role {
    case .closureParameter(let index):
      guard let closure = local.value.as(ClosureExprSyntax.self) else { return [] }
      return parameter(index, of: closure, local.name, at: place)
    case .part(let index):
      if let tuple = local.value.as(TupleExprSyntax.self) {
        guard let part = tuple.elements.dropFirst(index).first?.expression else { return [] }
        return origins(of: part, at: place.at(part, in: local.scope))
      }
      return origins(of: local.value, at: place.at(local.value, in: local.scope))
    case .element, .payload: return origins(of: local.value, at: place.at(local.value, in: local.scope))
    }
  }

  func implicitParameter(_ index: Int, _ node: Syntax, at place: Place) -> [FlowOrigin] {
    guard let closure = node.ancestor(ClosureExprSyntax.self, within: 48),
      closure.signature?.parameterClause == nil
    else {
      return []
    }
    return parameter(index, of: closure, "$\(index)", at: place)
  }

  /// What the call that `closure` is passed to hands to it.
  private func parameter(_ index: Int, of closure: ClosureExprSyntax, _ name: String, at place: Place)
    -> [FlowOrigin]
  {
    let written = writtenType(of: index, of: closure)
    if let written, FlowTypes.isHarmless(written) { return [] }
    let range = closure.signature?.utf8Range ?? closure.utf8Range
    if let kind = written.flatMap({ TaintSources.types[$0] }) { return [origin(kind, name, range)] }
    guard place.depth < Self.deepest, let call = call(around: ExprSyntax(closure)) else {
      if isRoute(closure) { return [origin(.network, name, range)] }
      // What is passed to a closure that a property holds is kept under the name of the property.
      let known = facts.assignment(around: closure.utf8Range.lowerBound)
        .flatMap {
          NamePath.unwrapped($0.value) ?? $0.value == ExprSyntax(closure) ? closureMember($0, index) : nil
        }
      return [
        FlowOrigin(leaf: .member(known ?? FlowMember(owner: .named(""), name: "")), region: region(range))
      ]
    }
    if let kind = FlowSources.closureParameter(index, of: call) {
      return [origin(kind, name, closure.signature?.utf8Range ?? call.range)]
    }
    let place = Place(scope: call.scope, offset: call.range.lowerBound, depth: place.depth + 1)
    if call.name == "addObserver", let posted = call.argument("forName").flatMap(NamePath.last) {
      return [FlowOrigin(leaf: .member(Self.post(posted)), region: region(call.range))]
    }
    if call.name == "reduce", index == 0 {
      guard let first = call.arguments.first else { return [] }
      return origins(of: first.value, at: place.at(first.value))
    }
    if Self.applying.contains(call.name) || call.name.hasPrefix("withUnsafe") || call.name == "withCString",
      let receiver = call.receiver
    {
      return origins(of: receiver, at: place.at(receiver))
    }
    guard let known = callPlace(call.range) else { return [] }
    return [FlowOrigin(leaf: .closureParameter(call: known, index), region: region(call.range))]
  }

  /// `server.POST["/upload"] = { request in … }`.
  private func isRoute(_ closure: ClosureExprSyntax) -> Bool {
    guard let assignment = facts.assignment(around: closure.utf8Range.lowerBound),
      let access = assignment.target.as(SubscriptCallExprSyntax.self)
    else { return false }
    return ["GET", "POST", "PUT", "DELETE", "PATCH", "HEAD"].contains(
      NamePath.last(of: access.calledExpression) ?? "")
  }

  private func writtenType(of index: Int, of closure: ClosureExprSyntax) -> String? {
    guard case .parameterClause(let clause)? = closure.signature?.parameterClause else { return nil }
    return clause.parameters.dropFirst(index).first?.type.flatMap(FlowTypes.name)
  }

  /// The member that stands for what is passed to the closure that the assignment keeps in a property.
  private func closureMember(_ assignment: Assignment, _ index: Int) -> FlowMember? {
    let place = Place(scope: assignment.scope, offset: assignment.range.lowerBound)
    if let name = assignment.target.as(DeclReferenceExprSyntax.self)?.baseName.text {
      return outlivingMember(name, assignment.scope, at: place.offset).map { Self.argument(index, of: $0) }
    }
    guard let member = assignment.target.as(MemberAccessExprSyntax.self), let base = member.base else {
      return nil
    }
    let owner = owner(of: base, place)
    return Self.argument(index, of: FlowMember(owner: owner, name: member.declName.baseName.text))
  }

  static func argument(_ index: Int, of member: FlowMember) -> FlowMember {
    FlowMember(owner: member.owner, name: "\(member.name)(\(index))")
  }

  // MARK: Results

  /// What a method such as `map` makes of what it is called on; `nil` for other calls.
  func mapped(_ call: Call, at place: Place) -> [FlowOrigin]? {
    guard Self.mapping.contains(call.name), let receiver = call.receiver,
      let argument = call.closures.first.map({ ExprSyntax($0.closure) }) ?? call.arguments.last?.value,
      call.arguments.first?.label != "into"
    else { return nil }
    switch argument.as(ExprSyntaxEnum.self) {
    case .closureExpr(let closure):
      let returned = ReturnCollector.returns(in: closure.statements).prefix(16)
      guard !returned.isEmpty else { return nil }
      return Self.merged(
        returned.flatMap {
          origins(
            of: $0,
            at: Place(
              scope: facts.innermost(at: $0.utf8Range.lowerBound, within: place.scope),
              offset: $0.utf8Range.lowerBound, depth: place.depth + 1))
        })
    case .keyPathExpr(let path):
      let names = path.components.compactMap {
        $0.component.as(KeyPathPropertyComponentSyntax.self)?.declName.baseName.text
      }
      guard !names.isEmpty, !names.contains(where: Sanitizers.members.contains) else { return [] }
      var found = origins(of: receiver, at: place.at(receiver))
      var owner = owner(of: receiver, place)
      for name in names.prefix(3) {
        let member = FlowMember(owner: owner, name: name)
        let cleaned = FlowPasses.cleaned(byMember: name)
        found = found.map { $0.taking(member).cleaned(cleaned) }
        if !Self.transparent.contains(name) {
          found.append(
            FlowOrigin(leaf: .member(member), region: region(argument.utf8Range), cleaned: cleaned))
        }
        owner = .named(name)
      }
      return Self.merged(found)
    case .memberAccessExpr(let member) where member.declName.baseName.text == "init":
      // `Int.init`, `UUID.init(uuidString:)`, `URL.init(string:)`
      let type = member.base.flatMap(NamePath.last) ?? ""
      if FlowTypes.isHarmless(type) { return [] }
      let found = origins(of: receiver, at: place.at(receiver))
      return type == "URL" && member.declName.argumentNames != nil ? found.map { $0.cleaned(.path) } : found
    default: return nil
    }
  }

  static let mapping: Set = [
    "map", "flatMap", "compactMap", "tryMap", "mapValues", "compactMapValues", "reduce",
  ]

  /// What `String(format:)` puts into its text: `%d` carries a number only.
  func filledIn(_ call: Call, at place: Place) -> [FlowOrigin]? {
    guard call.arguments.first?.label == "format" || call.name == "localizedStringWithFormat",
      let first = call.arguments.first, call.arguments.count > 1, call.arguments[1].label != "arguments",
      let format = source.fold(first.value, in: call.scope).string
    else { return nil }
    let parts = call.arguments.dropFirst().filter { $0.label == nil }
    var found: [FlowOrigin] = []
    for (part, hole) in zip(parts, ObjectiveCFlowReader.holes(of: format)) where hole.isText {
      let values = origins(of: part.value, at: place.at(part.value)).map { $0.joined(hole.isBehindText) }
      found += hole.isInAddress ? values.map { $0.cleaned(.path) } : values
    }
    return Self.merged(found)
  }

  /// What posts a notification of this name hands to its observers.
  static func post(_ name: String) -> FlowMember { FlowMember(owner: .own(nil), name: "post " + name) }

  /// What a closure gives that the function around names, or that it was passed without parameters: `command()`.
  func passedClosure(_ call: Call, at place: Place) -> [FlowOrigin]? {
    guard call.receiver == nil, call.closures.isEmpty, call.name.first?.isLowercase == true,
      case .binding(let binding)? = facts.declaration(of: call.name, from: call.scope, at: place.offset)
    else { return nil }
    if let closure = binding.value?.as(ClosureExprSyntax.self), place.depth < Self.deepest {
      let returned = ReturnCollector.returns(in: closure.statements).prefix(8)
      return Self.merged(
        returned.flatMap {
          origins(
            of: $0,
            at: Place(
              scope: facts.innermost(at: $0.utf8Range.lowerBound, within: binding.scope),
              offset: $0.utf8Range.lowerBound, depth: place.depth + 1))
        })
    }
    guard call.arguments.isEmpty, binding.kind == .parameter,
      let (function, parameter) = self.place(ofParameter: binding)
    else { return nil }
    return [FlowOrigin(leaf: .parameter(function: function, parameter), region: region(call.range))]
  }

  /// Whether `base` is one of the numbers that the characters of a text are.
  func isScalar(_ base: ExprSyntax) -> Bool {
    if NamePath.of(base).contains("unicodeScalars") { return true }
    guard base.as(DeclReferenceExprSyntax.self)?.baseName.text == "$0",
      let closure = base.ancestor(ClosureExprSyntax.self, within: 24),
      let receiver = call(around: ExprSyntax(closure))?.receiver
    else { return false }
    return receiver.tokens(viewMode: .sourceAccurate).contains { $0.text == "unicodeScalars" }
  }

  // MARK: Functions in the place of closures

  /// A function that is handed over is called with what a closure in its place would get: `forEach(show)`.
  func readPassedFunctions(of call: Call) -> [FlowCallSite] {
    var found: [FlowCallSite] = []
    for argument in call.arguments.prefix(8) {
      let names = NamePath.of(argument.value)
      if let made = readPassedInitialiser(argument.value, call) { found.append(made) }
      guard let name = names.last, names.count == 1 || names.count == 2 && names[0] == "self",
        facts.hasFunction(name), let function = facts.functions(name).first,
        let parameters = function.parameters, !parameters.isEmpty
      else { continue }
      if names.count == 1,
        case .binding(let binding)? = facts.declaration(
          of: name, from: call.scope, at: call.range.lowerBound), binding.kind == .parameter
      {
        continue
      }
      let place = Place(scope: call.scope, offset: call.range.lowerBound)
      let passed = parameters.indices.prefix(3).enumerated().map { index, _ -> [FlowOrigin] in
        if let kind = FlowSources.closureParameter(index, of: call) {
          return [origin(kind, name, argument.value.utf8Range)]
        }
        if Self.applying.contains(call.name), let receiver = call.receiver {
          return index == 0 ? origins(of: receiver, at: place.at(receiver)) : []
        }
        return callPlace(call.range)
          .map { [FlowOrigin(leaf: .closureParameter(call: $0, index), region: region(call.range))] } ?? []
      }
      guard passed.contains(where: { !$0.isEmpty }) else { continue }
      found.append(
        FlowCallSite(
          name: name, labels: parameters.prefix(3).map { $0.firstName.text }, closures: 0,
          owner: .own(facts.typeName(around: call.scope)), receiver: [], arguments: passed,
          fallback: FlowCallSite.Fallback(), region: region(argument.value.utf8Range)))
    }
    return found
  }

  /// `text.flatMap(Pattern.init)`: the initialiser is called with what is handed to it.
  private func readPassedInitialiser(_ value: ExprSyntax, _ call: Call) -> FlowCallSite? {
    guard let member = value.as(MemberAccessExprSyntax.self), member.declName.baseName.text == "init",
      let type = member.base.flatMap(NamePath.last), !FlowTypes.isHarmless(type),
      Self.applying.contains(call.name), let receiver = call.receiver
    else { return nil }
    let place = Place(scope: call.scope, offset: call.range.lowerBound)
    let found = origins(of: receiver, at: place.at(receiver))
    guard !found.isEmpty else { return nil }
    let label = member.declName.argumentNames?.arguments.first?.name.text ?? "_"
    return FlowCallSite(
      name: type, labels: [label], closures: 0, owner: .own(nil), receiver: [], arguments: [found],
      fallback: FlowCallSite.Fallback(), region: region(value.utf8Range))
  }

  /// What is posted with a notification reaches its observers.
  func readPost(_ call: Call, _ arguments: [[FlowOrigin]]) {
    guard call.name == "post", let name = call.argument("name").flatMap(NamePath.last) else { return }
    for (argument, found) in zip(call.arguments, arguments)
    where argument.label == "userInfo" || argument.label == "object" {
      add(.member(Self.post(name)), found, at: call.range)
    }
  }
}
