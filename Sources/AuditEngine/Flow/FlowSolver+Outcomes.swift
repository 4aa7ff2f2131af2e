import OmamoriCore
import OmamoriReport

// What expressions may be.

extension FlowSolver {
  /// What `origins` may be, parameters included.
  mutating func state(of origins: [FlowOrigin], _ place: Int) -> State {
    state(of: links.linked(origins, in: place), place)
  }

  mutating func state(of origins: [LinkedOrigin], _ place: Int) -> State {
    let outcome = outcome(of: origins, place)
    var state = outcome.state
    for (key, passage) in outcome.parameters {
      for (kind, item) in held(by: key) { Self.add(item, kind, passage, to: &state) }
    }
    return state
  }

  mutating func outcome(of origins: [FlowOrigin], _ place: Int) -> Outcome {
    outcome(of: links.linked(origins, in: place), place)
  }

  mutating func outcome(of origins: [LinkedOrigin], _ place: Int, _ depth: Int = 0) -> Outcome {
    var outcome = Outcome()
    for origin in origins { add(origin, place, depth, to: &outcome) }
    return outcome
  }

  private mutating func add(
    _ origin: LinkedOrigin, _ place: Int, _ depth: Int, joins: Bool = false, to outcome: inout Outcome
  ) {
    guard origin.cleaned != .everything else { return }
    guard depth < Self.maximumDepth else {
      isCutShort = true
      return
    }
    var passage = Passage(
      cleaned: origin.cleaned.union(origin.taken), isJoined: origin.isJoined || joins)
    for getter in origin.getters { passage.cleaned.formUnion(cleaned(by: getter)) }
    guard passage.cleaned != .everything else { return }
    switch origin.leaf {
    case .nothing: return
    case .source(let number):
      Self.add(begin(number), links.beginnings[number].kind, passage, to: &outcome.state)
    case .parameter(let key):
      Self.add(Passage(cleaned: [], isJoined: false), key, passage, to: &outcome.parameters)
    case .closureParameter(let call, let position):
      for callee in index.callees(of: call, in: place) {
        for parameter in 0..<index.parameterCount(of: callee) {
          let key = FlowIndex.ClosureKey(function: callee, parameter: parameter, position: position)
          for (kind, item) in closures[key] ?? State() { Self.add(item, kind, passage, to: &outcome.state) }
        }
      }
    case .member(let member, let source):
      passage.cleaned.formUnion(links.members[member].cleaned)
      guard passage.cleaned != .everything else { return }
      let known = member < members.count ? members[member] : State()
      if let source, known.allSatisfy({ kind, _ in !kind.isDisjoint(with: .disclosed) }) {
        Self.add(begin(source), .network, passage, to: &outcome.state)
      }
      for (kind, item) in known { Self.add(item, kind, passage, to: &outcome.state) }
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
    let call = links.call(number, in: place)
    var outcome = Outcome()
    if call.callees.isEmpty {
      outcome = resultOfLibrary(call, place, depth)
    } else {
      for (which, callee) in call.callees.enumerated() {
        let itself = Passage(cleaned: call.cleanedByCallees[which], isJoined: false)
        guard itself.cleaned != .everything else { continue }
        let summary = returned[callee]
        for (kind, item) in summary.state { Self.add(item, kind, itself, to: &outcome.state) }
        for (key, passage) in summary.parameters {
          guard key.function == callee else {
            Self.add(passage, key, itself, to: &outcome.parameters)
            continue
          }
          var passage = passage
          passage.cleaned.formUnion(itself.cleaned)
          var inner = Outcome()
          if key.parameter == FlowOrigin.itself {
            inner = self.outcome(of: call.receiver, place, depth + 1)
          } else {
            for (position, argument) in call.arguments.enumerated()
            where call.parameters[which][position] == key.parameter {
              for origin in argument { add(origin, place, depth + 1, to: &inner) }
            }
          }
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
  private mutating func resultOfLibrary(_ call: LinkedCall, _ place: Int, _ depth: Int) -> Outcome {
    guard !call.isMemberwise, call.cleaned != .everything else { return Outcome() }
    var outcome = Outcome()
    if call.carriesReceiver { outcome = self.outcome(of: call.receiver, place, depth + 1) }
    if call.joins || call.carriesArguments {
      for argument in call.arguments {
        for origin in argument { add(origin, place, depth + 1, joins: call.joins, to: &outcome) }
      }
    }
    guard !call.cleaned.isEmpty else { return outcome }
    outcome.state.update { $0.cleaned.formUnion(call.cleaned) }
    outcome.parameters.update { $0.cleaned.formUnion(call.cleaned) }
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
    _ first: Passage, _ key: ParameterKey, _ second: Passage,
    to parameters: inout SortedPairs<ParameterKey, Passage>
  ) {
    var passage = Passage(
      cleaned: first.cleaned.union(second.cleaned), isJoined: first.isJoined || second.isJoined)
    if let known = parameters[key] {
      passage.cleaned.formIntersection(known.cleaned)
      passage.isJoined = passage.isJoined || known.isJoined
    }
    parameters[key] = passage
  }

  /// A value that comes in.
  private mutating func begin(_ number: Int) -> Item {
    if let known = links.beginnings[number].fact { return Item(fact: known, cleaned: [], isJoined: false) }
    let source = links.beginnings[number]
    links.beginnings[number].fact = facts.count
    facts.append(
      Fact(
        name: source.name,
        step: FindingStep(
          file: files[source.file].path, region: source.region,
          message: FlowArrival.begins(source.kind, source.name)),
        previous: nil, timesKept: 0))
    return Item(fact: facts.count - 1, cleaned: [], isJoined: false)
  }
}
