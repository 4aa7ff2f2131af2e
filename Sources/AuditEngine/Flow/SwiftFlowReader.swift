import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// Reads off a Swift file what happens to values in it; see ``FlowFile``.
///
/// Every expression is followed within its function only. What a parameter, a property or a call of the project gives is
/// left to ``FlowSolver``.
final class SwiftFlowReader {
  let source: SwiftSource
  var facts: SwiftFacts { source.facts }
  var file = FlowFile()
  /// The places of functions in ``FlowFile/functions``, by their scopes.
  private(set) var functionPlaces: [ScopeID: Int] = [:]
  private var callPlaces: [Range<Int>: Int] = [:]
  private var memory: [Question: [FlowOrigin]] = [:]
  private var regions: [Range<Int>: SourceRegion] = [:]
  private var steps = 0
  /// Assignments to members of something, by the first name: `request.httpBody = body`.
  private(set) var memberAssignments: [String: [Assignment]] = [:]
  /// Whether the file calls functions of C that fill a buffer from outside.
  private(set) lazy var fillsBuffers = TaintSources.buffers.keys.contains { !facts.calls($0).isEmpty }
  /// What conditions say about values, by the places where those are used.
  var checked: [CheckKey: FlowCheck] = [:]
  /// Whether blocks of statements are made up, by what is around them.
  var madeUp: [SyntaxIdentifier: (byType: Bool, byAny: Bool)] = [:]
  /// The log calls of the file, by their places.
  private(set) lazy var logs: [Range<Int>: LogCall] = LogCall.all(in: source).reduce(into: [:]) {
    $0[$1.call.range] = $1
  }
  /// Assignments to entries of a dictionary, and calls that put something into what they are called on.
  private(set) var entryAssignments: [String: [Assignment]] = [:]
  private(set) var memberCalls: [String: [Call]] = [:]
  let terms = ProjectTerms.current.flow
  private(set) lazy var secureFields = findSecureFields()
  private var kinds: [String: TaintKind?] = [:]
  private(set) lazy var checks = FlowAnalysis(source: source, kinds: .outside, harmless: [])

  private struct Question: Hashable {
    let declaration: Int
    let offset: Int
  }

  /// Where an expression stands.
  struct Place {
    var scope: ScopeID
    var offset: Int
    var depth = 0

    func at(_ expression: ExprSyntax, in scope: ScopeID? = nil) -> Place {
      Place(scope: scope ?? self.scope, offset: expression.utf8Range.lowerBound, depth: depth + 1)
    }
  }

  static let deepest = 40
  private static let maximumSteps = 600_000
  private static let maximumOrigins = 16

  private init(_ source: SwiftSource) { self.source = source }

  /// What `source` says.
  static func file(of source: SwiftSource) -> FlowFile {
    let reader = SwiftFlowReader(source)
    source.flowBudget.begin()
    reader.read()
    reader.file.isCutShort =
      reader.steps >= maximumSteps || source.facts.calls.count > FlowFile.maximum
      || reader.file.edges.count >= FlowFile.maximum
    return reader.file
  }

  private func read() {
    (file.path, file.context) = (source.text.path, source.text.context)
    declareTypes()
    for function in facts.functions { declare(function) }
    for assignment in facts.assignments {
      if let access = assignment.target.as(SubscriptCallExprSyntax.self),
        let name = access.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text
      {
        entryAssignments[name, default: []].append(assignment)
      }
      guard let root = Self.root(of: assignment.target), root != NamePath.last(of: assignment.target) else {
        continue
      }
      memberAssignments[root, default: []].append(assignment)
    }
    for (name, store) in FlowDisclosures.encryption where facts.references[name] != nil {
      file.encrypted.formUnion(store)
    }
    if !facts.imports.isDisjoint(with: ["SQLCipher", "GRDBCipher"]) { file.encrypted.formUnion(.rows) }
    if facts.calls("Configuration").contains(where: { $0.argument("encryptionKey") != nil }) {
      file.encrypted.formUnion(.realm)
    }
    let calls = facts.calls.prefix(FlowFile.maximum)
    for (place, call) in calls.enumerated() {
      callPlaces[call.range] = place
      if Self.additions.contains(call.name),
        let name = call.receiver.flatMap({
          (NamePath.unwrapped($0) ?? $0).as(DeclReferenceExprSyntax.self)?.baseName.text
        })
      {
        memberCalls[name, default: []].append(call)
      }
    }
    for call in calls { file.calls.append(read(call)) }
    for call in calls where file.calls.count < FlowFile.maximum {
      file.calls += readPassedFunctions(of: call)
    }
    for function in facts.functions {
      guard let place = functionPlaces[function.scope] else { continue }
      source.flowBudget.begin()
      let returns = Self.merged(
        source.returns(of: function).prefix(32).flatMap { origins(of: $0, within: function.scope) })
      file.functions[place].returns = returns
      // A computed property is read like a stored one.
      if function.parameters == nil, let member = ownMember(function.name, function.scope) {
        add(.member(member), returns, at: function.nameRange)
      }
    }
    for assignment in facts.assignments where !facts.isInactive(assignment.range.lowerBound) {
      read(assignment)
    }
    for binding in facts.bindings { read(binding) }
    readInterpolations()
    readBoundMembers()
  }

  /// `TextField("Name", text: $model.name)`: people type into a property of another type.
  private func readBoundMembers() {
    for name in TaintSources.boundViews {
      for call in facts.calls(name) {
        guard let text = call.argument("text"), let member = text.as(MemberAccessExprSyntax.self),
          let base = member.base,
          NamePath.of(base).first?.hasPrefix("$") == true || NamePath.of(base).first == "self"
        else { continue }
        let place = Place(scope: call.scope, offset: call.range.lowerBound)
        let property = FlowMember(owner: owner(of: base, place), name: member.declName.baseName.text)
        add(.member(property), typed(call, property.name, text.utf8Range), at: text.utf8Range)
      }
    }
  }

  /// What people type into the view: by what it is called and by its title.
  private func typed(_ view: Call, _ name: String, _ range: Range<Int>) -> [FlowOrigin] {
    var found = [origin(.userInput, name, range)]
    let title = view.arguments.first.flatMap { source.fold($0.value, in: view.scope).string } ?? ""
    let kind = view.name == "SecureField" ? .secret : kind(of: name) ?? FlowNames.kind(of: title)
    if let kind { found.append(origin(kind, name, range)) }
    return found
  }

  private static func root(of target: ExprSyntax) -> String? {
    var expression = target
    while true {
      switch expression.as(ExprSyntaxEnum.self) {
      case .memberAccessExpr(let member):
        guard let base = member.base else { return nil }
        expression = base
      case .subscriptCallExpr(let access): expression = access.calledExpression
      case .declReferenceExpr(let reference): return reference.baseName.text
      default:
        guard let inner = NamePath.unwrapped(expression) else { return nil }
        expression = inner
      }
    }
  }

  // MARK: Declarations

  private func declare(_ function: Function) {
    functionPlaces[function.scope] = file.functions.count
    let parameters = function.parameters
    let labels = parameters?.map { $0.firstName.text } ?? []
    file.functions.append(
      FlowFunction(
        key: FunctionKey(types: source.typePath(around: function.scope), name: function.name, labels: labels),
        isOptional: parameters?.map { $0.defaultValue != nil || $0.ellipsis != nil } ?? [],
        cleaned: FlowPasses.cleaned(byFunction: function.name, isSeenThrough: isSeenThrough(function)),
        isGetter: parameters == nil, accepts: accepted(by: function),
        region: region(function.nameRange)))
  }

  /// Whether a function only replaces parts of a text, so that what it makes harmless is known better than by its name.
  private func isSeenThrough(_ function: Function) -> Bool {
    let calls = facts.calls(in: function.scope)
    return calls.contains { Self.replacing.contains($0.name) }
      && calls.allSatisfy { Self.replacing.contains($0.name) || Self.plain.contains($0.name) }
  }

  private static let replacing: Set = ["replacingOccurrences", "replacing"]
  private static let plain: Set = ["appending", "String", "joined", "trimmingCharacters", "lowercased"]

  /// The member called `name` of the type around `scope`.
  func ownMember(_ name: String, _ scope: ScopeID) -> FlowMember? {
    facts.typeName(around: scope).map { FlowMember(owner: .type($0, members: []), name: name) }
  }

  // MARK: Assignments

  private func read(_ assignment: Assignment) {
    source.flowBudget.begin()
    let value = origins(of: assignment.value, within: assignment.scope)
    guard !value.isEmpty else { return }
    keep(
      value, of: assignment.value, in: assignment.target, assignment.scope, at: assignment.range, assignment)
  }

  /// `self.lines.append(line)`: what is added to a property is a part of it.
  func readAddition(_ call: Call, _ arguments: [[FlowOrigin]]) {
    guard Self.adding.contains(call.name), let target = call.receiver, let first = call.arguments.first else {
      return
    }
    let found = Self.merged(arguments.prefix(2).flatMap { $0 })
    guard !found.isEmpty else { return }
    keep(found, of: first.value, in: target, call.scope, at: call.range)
  }

  private static let adding: Set = [
    "append", "insert", "updateValue", "formUnion", "merge", "send", "onNext", "accept", "add", "setObject",
    "enqueue", "push", "addObject", "setValue", "appendFormat", "yield",
  ]

  private func keep(
    _ value: [FlowOrigin], of expression: ExprSyntax, in target: ExprSyntax, _ scope: ScopeID,
    at range: Range<Int>, _ assignment: Assignment? = nil
  ) {
    var target = target
    while true {
      if let access = target.as(SubscriptCallExprSyntax.self) {
        if let assignment, target == assignment.target { readSubscript(access, assignment, value) }
        target = access.calledExpression
      } else if let inner = NamePath.unwrapped(target) {
        target = inner
      } else {
        break
      }
    }
    if let name = target.as(DeclReferenceExprSyntax.self)?.baseName.text {
      // `self = .open(name)` in an initialiser is what it returns.
      if name == "self", let function = facts.function(around: scope), function.name == "init",
        let place = functionPlaces[function.scope]
      {
        file.functions[place].returns = Self.merged(file.functions[place].returns + value)
        return
      }
      guard let member = outlivingMember(name, scope, at: range.lowerBound) else { return }
      add(.member(member), value, at: range, quoting: expression)
    } else if let member = target.as(MemberAccessExprSyntax.self), let base = member.base {
      let name = member.declName.baseName.text
      if let sink = FlowSinks.members[name] {
        add(.sink(sink.sinkClass, name: name), value, at: range, quoting: expression)
      }
      if name == "arguments", let command = shellCommand(expression, scope) {
        let found = origins(of: command, within: scope)
        add(.sink(.process, name: name), found, at: range, quoting: command)
      }
      if let assignment { readDisclosure(assignment, name, base, value) }
      let place = Place(scope: scope, offset: base.utf8Range.lowerBound)
      add(
        .member(FlowMember(owner: owner(of: base, place), name: name)), value, at: range, quoting: expression)
    }
  }

  /// The property or global variable that the plain name means; `nil` for what lives in a function.
  func outlivingMember(_ name: String, _ scope: ScopeID, at offset: Int) -> FlowMember? {
    guard let declared = facts.declaration(of: name, from: scope, at: offset) else {
      return ownMember(name, scope) ?? FlowMember(owner: .own(nil), name: name)
    }
    guard case .binding(let binding) = declared, let owner = memberScope(binding) else { return nil }
    return FlowMember(owner: owner.map { .type($0, members: []) } ?? .own(nil), name: name)
  }

  private func read(_ binding: Binding) {
    guard binding.kind == .constant || binding.kind == .variable else { return }
    readNamedDestination(binding)
    guard let owner = memberScope(binding) else { return }
    let member = FlowMember(owner: owner.map { .type($0, members: []) } ?? .own(nil), name: binding.name)
    if let value = binding.value {
      add(.member(member), origins(of: value, within: binding.scope), at: binding.range)
    }
    // The parameters of an App Intent and of a command line are what somebody enters.
    let isEntered = binding.attributes.contains {
      ["Parameter", "Argument", "Option"].contains($0.attributeName.writtenName)
    }
    if isEntered || !binding.attributes.isEmpty && isTyped(binding.name) {
      let view = boundView(binding.name)
      let found =
        view.map { typed($0, binding.name, binding.range) } ?? [
          origin(.userInput, binding.name, binding.range)
        ]
      add(.member(member), found, at: binding.range)
    }
  }

  /// Looks at `let destination: DownloadRequest.Destination = { _, _ in … }`.
  private func readNamedDestination(_ binding: Binding) {
    guard let closure = binding.value?.as(ClosureExprSyntax.self),
      let type = binding.type.flatMap(FlowTypes.name),
      type == "Destination" || type == "DownloadDestination"
    else { return }
    readDestination(closure, binding.scope)
  }

  /// Whether a view in which people type is bound to `name`: `TextField("Folder", text: $name)`.
  private func isTyped(_ name: String) -> Bool {
    (facts.references["$" + name] ?? []).prefix(16).contains { reference in
      reference.node.ancestor(FunctionCallExprSyntax.self, within: 4)
        .flatMap { NamePath.last(of: $0.calledExpression) }.map(TaintSources.boundViews.contains) ?? false
    }
  }

  private func boundView(_ name: String) -> Call? {
    (facts.references["$" + name] ?? []).prefix(16).lazy.compactMap { reference in
      reference.node.ancestor(FunctionCallExprSyntax.self, within: 4)
        .flatMap { Call($0, scope: self.facts.innermost(at: $0.utf8Range.lowerBound, within: .file)) }
    }.first { TaintSources.boundViews.contains($0.name) }
  }

  // MARK: Putting together

  /// What a value called `name` is.
  func kind(of name: String) -> TaintKind? {
    if let known = kinds[name] { return known }
    let found = FlowNames.kind(of: name)
    kinds[name] = .some(found)
    return found
  }

  func add(
    _ target: FlowEdge.Target, _ origins: [FlowOrigin], at range: Range<Int>,
    quoting expression: ExprSyntax? = nil, call: Int? = nil
  ) {
    // Where nothing arrives at a place that matters is worth knowing, too.
    let isKept = if case .sink = target { true } else { !origins.isEmpty }
    guard isKept, file.edges.count < FlowFile.maximum else { return }
    var edge = FlowEdge(target: target, origins: origins, region: region(range))
    if let expression {
      edge.snippet = source.text.lines.text(ofLine: edge.region.startLine)
      edge.quote = source.quote(expression)
    }
    edge.call = call
    file.edges.append(edge)
  }

  func region(_ range: Range<Int>) -> SourceRegion {
    if let known = regions[range] { return known }
    let made = source.text.lines.region(of: range)
    regions[range] = made
    return made
  }

  func origin(_ kind: TaintKind, _ name: String, _ range: Range<Int>) -> FlowOrigin {
    FlowOrigin(leaf: .source(kind, name: name), region: region(range))
  }

  func callPlace(_ range: Range<Int>) -> Int? { callPlaces[range] }

  /// The function, and the place of the parameter that `binding` is.
  func place(ofParameter binding: Binding) -> (function: Int, parameter: Int)? {
    guard let function = facts.function(around: binding.scope), function.scope == binding.scope,
      let place = functionPlaces[function.scope],
      let parameter = source.signature(of: function).parameters[binding.name]?.position
    else { return nil }
    return (place, parameter)
  }

  /// Takes a step; false when the file has had its share.
  func spend() -> Bool {
    steps += 1
    return steps < Self.maximumSteps
  }

  /// What was found out about a declared name before.
  func remembered(_ declaration: Int, _ offset: Int, _ find: () -> [FlowOrigin]) -> [FlowOrigin] {
    let question = Question(declaration: declaration, offset: offset)
    if let known = memory[question] { return known }
    // A name that is being followed says nothing, so that a circle ends where it closes.
    memory[question] = []
    let found = find()
    memory[question] = found
    return found
  }

  /// `origins` without repetitions.
  static func merged(_ origins: [FlowOrigin]) -> [FlowOrigin] {
    guard origins.count > 1 else { return origins }
    var result: [FlowOrigin] = []
    for origin in origins where result.count < maximumOrigins {
      let isKnown = result.contains {
        $0.leaf == origin.leaf && $0.cleaned == origin.cleaned && $0.isJoined == origin.isJoined
          && $0.members == origin.members && $0.asked == origin.asked
      }
      if !isKnown { result.append(origin) }
    }
    return result
  }
}
