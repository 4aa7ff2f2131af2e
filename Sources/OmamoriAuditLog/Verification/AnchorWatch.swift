/// Compares the log with its anchors while it is gone through.
struct AnchorWatch {
  private let anchors: [Checkpoint]
  private let counter: UInt64?
  private var next = 0
  private var lastCounter: UInt64?
  private var countedSize: UInt64?
  /// The size that the last matching anchor knows.
  private(set) var confirmed: UInt64?
  /// Whether the newest checkpoint in the log names what the counter stands at.
  private(set) var isEndCounted = false
  /// The sizes that retention made impossible to compare.
  private(set) var unchecked: [UInt64] = []

  init(_ verifier: LogVerifier) { (anchors, counter) = (verifier.anchors, verifier.counter) }

  /// The size up to which the log is what the anchors know, when there is any.
  var covered: UInt64? { [confirmed, countedSize].compactMap(\.self).max() }

  /// Leaves out the anchors below the first size that is known.
  mutating func begin(at tree: MerkleTree) throws(VerificationStop) {
    while next < anchors.count, anchors[next].size < tree.count {
      unchecked.append(anchors[next].size)
      next += 1
    }
    try compare(tree)
  }

  /// Compares the anchors of this size.
  mutating func compare(_ tree: MerkleTree) throws(VerificationStop) {
    while next < anchors.count, anchors[next].size == tree.count {
      guard anchors[next].root == tree.root else { throw rolledBack(have: confirmed ?? 0) }
      confirmed = tree.count
      next += 1
    }
  }

  /// Takes note of what a checkpoint in the log says about the counter.
  ///
  /// - Returns: Whether it fits what earlier ones said.
  mutating func see(_ checkpoint: Checkpoint) -> Bool {
    isEndCounted = counter != nil && checkpoint.counter == counter
    guard let value = checkpoint.counter else { return true }
    guard value >= lastCounter ?? 0 else { return false }
    lastCounter = value
    if value == counter { countedSize = checkpoint.size }
    return true
  }

  /// Looks for anchors beyond the end of the log.
  mutating func finish(at tree: MerkleTree) throws(VerificationStop) {
    if next < anchors.count { throw rolledBack(have: tree.count) }
    guard let counter else { return }
    let last = lastCounter ?? 0
    guard last >= counter else { throw .verdict(.rolledBack(have: last, anchor: counter, by: .counter)) }
    // The value is written before the counter is incremented, so that it may be ahead by one.
    guard last - counter <= 1 else { throw .failure(.anchor(.mismatch)) }
  }

  private func rolledBack(have: UInt64) -> VerificationStop {
    .verdict(.rolledBack(have: have, anchor: anchors[next].size, by: .checkpoint))
  }
}

/// What outside of a log knew that it had been longer.
public enum AnchorKind: Sendable, Hashable {
  /// A checkpoint that was kept elsewhere.
  case checkpoint
  /// A counter that only counts up.
  case counter
}
