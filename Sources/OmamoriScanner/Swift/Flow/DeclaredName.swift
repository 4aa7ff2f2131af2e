import SwiftSyntax

/// What a name means at one place of a file.
enum DeclaredName {
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
  func declaration(of name: String, from scope: ScopeID, at offset: Int) -> DeclaredName? {
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
  func innermost(at offset: Int, within outer: ScopeID) -> ScopeID {
    var found = outer
    var index = outer.index + 1
    while index < scopes.count, isWithin(ScopeID(index: index), outer) {
      let scope = ScopeID(index: index)
      if scopes[index].range.contains(offset) { found = scope }
      if scopes[index].range.lowerBound > offset { break }
      index += 1
    }
    return found
  }
}
