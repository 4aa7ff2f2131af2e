import OmamoriCore

/// What is known of declarations that were followed already: rules ask about the same names again and again.
///
/// It belongs to one file. Only answers are kept that depend on nothing but what the key says. A name that is being
/// followed answers "nothing", so a circle ends where it closes.
final class FlowMemory: Sendable {
  /// A question.
  struct Key: Hashable {
    /// Where the declaration begins.
    let declaration: Int
    /// Where its value is asked for, when that matters: assignments may lie between.
    let offset: Int?
    let kinds: TaintKind.RawValue
    let harmless: Set<String>
    let parameters: FlowAnalysis.Parameters
    /// How many calls were followed before.
    let calls: Int
  }

  private let known = Protected<[Key: TaintedValue?]>([:])

  /// The answer to `key`, worked out by `find` when it is asked for the first time.
  func answer(_ key: Key, _ find: () -> TaintedValue?) -> TaintedValue? {
    let kept: TaintedValue?? = known.withLock { known in
      if let kept = known[key] { return kept }
      known[key] = .some(nil)
      return nil
    }
    if let kept { return kept }
    let found = find()
    if found != nil { known.withLock { $0[key] = found } }
    return found
  }
}
