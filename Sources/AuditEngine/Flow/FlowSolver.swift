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

  struct ParameterKey: Hashable, Comparable {
    let function: Int
    let parameter: Int

    static func < (left: ParameterKey, right: ParameterKey) -> Bool {
      (left.function, left.parameter) < (right.function, right.parameter)
    }
  }

  /// What happens to a parameter on its way into a value.
  struct Passage: Equatable {
    var cleaned: FlowSinkClass
    var isJoined: Bool
  }

  typealias State = SortedPairs<TaintKind, Item>

  /// What an expression may be: values, and parameters of the functions around it.
  struct Outcome: Equatable {
    var state = State()
    var parameters = SortedPairs<ParameterKey, Passage>()
  }

  let files: [FlowFile]
  let index: FlowIndex
  /// The properties that something is written to.
  let assigned: Set<FlowIndex.MemberKey>
  var facts: [Fact] = []
  /// The names in the files, as far as they were looked up.
  var links: FlowLinks
  /// What the parameters of each function may hold, beginning with what it is called on.
  private(set) var parameters: [[State]]
  /// What the properties may hold, by their numbers in ``FlowLinks``.
  private(set) var members: [State] = []
  private(set) var closures: [FlowIndex.ClosureKey: State] = [:]
  /// What each function returns.
  private(set) var returned: [Outcome]
  /// The results of calls in this round; `depth` is that of the question when a part was left out, else 0.
  var results: [[(outcome: Outcome, depth: Int)?]]
  var isCutShort = false
  private var hasChanged = false
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
    parameters = Array(repeating: [], count: index.functions.count)
    links = FlowLinks(files, index)
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
        let edges = files[place].edges
        for edge in edges.indices { pass(edge, ofEdges: edges, place) }
      }
      if !hasChanged { return }
    }
  }

  private mutating func summarize(_ number: Int) {
    let place = index.functions[number]
    guard !files[place.file].functions[place.function].returns.isEmpty else { return }
    let outcome = outcome(of: links.returns(of: number), place.file)
    guard outcome != returned[number] else { return }
    returned[number] = outcome
    hasChanged = true
  }

  /// Hands the arguments of a call to the parameters of the functions that it may mean.
  private mutating func pass(_ number: Int, _ place: Int) {
    let call = links.call(number, in: place)
    if !call.receiver.isEmpty {
      for (callee, isOnLibrary) in zip(call.callees, call.areOnLibraries) where isOnLibrary {
        let found = state(of: call.receiver, place)
        guard !found.isEmpty else { continue }
        merge(found, into: ParameterKey(function: callee, parameter: FlowOrigin.itself)) {
          call.step(LocalizedText("\(call.name) is called on it.", ja: "\(call.name) が呼び出されます。"))
        }
      }
    }
    for (position, origins) in call.arguments.enumerated() where !origins.isEmpty {
      let found = state(of: origins, place)
      guard !found.isEmpty else { continue }
      let step = { call.step(LocalizedText("It is passed to \(call.name).", ja: "\(call.name) に渡されます。")) }
      for (callee, parameters) in zip(call.callees, call.parameters) {
        guard let parameter = parameters[position] else { continue }
        merge(
          found, into: ParameterKey(function: callee, parameter: parameter), keeps: call.makesObject, step)
      }
      if call.callees.isEmpty {
        let key = FlowIndex.MemberKey(type: call.name, name: call.labels[position])
        keep(found, in: links.number(of: key), step)
      }
    }
  }

  private mutating func pass(_ number: Int, ofEdges edges: [FlowEdge], _ place: Int) {
    switch edges[number].target {
    case .sink: return
    case .member(let member):
      guard let key = links.target(number, in: place), links.members[key].cleaned != .everything else {
        return
      }
      let found = state(of: links.origins(ofEdge: number, in: place), place)
      guard !found.isEmpty else { return }
      let path = files[place].path
      keep(found, in: key) {
        FindingStep(
          file: path, region: edges[number].region,
          message: LocalizedText("It is kept in \(member.name).", ja: "\(member.name) に入れられます。"))
      }
    case .closure(let function, let parameter, let position):
      let found = state(of: links.origins(ofEdge: number, in: place), place)
      guard !found.isEmpty else { return }
      let key = FlowIndex.ClosureKey(
        function: index.number(of: function, in: place), parameter: parameter, position: position)
      var known = closures[key] ?? State()
      let path = files[place].path
      merge(found, into: &known, keeps: false) {
        FindingStep(
          file: path, region: edges[number].region,
          message: LocalizedText("It is passed to a closure.", ja: "クロージャーに渡されます。"))
      }
      closures[key] = known
    }
  }

  private mutating func keep(_ found: State, in key: Int, _ step: () -> FindingStep) {
    let cleaned = links.members[key].cleaned
    let found = cleaned.isEmpty ? found : found.filter { kind, _ in !kind.places.isSubset(of: cleaned) }
    guard !found.isEmpty else { return }
    while members.count <= key { members.append(State()) }
    var known = members[key]
    merge(found, into: &known, keeps: true, step)
    members[key] = known
  }

  private mutating func merge(
    _ found: State, into key: ParameterKey, keeps: Bool = false, _ step: () -> FindingStep
  ) {
    let place = key.parameter + 1
    while parameters[key.function].count <= place { parameters[key.function].append(State()) }
    var known = parameters[key.function][place]
    merge(found, into: &known, keeps: keeps, step)
    parameters[key.function][place] = known
  }

  /// Adds to `known` what `found` has beyond it: a new kind, or a value that went through less.
  private mutating func merge(
    _ found: State, into known: inout State, keeps: Bool, _ step: () -> FindingStep
  ) {
    for (kind, item) in found {
      var merged = item
      if let known = known[kind] {
        guard !known.covers(item) else { continue }
        merged.cleaned.formIntersection(known.cleaned)
        merged.isJoined = item.isJoined || known.isJoined
      }
      guard facts.count < Self.maximumFacts else { continue }
      merged.fact = facts.count
      let previous = facts[item.fact]
      facts.append(
        Fact(
          name: previous.name, step: step(), previous: item.fact,
          timesKept: previous.timesKept + (keeps ? 1 : 0)))
      known[kind] = merged
      hasChanged = true
    }
  }

  /// What the parameter may hold.
  func held(by key: ParameterKey) -> State {
    let known = parameters[key.function]
    return key.parameter + 1 < known.count ? known[key.parameter + 1] : State()
  }
}
