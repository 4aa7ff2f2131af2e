import OmamoriCore
import OmamoriReport

/// Reads off a file of Objective-C or C what happens to values in it; see ``FlowFile``.
///
/// As in ``SwiftFlowReader``, every expression is followed within its function only. A method is known by the
/// first part of its selector; its labels are `_` and the other parts.
final class ObjectiveCFlowReader {
  let source: ObjectiveCSource
  let scopes: ObjectiveCFlowScopes
  let tokens: [CToken]
  private(set) var file = FlowFile()
  /// The places of messages and calls in ``FlowFile/calls``, by their first token.
  private(set) var callPlaces: [Int: Int] = [:]
  /// The call that a block is passed to, by the token `^` of the block.
  private(set) var blockCalls: [Int: Sent] = [:]
  private(set) lazy var checks = ObjectiveCFlowChecks(source, scopes)
  /// The members that are, or are not, preferences that other programs write, too.
  var sharedMembers: [String: Bool] = [:]
  /// The functions of C that the file has itself.
  private lazy var ownFunctions = Set(source.functions.lazy.filter { $0.className == nil }.map(\.name))
  private var memory: [Question: [FlowOrigin]] = [:]
  private var callsByStart: [Int: CCall] = [:]
  private var selectors: [String: [String]] = [:]
  private var steps = 0
  private var kinds: [String: TaintKind?] = [:]

  /// A name at a place, as seen from another place.
  struct Question: Hashable {
    let index: Int
    let use: Int
  }

  /// A message or a call.
  enum Sent {
    case message(MessageSend)
    case call(CCall)

    var start: Int {
      switch self {
      case .message(let message): message.tokens.lowerBound
      case .call(let call): call.tokens.lowerBound
      }
    }
  }

  static let deepest = 40
  private static let maximumSteps = 600_000
  private static let maximumArguments = 24

  private init(_ source: ObjectiveCSource) {
    (self.source, tokens) = (source, source.tokens)
    scopes = ObjectiveCFlowScopes(source)
  }

  /// What `source` says.
  static func file(of source: ObjectiveCSource) -> FlowFile {
    let reader = ObjectiveCFlowReader(source)
    reader.read()
    reader.file.isCutShort =
      reader.steps >= maximumSteps || reader.checks.isCutShort
      || source.messages.count + source.calls.count > FlowFile.maximum
      || reader.file.edges.count >= FlowFile.maximum
    return reader.file
  }

  private func read() {
    (file.path, file.context) = (source.text.path, source.text.context)
    declareTypes()
    for function in source.functions { declare(function) }
    for (name, store) in FlowDisclosures.encryption where source.names.contains(name) {
      file.encrypted.formUnion(store)
    }
    let sent = (source.messages.map(Sent.message) + source.calls.map(Sent.call)).sorted {
      $0.start < $1.start
    }
    .prefix(FlowFile.maximum)
    for (place, call) in sent.enumerated() {
      callPlaces[call.start] = place
      findBlocks(call)
      if case .call(let call) = call { callsByStart[call.tokens.lowerBound] = call }
    }
    for call in sent {
      switch call {
      case .message(let message): file.calls.append(read(message))
      case .call(let call): file.calls.append(read(call))
      }
    }
    readReturns()
    for assignment in source.assignments { read(assignment) }
  }

  // MARK: Declarations

  private func declareTypes() {
    for known in scopes.classes {
      file.types.append(
        FlowType(
          name: known.name, inherited: known.inherited, isEnumeration: known.isEnumeration,
          isDeclaration: false, isOfObjectiveC: true, isObject: !known.isEnumeration))
    }
    for (name, members) in scopes.memberTypes {
      for (member, type) in members { file.memberTypes[QualifiedName(types: [name], member: member)] = type }
    }
    for (name, type) in scopes.types where name.function == nil {
      file.memberTypes[QualifiedName(types: [], member: name.text)] = type
    }
  }

  private func declare(_ function: CFunction) {
    let isMethod = function.className != nil
    let parts = isMethod ? parts(of: function.name) : []
    let name = parts.first ?? function.name
    var labels = isMethod ? labels(of: function.name) : function.parameters.map { _ in "_" }
    var isOptional = labels.map { _ in false }
    if !isMethod, tokens[function.head].contains(where: { $0.isSign("...") }) {
      labels += Array(repeating: "_", count: 8)
      isOptional += Array(repeating: true, count: 8)
    }
    file.functions.append(
      FlowFunction(
        key: FunctionKey(types: function.className.map { [$0] } ?? [], name: name, labels: labels),
        isOptional: isOptional,
        cleaned: ObjectiveCFlowPasses.isConversion(name) ? [] : FlowPasses.cleaned(byFunction: name),
        isGetter: isMethod && labels.isEmpty, region: region(function.head)))
  }

  /// The parts of a selector.
  func parts(of selector: String) -> [String] {
    if let known = selectors[selector] { return known }
    let made = selector.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
      .prefix { !$0.isEmpty }
    selectors[selector] = Array(made)
    return Array(made)
  }

  private func labels(of selector: String) -> [String] {
    guard selector.contains(":") else { return [] }
    return ["_"]
      + selector.split(separator: ":", omittingEmptySubsequences: false).dropFirst().dropLast().map(
        String.init)
  }

  private func findBlocks(_ sent: Sent) {
    let arguments: [Range<Int>]
    let function: Int?
    switch sent {
    case .message(let message): (arguments, function) = (message.arguments, message.function)
    case .call(let call): (arguments, function) = (call.arguments, call.function)
    }
    for argument in arguments.prefix(Self.maximumArguments) {
      guard let first = argument.first else { continue }
      if tokens[first].isSign("^") {
        blockCalls[first] = sent
      } else if let name = scopes.plainName(argument),
        case .expression(let value)? = scopes.reaching(name, in: function, before: first).events.first?.value,
        let start = value.first, tokens[start].isSign("^")
      {
        blockCalls[start] = blockCalls[start] ?? sent
      }
    }
  }

  // MARK: Messages, calls and sinks

  private func read(_ message: MessageSend) -> FlowCallSite {
    let name = String(message.selector.prefix { $0 != ":" })
    let labels = labels(of: message.selector)
    var arguments = message.arguments.prefix(Self.maximumArguments).map {
      origins(of: $0, in: message.function)
    }
    for sink in ObjectiveCFlowSinks.messages[name] ?? [] where isMeant(message, by: sink) {
      guard let index = index(of: sink.part, in: message), arguments.indices.contains(index) else { continue }
      readSink(
        sink.sinkClass, name, message.receiver.upperBound..<message.tokens.upperBound,
        message.arguments[index],
        message.function, arguments[index])
    }
    readDisclosures(message, name, arguments)
    if name == "setArguments", let list = message.arguments.first {
      readShell(list, message.function, message.tokens)
    }
    if name == "launchedTaskWithLaunchPath", message.arguments.count > 1 {
      readShell(message.arguments[1], message.function, message.tokens)
    }
    var wholes: [Int: FlowOwner] = [:]
    for index in arguments.indices.prefix(min(4, labels.count)) {
      if let type = whole(message.arguments[index], message.function) { wholes[index] = type }
    }
    // What follows the last part is for a format or a list of the callee.
    if arguments.count > labels.count { arguments.removeLast(arguments.count - labels.count) }
    readKept(message, name, arguments)
    return FlowCallSite(
      name: name, labels: Array(labels.prefix(arguments.count)), closures: 0,
      owner: owner(of: message.receiver, in: message.function),
      receiver: origins(of: message.receiver, in: message.function), arguments: arguments,
      fallback: fallback(of: message, name), region: region(message.tokens), wholes: wholes,
      snippet: snippet(of: message.tokens, arguments, wholes))
  }

  /// The line, when what is passed may be sensitive.
  private func snippet(of range: Range<Int>, _ arguments: [[FlowOrigin]], _ wholes: [Int: FlowOwner])
    -> String
  {
    guard !wholes.isEmpty || arguments.contains(where: { $0.contains(where: \.mayBeSensitive) }) else {
      return ""
    }
    return source.text.lines.text(ofLine: region(range).startLine)
  }

  /// `[self setTitle:text]` and `[self.names addObject:text]` keep what they are passed.
  private func readKept(_ message: MessageSend, _ name: String, _ arguments: [[FlowOrigin]]) {
    guard let value = arguments.first else { return }
    if message.selector == "setValue:forKey:", !value.isEmpty,
      let key = source.value(message.arguments[1], in: message.function)?.string
    {
      let member = FlowMember(owner: owner(of: message.receiver, in: message.function), name: key)
      add(.member(member), value, at: message.tokens, quoting: message.arguments[0])
    }
    if message.arguments.count == 1, name.hasPrefix("set"), let first = name.dropFirst(3).first,
      first.isUppercase
    {
      let property = first.lowercased() + name.dropFirst(4)
      let member = FlowMember(owner: owner(of: message.receiver, in: message.function), name: property)
      add(.member(member), value, at: message.tokens)
    }
    if ObjectiveCFlowPasses.additions.contains(name),
      let member = outlivingMember(message.receiver, message.function)
    {
      let next = Next(function: message.function, use: 0, depth: 0)
      let added = name == "appendFormat" ? origins(ofFormat: message.arguments, next) : value
      add(.member(member), added, at: message.tokens)
    }
  }

  private func read(_ call: CCall) -> FlowCallSite {
    let arguments = call.arguments.prefix(Self.maximumArguments).map { origins(of: $0, in: call.function) }
    if !call.hasReceiver, source.isOfLibrary(call), !ownFunctions.contains(call.name) {
      for (sinkClass, index) in CFlowSinks.functions[call.name] ?? [] where arguments.indices.contains(index)
      {
        readSink(sinkClass, call.name, call.tokens, call.arguments[index], call.function, arguments[index])
      }
    }
    if !call.hasReceiver { readDisclosures(call, arguments) }
    readBlockCall(call, arguments)
    var fallback = FlowCallSite.Fallback(
      carriesReceiver: true,
      carriesArguments: !call.hasReceiver && ObjectiveCFlowPasses.functions.contains(call.name))
    switch call.name {
    case "sqlite3_mprintf":
      let format = call.arguments.first.flatMap { source.value($0, in: call.function)?.string } ?? "%s"
      fallback.cleaned = format.utf8.count > 8_192 || format.contains("%s") ? [] : .sql
    case "basename": (fallback.carriesArguments, fallback.cleaned) = (true, .path)
    case "realpath": fallback.carriesArguments = true
    default: break
    }
    fallback.cleaned.formUnion(FlowProtections.cleaned(byFunction: call.name))
    return FlowCallSite(
      name: call.name, labels: arguments.map { _ in "_" }, closures: 0,
      owner: call.hasReceiver ? .named("") : .own(nil), receiver: [], arguments: arguments,
      fallback: fallback,
      region: region(call.tokens), snippet: snippet(of: call.tokens, arguments, [:]))
  }

  /// A function calls the block that it was passed.
  private func readBlockCall(_ call: CCall, _ arguments: [[FlowOrigin]]) {
    guard !call.hasReceiver, let function = call.function,
      let parameter = source.functions[function].parameters.firstIndex(where: { $0.name == call.name })
    else { return }
    for (index, origins) in arguments.enumerated() where !origins.isEmpty {
      add(.closure(function: function, parameter: parameter, index), origins, at: call.tokens)
    }
  }

  // MARK: Results and assignments

  private func readReturns() {
    for (number, function) in source.functions.enumerated() {
      guard !ObjectiveCFlowPasses.isHarmless(function.result), !function.result.isEmpty else { continue }
      var found: [FlowOrigin] = []
      var count = 0
      for index in function.body where tokens[index].isName("return") && scopes.block(around: index) == nil {
        count += 1
        guard count <= 32 else { break }
        var end = index + 1
        while end < function.body.upperBound, !tokens[end].isSign(";") {
          end = max(end, source.partner(of: end) ?? end) + 1
        }
        found += origins(of: (index + 1)..<max(index + 1, min(end, function.body.upperBound)), in: number)
      }
      let returns = SwiftFlowReader.merged(found)
      file.functions[number].returns = returns
      // A method without arguments is read like a property.
      if let className = function.className, !function.name.contains(":") {
        let member = FlowMember(
          owner: .type(className, members: []), name: ObjectiveCSource.plain(function.name))
        add(.member(member), returns, at: function.head)
      }
    }
  }

  private func read(_ assignment: CAssignment) {
    let value = origins(of: assignment.value, in: assignment.function)
    let name = assignment.name
    if assignment.path.count > 1 {
      if let sinkClass = ObjectiveCFlowSinks.members[name] {
        add(.sink(sinkClass, name: name), value, at: assignment.target, quoting: assignment.value)
      }
      readDisclosure(assignment, value)
      if name == "arguments" { readShell(assignment.value, assignment.function, assignment.target) }
    }
    guard !value.isEmpty else { return }
    let end = assignment.key.map { $0.lowerBound - 1 } ?? assignment.target.upperBound
    let target = assignment.target.lowerBound..<max(assignment.target.lowerBound + 1, end)
    guard let member = outlivingMember(target, assignment.function) else { return }
    add(.member(member), value, at: assignment.target, quoting: assignment.value)
    // `self.title = text` calls `setTitle:` where a file has one.
    guard target.count > 1, assignment.key == nil, let first = member.name.first,
      file.calls.count < FlowFile.maximum
    else { return }
    file.calls.append(
      FlowCallSite(
        name: "set" + first.uppercased() + member.name.dropFirst(), labels: ["_"], closures: 0,
        owner: member.owner,
        receiver: [], arguments: [value], fallback: FlowCallSite.Fallback(),
        region: region(assignment.target),
        snippet: snippet(of: assignment.target, [value], [:])))
  }

  // MARK: Putting together

  func add(
    _ target: FlowEdge.Target, _ origins: [FlowOrigin], at range: Range<Int>,
    quoting argument: Range<Int>? = nil, call: Int? = nil
  ) {
    // Where nothing arrives at a place that matters is worth knowing, too.
    let isKept = if case .sink = target { true } else { !origins.isEmpty }
    guard isKept, file.edges.count < FlowFile.maximum else { return }
    var edge = FlowEdge(target: target, origins: origins, region: region(range))
    if let argument {
      edge.snippet = source.text.lines.text(ofLine: edge.region.startLine)
      edge.quote = source.quote(argument)
    }
    edge.call = call
    file.edges.append(edge)
  }

  func region(_ range: Range<Int>) -> SourceRegion { source.text.lines.region(of: source.bytes(of: range)) }

  func origin(_ kind: TaintKind, _ name: String, _ range: Range<Int>) -> FlowOrigin {
    FlowOrigin(leaf: .source(kind, name: name), region: region(range))
  }

  /// What a value called `name` is.
  func kind(of name: String) -> TaintKind? {
    if let known = kinds[name] { return known }
    let found = FlowNames.kind(of: name)
    kinds[name] = .some(found)
    return found
  }

  func call(at start: Int) -> CCall? { callsByStart[start] }

  /// Takes steps; false when the file has had its share.
  func spend(_ count: Int = 1) -> Bool {
    steps += count
    return steps < Self.maximumSteps
  }

  /// What was found out about a name at a place before.
  func remembered(_ question: Question, _ find: () -> [FlowOrigin]) -> [FlowOrigin] {
    if let known = memory[question] { return known }
    memory[question] = []
    let found = find()
    memory[question] = found
    return found
  }
}
