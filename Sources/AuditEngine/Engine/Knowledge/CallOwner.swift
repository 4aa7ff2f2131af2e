/// What a call tells about the type whose function it means.
package enum CallOwner: Sendable, Hashable {
  /// There is nothing before a dot: a global function, or one of the type around the call.
  case own(String?)
  /// What it is called on is of this type.
  case type(String)
  /// What it is called on has this name, and nothing more is known.
  case named(String)

  /// Whether a function of `type`, or a global one, may be meant.
  package func mayBe(_ type: String?) -> Bool {
    switch self {
    case .own(let around): type == nil || type == around
    case .type(let known): type == known
    // `storage.save(…)` is taken to mean `Storage` or `FileStorage`.
    case .named(let name): type?.lowercased().hasSuffix(name.lowercased()) ?? false
    }
  }
}
