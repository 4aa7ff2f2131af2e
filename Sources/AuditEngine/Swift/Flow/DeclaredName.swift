import SwiftSyntax

/// What a name means at one place of a file.
package enum DeclaredName {
  case binding(Binding)
  case local(LocalName)

  fileprivate var start: Int {
    switch self {
    case .binding(let binding): binding.range.lowerBound
    case .local(let local): local.range.lowerBound
    }
  }
}

extension SwiftFacts {
  /// What `name` means at `offset` inside `scope`: the innermost declaration before it, or a member of a type.
  package func declaration(of name: String, from scope: ScopeID, at offset: Int) -> DeclaredName? {
    for scope in chain(from: scope) {
      var best: DeclaredName?
      for binding in bindings(name, in: scope) where isVisible(.binding(binding), at: offset) {
        best = .binding(binding)
      }
      for local in localNames(name, in: scope).suffix(64) where isVisible(.local(local), at: offset) {
        if let best, best.start > local.range.lowerBound { continue }
        best = .local(local)
      }
      if let best { return best }
    }
    return nil
  }

  private func isVisible(_ declared: DeclaredName, at offset: Int) -> Bool {
    switch declared {
    case .local(let local): return local.extent.contains(offset)
    case .binding(let binding):
      if let extent = binding.extent { return extent.contains(offset) }
      switch scopes[binding.scope.index].kind {
      case .file, .type: return true
      case .function: return binding.kind == .parameter || binding.range.upperBound <= offset
      case .closure, .block: return binding.range.upperBound <= offset
      }
    }
  }

  /// The innermost scope at `offset` inside `outer`.
  package func innermost(at offset: Int, within outer: ScopeID) -> ScopeID {
    // Scopes stand in the order of their beginnings, so the last one that begins before lies in all that are around.
    var (low, high) = (outer.index, scopes.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if scopes[middle].range.lowerBound <= offset { low = middle } else { high = middle }
    }
    var scope = ScopeID(index: low)
    while scope.index > outer.index, !scopes[scope.index].range.contains(offset) {
      guard let parent = scopes[scope.index].parent else { return outer }
      scope = parent
    }
    return scope.index > outer.index ? scope : outer
  }
}
