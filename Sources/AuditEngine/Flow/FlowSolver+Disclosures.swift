import OmamoriCore
import OmamoriReport

// Where sensitive values get into other hands.
//
// A value is reported in the function that knows that it is sensitive: where a function only passes on what it was
// given, its callers are asked.

extension FlowSolver {
  /// Places that a parameter, or what is assigned to a property, reaches.
  struct Reach {
    let sinkClass: FlowSinkClass
    let sink: String
    let step: FindingStep
    /// The place itself, when it is to be reported and not what its callers do.
    var edge: (place: Int, number: Int)?
  }

  /// The places that sensitive values reach, in the order of the files.
  mutating func disclosures() -> (reached: [FlowArrival], quiet: [FlowQuietPlace]) {
    var search = DisclosureSearch(
      encrypted: files.reduce(into: []) {
        if $1.context == .app { $0.formUnion($1.encrypted) }
      })
    for place in files.indices {
      for number in files[place].edges.indices { readSink(place, number, &search) }
    }
    for place in files.indices {
      for number in files[place].edges.indices { readMember(place, number, &search) }
    }
    readModels(&search)
    followParameters(&search)
    return (search.reached, search.quiet)
  }

  struct DisclosureSearch {
    let encrypted: FlowSinkClass
    var reached: [FlowArrival] = []
    var quiet: [FlowQuietPlace] = []
    var parameters: [ParameterKey: Reach] = [:]
    var members: [FlowIndex.MemberKey: Reach] = [:]
    /// Parameters whose callers were not asked yet.
    var waiting: [ParameterKey] = []
    /// The lines on which something was reported.
    var lines: Set<Line> = []

    struct Line: Hashable {
      let sinkClass: FlowSinkClass
      let file: String
      let line: Int
    }
  }

  /// What arrives at a place.
  struct Found {
    let kind: TaintKind
    let name: String
    let fact: Int?
  }

  // MARK: Sinks

  private mutating func readSink(_ place: Int, _ number: Int, _ search: inout DisclosureSearch) {
    var edge = files[place].edges[number]
    guard case .sink(let sinkClass, let name) = edge.target, sinkClass.isSubset(of: .disclosing),
      sinkClass.isDisjoint(with: search.encrypted)
    else { return }
    // A function of the project is asked what it does.
    if let call = edge.call, !index.callees(of: call, in: place).isEmpty {
      if sensitive(place, edge.origins, sinkClass) == nil { quieten(place, edge, sinkClass, &search) }
      return
    }
    var reach = Reach(sinkClass: sinkClass, sink: name, step: end(place, edge.region))
    if !sinkClass.isDisjoint(with: [.log, .publicLog]), name != "dump" {
      edge.origins.removeAll {
        if case .whole(let type) = $0.leaf { index.isOpaque(type) } else { false }
      }
    }
    // What a helper puts on the pasteboard is told there, once.
    if sinkClass == .pasteboard { reach.edge = (place, number) }
    if sinkClass == .numberLog {
      let numbers = edge.origins.filter {
        guard case .named(_, let name, let type) = $0.leaf else { return false }
        return index.isNumber(name, type)
      }
      let outcome = outcome(of: numbers, place)
      if let found = sensitive(outcome, sinkClass) { report(found, reach, place, edge, &search) }
      return
    }
    if sinkClass == .network, state(of: edge.origins, place)[.plain] == nil { return }
    let outcome = outcome(of: edge.origins, place)
    guard let found = sensitive(outcome, sinkClass) else {
      let isKnown = pass(outcome, edge.origins, reach, place, &search)
      if !isKnown { quieten(place, edge, sinkClass, &search) }
      return
    }
    report(found, reach, place, edge, &search)
  }

  private mutating func sensitive(_ place: Int, _ origins: [FlowOrigin], _ sinkClass: FlowSinkClass) -> Found?
  {
    let outcome = outcome(of: origins, place)
    return sensitive(outcome, sinkClass)
  }

  /// Remembers that nothing sensitive arrives, where everything that may arrive is known.
  private mutating func quieten(
    _ place: Int, _ edge: FlowEdge, _ sinkClass: FlowSinkClass, _ search: inout DisclosureSearch
  ) {
    for origin in edge.origins where !isExplained(origin, place, sinkClass, 0) { return }
    search.quiet.append(FlowQuietPlace(sinkClass: sinkClass, file: files[place].path, region: edge.region))
  }

  private func end(_ place: Int, _ region: SourceRegion) -> FindingStep {
    FindingStep(
      file: files[place].path, region: region, message: LocalizedText("It arrives here.", ja: "ここに届きます。"))
  }

  /// The worst of what arrives that nothing made harmless.
  private func sensitive(_ outcome: Outcome, _ sinkClass: FlowSinkClass) -> Found? {
    for kind in [TaintKind.secret, .personal] {
      if let item = outcome.state[kind], item.cleaned.isDisjoint(with: sinkClass) {
        return Found(kind: kind, name: facts[item.fact].name, fact: item.fact)
      }
    }
    return nil
  }

  /// Has the callers, or the assignments, asked that decide what arrives; says whether there are any.
  private func pass(
    _ outcome: Outcome, _ origins: [FlowOrigin], _ reach: Reach, _ place: Int,
    _ search: inout DisclosureSearch
  ) -> Bool {
    var isPassed = false
    for (key, passage) in outcome.parameters where passage.cleaned.isDisjoint(with: reach.sinkClass) {
      isPassed = true
      guard search.parameters[key] == nil else { continue }
      search.parameters[key] = reach
      search.waiting.append(key)
    }
    for origin in origins {
      guard case .member(let member) = origin.leaf, member.name.hasSuffix("="),
        case .type(let type, _) = member.owner
      else { continue }
      isPassed = true
      let key = FlowIndex.MemberKey(type: type, name: String(member.name.dropLast()))
      if search.members[key] == nil { search.members[key] = reach }
    }
    return isPassed
  }

  // MARK: Properties

  private mutating func readMember(_ place: Int, _ number: Int, _ search: inout DisclosureSearch) {
    let edge = files[place].edges[number]
    guard case .member(let member) = edge.target, !edge.snippet.isEmpty,
      let key = index.key(of: member, in: place), index.cleaned(by: key) != .everything,
      let reach = reach(of: key, place, edge, search), reach.sinkClass.isDisjoint(with: search.encrypted)
    else { return }
    let outcome = outcome(of: edge.origins, place)
    guard !isInitializer(edge, place, of: key.type) else {
      _ = pass(outcome, [], reach, place, &search)
      return
    }
    if let found = sensitive(outcome, reach.sinkClass) {
      report(found, reach, place, edge, &search)
    } else if reach.sinkClass.isSubset(of: .databases), let kind = FlowNames.kind(of: key.name),
      index.canHold(kind, key.name, .type(index.memberTypes[key] ?? "String", members: []), place),
      mayHold(edge, place, reach.sinkClass)
    {
      report(Found(kind: kind, name: key.name, fact: nil), reach, place, edge, &search)
    } else {
      _ = pass(outcome, edge.origins, reach, place, &search)
    }
  }

  /// Whether something that was not made harmless may be what is kept.
  private func mayHold(_ edge: FlowEdge, _ place: Int, _ sinkClass: FlowSinkClass) -> Bool {
    edge.origins.contains { origin in
      guard origin.cleaned.isDisjoint(with: sinkClass),
        origin.members.isEmpty || cleaned(byTaking: origin.members).isDisjoint(with: sinkClass)
      else { return false }
      switch origin.leaf {
      case .result(let call):
        return files[place].calls[call].fallback.cleaned.isDisjoint(with: sinkClass)
          || index.callees(of: call, in: place).contains { index.cleaned(by: $0).isDisjoint(with: sinkClass) }
      case .member(let member):
        return index.key(of: member, in: place).map { index.cleaned(by: $0) != .everything } ?? true
      default: return true
      }
    }
  }

  /// The store that keeps the property.
  private func reach(
    of key: FlowIndex.MemberKey, _ place: Int, _ edge: FlowEdge, _ search: DisclosureSearch
  ) -> Reach? {
    let step = end(place, edge.region)
    if let known = search.members[key] {
      return Reach(sinkClass: known.sinkClass, sink: key.name, step: known.step)
    }
    guard let type = key.type else { return nil }
    if let wrapper = index.wrappers[key] {
      if FlowDisclosures.unkept.contains(wrapper) { return nil }
      if let store = FlowDisclosures.wrappers[wrapper] {
        // The declaration of a property with such a name is reported by itself.
        if store == .preferences, FlowNames.kind(of: key.name) != nil { return nil }
        return Reach(sinkClass: store, sink: key.name, step: step)
      }
      if let known = search.members[FlowIndex.MemberKey(type: wrapper, name: "wrappedValue")] {
        return Reach(sinkClass: known.sinkClass, sink: key.name, step: known.step)
      }
    }
    guard index.hasModels, let store = index.model(type), store != .rows else { return nil }
    return Reach(sinkClass: store, sink: key.name, step: step)
  }

  /// Whether an initialiser of the type keeps what it is passed.
  private func isInitializer(_ edge: FlowEdge, _ place: Int, of type: String?) -> Bool {
    edge.origins.contains { origin in
      guard case .parameter(let function, _) = origin.leaf else { return false }
      let key = files[place].functions[function].key
      return key.name.hasPrefix("init") && key.types.last == type
    }
  }

  // MARK: Calls

  /// Values of types that a library keeps, made with something sensitive.
  private mutating func readModels(_ search: inout DisclosureSearch) {
    guard index.hasModels else { return }
    for place in files.indices {
      for (number, call) in files[place].calls.enumerated()
      where !call.snippet.isEmpty && call.name.first?.isUppercase == true {
        guard let store = index.model(call.name), store.isDisjoint(with: search.encrypted),
          index.callees(of: number, in: place).isEmpty
        else { continue }
        let reach = Reach(sinkClass: store, sink: call.name, step: end(place, call.region))
        for (position, origins) in call.arguments.enumerated() where !origins.isEmpty {
          let name = call.labels[position]
          // `CachedVault(vaultConfigToken: token)`: the label knows better.
          if FlowNames.isHarmlessToken(name) { continue }
          let outcome = outcome(of: origins, place)
          if let found = sensitive(outcome, store) {
            report(found, reach, place, call, &search)
          } else if let kind = FlowNames.kind(of: name),
            index.canHold(kind, name, .type(call.name, members: [name]), place),
            origins.contains(where: { $0.cleaned.isDisjoint(with: store) && $0.mayBeSensitive })
          {
            report(Found(kind: kind, name: name, fact: nil), reach, place, call, &search)
          }
        }
      }
    }
  }

  /// Asks the callers of functions that pass on what they are given.
  private mutating func followParameters(_ search: inout DisclosureSearch) {
    guard !search.waiting.isEmpty else { return }
    var callers: [Int: [(place: Int, call: Int)]] = [:]
    for place in files.indices {
      for call in files[place].calls.indices {
        for callee in index.callees(of: call, in: place) {
          callers[callee, default: []].append((place, call))
        }
      }
    }
    var count = 0
    while let key = search.waiting.popLast(), count < Self.maximumReaches {
      count += 1
      guard let reach = search.parameters[key] else { continue }
      for (place, number) in callers[key.function] ?? [] {
        let call = files[place].calls[number]
        guard index.fits(call, key.function) else { continue }
        var origins: [FlowOrigin] = key.parameter == FlowOrigin.itself ? call.receiver : []
        for (position, argument) in call.arguments.enumerated()
        where index.parameter(of: key.function, for: position, of: call.labels) == key.parameter {
          origins += argument
          if let whole = call.wholes[position] {
            origins.append(FlowOrigin(leaf: .whole(whole), region: call.region))
          }
        }
        guard !origins.isEmpty else { continue }
        let outcome = outcome(of: origins, place)
        if let found = sensitive(outcome, reach.sinkClass) {
          if let edge = reach.edge {
            report(found, reach, edge.place, files[edge.place].edges[edge.number], &search)
          } else {
            report(found, reach, place, call, &search)
          }
        } else {
          _ = pass(outcome, origins, reach, place, &search)
        }
      }
    }
  }

  private static let maximumReaches = 20_000

  // MARK: Reports

  private func report(
    _ found: Found, _ reach: Reach, _ place: Int, _ edge: FlowEdge, _ search: inout DisclosureSearch
  ) {
    report(found, reach, place, edge.region, edge.snippet, edge.quote, &search)
  }

  private func report(
    _ found: Found, _ reach: Reach, _ place: Int, _ call: FlowCallSite, _ search: inout DisclosureSearch
  ) {
    // What is not written down of a call in a test or in code that is left out is not reported.
    guard !call.snippet.isEmpty else { return }
    report(found, reach, place, call.region, call.snippet, call.name, &search)
  }

  private func report(
    _ found: Found, _ reach: Reach, _ place: Int, _ region: SourceRegion, _ snippet: String, _ quote: String,
    _ search: inout DisclosureSearch
  ) {
    let file = files[place]
    let line = DisclosureSearch.Line(sinkClass: reach.sinkClass, file: file.path, line: region.startLine)
    guard search.lines.insert(line).inserted else { return }
    var steps = found.fact.map { way(to: $0) } ?? []
    let here = FindingStep(
      file: file.path, region: region,
      message: reach.step.region == region && reach.step.file == file.path
        ? reach.step.message : LocalizedText("It is passed on here.", ja: "ここで渡されます。"))
    steps = steps.filter { $0.file != here.file || $0.region != region } + [here]
    if reach.step.file != file.path || reach.step.region != region { steps.append(reach.step) }
    search.reached.append(
      FlowArrival(
        sinkClass: reach.sinkClass, sink: reach.sink, kind: found.kind, source: found.name, quote: quote,
        file: file.path, context: file.context, region: region, snippet: snippet, steps: steps))
  }
}
