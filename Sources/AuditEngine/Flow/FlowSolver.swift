import OmamoriCore
import OmamoriReport

/// Follows values through all files of a project, from where they come in to the places they must not reach.
///
/// In rounds until nothing changes it finds out what each function returns, given what it is passed, and what each parameter
/// and each property may hold. Then it asks for each sink what arrives there.
struct FlowSolver {
  /// One place on the way of a value.
  struct Fact {
    let name: String
    let step: FindingStep
    /// The place before it.
    let previous: Int?
    /// How often the value was kept in an object on its way.
    let timesKept: Int
  }

  /// A value that a place may hold, with where it comes from and what it went through.
  struct Item: Equatable {
    var fact: Int
    var cleaned: FlowSinkClass
    var isJoined: Bool

    /// The same by another way is no news: two ways would take turns for ever.
    static func == (left: Item, right: Item) -> Bool {
      left.cleaned == right.cleaned && left.isJoined == right.isJoined
    }

    /// Whether it can do everything that `other` can.
    func covers(_ other: Item) -> Bool {
      cleaned.isSubset(of: other.cleaned) && (isJoined || !other.isJoined)
    }
  }

  typealias State = [TaintKind: Item]

  struct ParameterKey: Hashable {
    let function: Int
    let parameter: Int
  }

  /// What happens to a parameter on its way into a value.
  struct Passage: Equatable {
    var cleaned: FlowSinkClass
    var isJoined: Bool
  }

  /// What an expression may be: values, and parameters of the functions around it.
  struct Outcome: Equatable {
    var state: State = [:]
    var parameters: [ParameterKey: Passage] = [:]

    /// The parameters in an order that is the same in every run.
    var inOrder: [(ParameterKey, Passage)] {
      guard parameters.count > 1 else { return parameters.map { ($0, $1) } }
      return parameters.sorted { ($0.key.function, $0.key.parameter) < ($1.key.function, $1.key.parameter) }
        .map { ($0.key, $0.value) }
    }
  }

  let files: [FlowFile]
  let index: FlowIndex
  /// The properties that something is written to.
  let assigned: Set<FlowIndex.MemberKey>
  private(set) var facts: [Fact] = []
  private var sources: [[FlowOrigin: Int]]
  private var parameters: [ParameterKey: State] = [:]
  private var members: [FlowIndex.MemberKey: State] = [:]
  private var closures: [FlowIndex.ClosureKey: State] = [:]
  /// What each function returns.
  private(set) var returned: [Outcome]
  /// The results of calls in this round; `depth` is that of the question when a part was left out, else 0.
  private var results: [[(outcome: Outcome, depth: Int)?]]
  private var (hasChanged, isCutShort) = (false, false)
  var explanations = FlowExplanations()

  private static let maximumRounds = 64
  private static let maximumFacts = 200_000
  static let maximumDepth = 12

  init(_ files: [FlowFile]) {
    self.files = files
    let index = FlowIndex(files)
    self.index = index
    assigned = Set(
      files.enumerated().lazy.flatMap { file, contents in
        contents.edges.compactMap { edge -> FlowIndex.MemberKey? in
          guard case .member(let member) = edge.target else { return nil }
          return index.key(of: member, in: file)
        }
      })
    returned = Array(repeating: Outcome(), count: index.functions.count)
    sources = Array(repeating: [:], count: files.count)
    results = files.map { Array(repeating: nil, count: $0.calls.count) }
  }

  // MARK: Rounds

  mutating func settle() {
    // Calls of libraries hand nothing to parameters.
    let calls = files.indices.map { place in
      files[place].calls.indices.filter { call in
        let site = files[place].calls[call]
        return (!site.receiver.isEmpty || site.arguments.contains { !$0.isEmpty })
          && (!index.callees(of: call, in: place).isEmpty || index.isMemberwise(files[place].calls[call]))
      }
    }
    for round in 0..<Self.maximumRounds {
      hasChanged = false
      for place in files.indices { results[place] = Array(repeating: nil, count: files[place].calls.count) }
      for number in index.functions.indices { summarize(number) }
      for place in files.indices {
        // Chains may run up or down a file.
        for call in calls[place] where round.isMultiple(of: 2) { pass(call, place) }
        for call in calls[place].reversed() where !round.isMultiple(of: 2) { pass(call, place) }
        for edge in files[place].edges { pass(edge, place) }
      }
      if !hasChanged { return }
    }
  }

  private mutating func summarize(_ number: Int) {
    let place = index.functions[number]
    let origins = files[place.file].functions[place.function].returns
    guard !origins.isEmpty else { return }
    let outcome = outcome(of: origins, place.file)
    guard outcome != returned[number] else { return }
    returned[number] = outcome
    hasChanged = true
  }

  /// Hands the arguments of a call to the parameters of the functions that it may mean.
  private mutating func pass(_ number: Int, _ place: Int) {
    let call = files[place].calls[number]
    let callees = index.callees(of: number, in: place)
    for callee in callees where index.isOnLibrary(callee) && !call.receiver.isEmpty {
      let found = state(of: call.receiver, place)
      guard !found.isEmpty else { continue }
      let step = FindingStep(
        file: files[place].path, region: call.region,
        message: LocalizedText("\(call.name) is called on it.", ja: "\(call.name) が呼び出されます。"))
      let key = ParameterKey(function: callee, parameter: FlowOrigin.itself)
      parameters[key] = merged(found, into: parameters[key], step)
    }
    for (position, origins) in call.arguments.enumerated() where !origins.isEmpty {
      let found = state(of: origins, place)
      guard !found.isEmpty else { continue }
      let step = FindingStep(
        file: files[place].path, region: call.region,
        message: LocalizedText("It is passed to \(call.name).", ja: "\(call.name) に渡されます。"))
      for callee in callees {
        guard let parameter = index.parameter(of: callee, for: position, of: call.labels) else { continue }
        let key = ParameterKey(function: callee, parameter: parameter)
        let keeps = call.name.first?.isUppercase == true
        parameters[key] = merged(found, into: parameters[key], step, keeps: keeps)
      }
      let key = FlowIndex.MemberKey(type: call.name, name: call.labels[position])
      if callees.isEmpty { keep(found, in: key, step) }
    }
  }

  private mutating func pass(_ edge: FlowEdge, _ place: Int) {
    switch edge.target {
    case .sink: return
    case .member(let member):
      guard let key = index.key(of: member, in: place), index.cleaned(by: key) != .everything else { return }
      let found = state(of: edge.origins, place)
      guard !found.isEmpty else { return }
      let step = FindingStep(
        file: files[place].path, region: edge.region,
        message: LocalizedText("It is kept in \(member.name).", ja: "\(member.name) に入れられます。"))
      keep(found, in: key, step)
    case .closure(let function, let parameter, let position):
      let found = state(of: edge.origins, place)
      guard !found.isEmpty else { return }
      let key = FlowIndex.ClosureKey(
        function: index.number(of: function, in: place), parameter: parameter, position: position)
      let step = FindingStep(
        file: files[place].path, region: edge.region,
        message: LocalizedText("It is passed to a closure.", ja: "クロージャーに渡されます。"))
      closures[key] = merged(found, into: closures[key], step)
    }
  }

  private mutating func keep(_ found: State, in key: FlowIndex.MemberKey, _ step: FindingStep) {
    let cleaned = index.cleaned(by: key)
    let found = cleaned.isEmpty ? found : found.filter { !$0.key.places.isSubset(of: cleaned) }
    guard !found.isEmpty else { return }
    members[key] = merged(found, into: members[key], step, keeps: true)
  }

  /// `known` with what `found` has beyond it: a new kind, or a value that went through less.
  private mutating func merged(
    _ found: State, into known: State?, _ step: FindingStep, keeps: Bool = false
  ) -> State {
    var state = known ?? [:]
    for (kind, item) in found.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      var merged = item
      if let known = state[kind] {
        guard !known.covers(item) else { continue }
        merged.cleaned.formIntersection(known.cleaned)
        merged.isJoined = item.isJoined || known.isJoined
      }
      guard facts.count < Self.maximumFacts else { continue }
      merged.fact = facts.count
      let previous = facts[item.fact]
      facts.append(
        Fact(
          name: previous.name, step: step, previous: item.fact,
          timesKept: previous.timesKept + (keeps ? 1 : 0)))
      state[kind] = merged
      hasChanged = true
    }
    return state
  }

  // MARK: Values

  /// What `origins` may be, parameters included.
  mutating func state(of origins: [FlowOrigin], _ place: Int) -> State {
    let outcome = outcome(of: origins, place)
    var state = outcome.state
    for (key, passage) in outcome.inOrder {
      for (kind, item) in parameters[key] ?? [:] { Self.add(item, kind, passage, to: &state) }
    }
    return state
  }

  mutating func outcome(of origins: [FlowOrigin], _ place: Int, _ depth: Int = 0) -> Outcome {
    var outcome = Outcome()
    for origin in origins { add(origin, place, depth, to: &outcome) }
    return outcome
  }

  private mutating func add(_ origin: FlowOrigin, _ place: Int, _ depth: Int, to outcome: inout Outcome) {
    let cleaned = origin.cleaned.union(index.accepted(by: origin.asked))
    guard cleaned != .everything else { return }
    guard depth < Self.maximumDepth else {
      isCutShort = true
      return
    }
    var passage = Passage(cleaned: cleaned, isJoined: origin.isJoined)
    if !origin.members.isEmpty {
      passage.cleaned.formUnion(self.cleaned(byTaking: origin.members))
      guard passage.cleaned != .everything else { return }
    }
    switch origin.leaf {
    case .source(let kind, let name):
      Self.add(begin(kind, name, origin, place), kind, passage, to: &outcome.state)
    case .parameter(let function, let parameter):
      let key = ParameterKey(function: index.number(of: function, in: place), parameter: parameter)
      Self.add(Passage(cleaned: [], isJoined: false), key, passage, to: &outcome.parameters)
    case .closureParameter(let call, let position):
      for callee in index.callees(of: call, in: place) {
        for parameter in 0..<index.parameterCount(of: callee) {
          let key = FlowIndex.ClosureKey(function: callee, parameter: parameter, position: position)
          for (kind, item) in closures[key] ?? [:] { Self.add(item, kind, passage, to: &outcome.state) }
        }
      }
    case .member(let member):
      guard let key = index.key(of: member, in: place) else {
        // The name that somebody gave a file, which an app receives through a library.
        guard Self.fileNames.contains(member.name), index.isOfLibrary(member) else { return }
        Self.add(begin(.network, member.name, origin, place), .network, passage, to: &outcome.state)
        return
      }
      passage.cleaned.formUnion(index.cleaned(by: key))
      guard passage.cleaned != .everything else { return }
      let known = members[key] ?? [:]
      if !index.isHarmless(key), index.isDecodedOnly(key),
        known.keys.allSatisfy({ !$0.isDisjoint(with: .disclosed) })
      {
        Self.add(begin(.network, member.name, origin, place), .network, passage, to: &outcome.state)
      }
      for (kind, item) in known { Self.add(item, kind, passage, to: &outcome.state) }
    case .named(let kind, let name, let type):
      guard index.canHold(kind, name, type, place) else { return }
      Self.add(begin(kind, name, origin, place), kind, passage, to: &outcome.state)
    case .whole(let type):
      guard let held = index.held(by: type, place) else { return }
      Self.add(begin(held.kind, held.name, origin, place), held.kind, passage, to: &outcome.state)
    case .result(let call):
      let result = result(of: call, place, depth)
      for (kind, item) in result.state { Self.add(item, kind, passage, to: &outcome.state) }
      for (key, inner) in result.parameters { Self.add(inner, key, passage, to: &outcome.parameters) }
    }
  }

  private mutating func result(of number: Int, _ place: Int, _ depth: Int) -> Outcome {
    if let known = results[place][number], known.depth <= depth {
      isCutShort = isCutShort || known.depth > 0
      return known.outcome
    }
    // A call whose arguments hold its own result says nothing, so that a circle ends where it closes.
    results[place][number] = (Outcome(), 0)
    let wasCutShort = isCutShort
    isCutShort = false
    defer { isCutShort = isCutShort || wasCutShort }
    let call = files[place].calls[number]
    let callees = index.callees(of: number, in: place)
    var outcome = Outcome()
    if callees.isEmpty {
      outcome = resultOfLibrary(call, place, depth)
    } else {
      for callee in callees where index.cleaned(by: callee) != .everything {
        let (summary, itself) = (
          returned[callee], Passage(cleaned: index.cleaned(by: callee), isJoined: false)
        )
        for (kind, item) in summary.state { Self.add(item, kind, itself, to: &outcome.state) }
        for (key, passage) in summary.inOrder {
          guard key.function == callee else {
            Self.add(passage, key, itself, to: &outcome.parameters)
            continue
          }
          var passage = passage
          passage.cleaned.formUnion(itself.cleaned)
          let passed =
            key.parameter == FlowOrigin.itself
            ? call.receiver
            : call.arguments.enumerated().filter { position, _ in
              index.parameter(of: callee, for: position, of: call.labels) == key.parameter
            }.flatMap(\.element)
          let inner = self.outcome(of: passed, place, depth + 1)
          for (kind, item) in inner.state { Self.add(item, kind, passage, to: &outcome.state) }
          for (key, first) in inner.parameters { Self.add(first, key, passage, to: &outcome.parameters) }
        }
      }
    }
    // A question that is asked first may be answered better when others were.
    results[place][number] = isCutShort ? depth > 0 ? (outcome, depth) : nil : (outcome, 0)
    return outcome
  }

  /// What a function that no file declares returns.
  private mutating func resultOfLibrary(_ call: FlowCallSite, _ place: Int, _ depth: Int) -> Outcome {
    guard !index.isMemberwise(call), call.fallback.cleaned != .everything else { return Outcome() }
    var outcome = Outcome()
    if call.fallback.carriesReceiver { outcome = self.outcome(of: call.receiver, place, depth + 1) }
    let joins =
      FlowSinks.joins[call.name] != nil
      && (call.name != "URL" || call.labels == ["fileURLWithPath", "relativeTo"])
    if joins || call.fallback.carriesArguments && !index.isStrange(call) {
      for origin in call.arguments.joined() { add(origin.joined(joins), place, depth + 1, to: &outcome) }
    }
    guard !call.fallback.cleaned.isEmpty else { return outcome }
    outcome.state = outcome.state.mapValues { item in
      Item(fact: item.fact, cleaned: item.cleaned.union(call.fallback.cleaned), isJoined: item.isJoined)
    }
    outcome.parameters = outcome.parameters.mapValues { passage in
      Passage(cleaned: passage.cleaned.union(call.fallback.cleaned), isJoined: passage.isJoined)
    }
    return outcome
  }

  private static func add(_ item: Item, _ kind: TaintKind, _ passage: Passage, to state: inout State) {
    let item = Item(
      fact: item.fact, cleaned: item.cleaned.union(passage.cleaned),
      isJoined: item.isJoined || passage.isJoined)
    guard !kind.places.isSubset(of: item.cleaned) else { return }
    if let known = state[kind], known.covers(item) || !item.covers(known) { return }
    state[kind] = item
  }

  private static func add(
    _ first: Passage, _ key: ParameterKey, _ second: Passage, to parameters: inout [ParameterKey: Passage]
  ) {
    var passage = Passage(
      cleaned: first.cleaned.union(second.cleaned), isJoined: first.isJoined || second.isJoined)
    if let known = parameters[key] {
      passage.cleaned.formIntersection(known.cleaned)
      passage.isJoined = passage.isJoined || known.isJoined
    }
    parameters[key] = passage
  }

  /// A value that comes in at `origin`.
  private mutating func begin(_ kind: TaintKind, _ name: String, _ origin: FlowOrigin, _ place: Int) -> Item {
    if let known = sources[place][origin] { return Item(fact: known, cleaned: [], isJoined: false) }
    sources[place][origin] = facts.count
    facts.append(
      Fact(
        name: name,
        step: FindingStep(
          file: files[place].path, region: origin.region, message: FlowArrival.begins(kind, name)),
        previous: nil, timesKept: 0))
    return Item(fact: facts.count - 1, cleaned: [], isJoined: false)
  }

  private static let fileNames: Set = ["filename", "fileName", "suggestedName"]
}
