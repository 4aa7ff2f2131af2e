/// Shows that a log is a continuation of an earlier state of it, without the log (RFC 9162, section 2.1.4).
///
/// A value; safe to share between threads.
public struct ConsistencyProof: Sendable, Hashable {
  /// The number of entries of the earlier state.
  public let first: UInt64
  /// The number of entries of the later state.
  public let second: UInt64
  /// The nodes from which both roots follow, at most 49.
  public let path: [LogHash]

  /// Makes a proof of its parts, which say nothing until it was checked.
  public init(first: UInt64, second: UInt64, path: [LogHash]) {
    (self.first, self.second, self.path) = (first, second, path)
  }

  /// Says whether the later state continues the earlier one.
  ///
  /// - Parameters:
  ///   - earlier: The root at ``first`` entries.
  ///   - later: The root at ``second`` entries.
  /// - Returns: Whether it does.
  public func isValid(from earlier: LogHash, to later: LogHash) -> Bool {
    guard first <= second, second <= MerkleTree.maximumCount else { return false }
    if first == second { return path.isEmpty && earlier == later }
    if first == 0 { return path.isEmpty && earlier == MerkleTree().root }
    var nodes = path[...]
    if first.nonzeroBitCount == 1 { nodes = [earlier] + nodes }
    guard let start = nodes.popFirst() else { return false }
    var (old, new) = (start, start)
    var (place, last) = (first - 1, second - 1)
    while place & 1 == 1 { (place, last) = (place >> 1, last >> 1) }
    for node in nodes {
      guard last > 0 else { return false }
      if place & 1 == 1 || place == last {
        (old, new) = (.node(node, old), .node(node, new))
        while place & 1 == 0, place > 0 { (place, last) = (place >> 1, last >> 1) }
      } else {
        new = .node(new, node)
      }
      (place, last) = (place >> 1, last >> 1)
    }
    return last == 0 && old == earlier && new == later
  }
}
