/// What ``FlowSolver`` found out about calls whose results are known.
struct FlowExplanations {
  struct Call: Hashable {
    let file: Int
    let call: Int
    let sinkClass: FlowSinkClass
  }

  /// The calls of which everything is known; one of which something is not known ends the question at once.
  var calls: Set<Call> = []
  private var steps = 0

  private static let maximumSteps = 2_000_000

  /// Takes a step; false when the project has had its share.
  mutating func spend() -> Bool {
    steps += 1
    return steps < Self.maximumSteps
  }
}

extension FlowSolver {
  /// Whether everything that `origin` may be is known.
  mutating func isExplained(_ origin: FlowOrigin, _ place: Int, _ sinkClass: FlowSinkClass, _ depth: Int)
    -> Bool
  {
    guard depth < Self.maximumDepth, explanations.spend() else { return false }
    if !origin.cleaned.isDisjoint(with: sinkClass)
      || !index.accepted(by: origin.asked).isDisjoint(with: sinkClass)
    {
      return true
    }
    if !origin.members.isEmpty, !cleaned(byTaking: origin.members).isDisjoint(with: sinkClass) {
      return true
    }
    switch origin.leaf {
    case .source, .named, .whole: return true
    case .parameter(let function, _): return index.hasCallers(index.number(of: function, in: place))
    case .closureParameter(let call, _): return !index.callees(of: call, in: place).isEmpty
    case .member(let member):
      if sinkClass.isSubset(of: .disclosing), index.key(of: member, in: place) != nil { return true }
      return index.key(of: member, in: place).map {
        !index.cleaned(by: $0).isDisjoint(with: sinkClass) || assigned.contains($0)
      } ?? false
    case .result(let number):
      let key = FlowExplanations.Call(file: place, call: number, sinkClass: sinkClass)
      if explanations.calls.contains(key) { return true }
      guard isExplained(call: number, place, sinkClass, depth) else { return false }
      explanations.calls.insert(key)
      return true
    }
  }

  private mutating func isExplained(
    call number: Int, _ place: Int, _ sinkClass: FlowSinkClass, _ depth: Int
  ) -> Bool {
    let call = files[place].calls[number]
    if !call.fallback.cleaned.isDisjoint(with: sinkClass) { return true }
    // Which folder it is does not matter, only what is joined to it.
    let receiver = sinkClass == .path && FlowSinks.joins[call.name] != nil ? [] : call.receiver
    for origin in receiver + call.arguments.joined() {
      guard isExplained(origin, place, sinkClass, depth + 1) else { return false }
    }
    for callee in index.callees(of: number, in: place)
    where index.cleaned(by: callee).isDisjoint(with: sinkClass) {
      let declared = index.functions[callee]
      for origin in files[declared.file].functions[declared.function].returns {
        if case .parameter = origin.leaf { continue }
        guard isExplained(origin, declared.file, sinkClass, depth + 1) else { return false }
      }
    }
    return true
  }

  /// The places that a value cannot harm after a computed property was taken of it; all when it does not come back.
  func cleaned(by getter: Int) -> FlowSinkClass {
    let passage = returned[getter].parameters[ParameterKey(function: getter, parameter: FlowOrigin.itself)]
    return (passage?.cleaned ?? .everything).union(index.cleaned(by: getter))
  }

  /// The places that a value cannot harm after `members` were taken of it.
  func cleaned(byTaking members: [FlowMember]) -> FlowSinkClass {
    let getters = index.getters(of: members)
    return getters.reduce(index.cleaned(byTaking: members, getters: getters)) {
      $0.union(cleaned(by: $1))
    }
  }
}
