extension FlowSolver {
  /// Whether everything that `origin` may be is known.
  func isExplained(_ origin: FlowOrigin, _ place: Int, _ sinkClass: FlowSinkClass, _ depth: Int)
    -> Bool
  {
    guard depth < Self.maximumDepth else { return false }
    if !origin.cleaned.isDisjoint(with: sinkClass) || !index.accepted(by: origin.asked).isDisjoint(with: sinkClass) {
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
      let call = files[place].calls[number]
      if !call.fallback.cleaned.isDisjoint(with: sinkClass) { return true }
      // Which folder it is does not matter, only what is joined to it.
      let receiver = sinkClass == .path && FlowSinks.joins[call.name] != nil ? [] : call.receiver
      guard (receiver + call.arguments.joined()).allSatisfy({ isExplained($0, place, sinkClass, depth + 1) })
      else { return false }
      return index.callees(of: number, in: place).allSatisfy { callee in
        let declared = index.functions[callee]
        return !index.cleaned(by: callee).isDisjoint(with: sinkClass)
          || files[declared.file].functions[declared.function].returns.allSatisfy { origin in
            if case .parameter = origin.leaf { return true }
            return isExplained(origin, declared.file, sinkClass, depth + 1)
          }
      }
    }
  }
}
