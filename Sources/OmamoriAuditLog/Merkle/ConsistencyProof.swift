/// Shows that a log is a continuation of an earlier state of it, without the log (RFC 9162, section 2.1.4).
package struct ConsistencyProof: Sendable, Hashable {
  /// The number of entries of the earlier state.
  package let first: UInt64
  /// The number of entries of the later state.
  package let second: UInt64
  /// The nodes from which both roots follow, at most 49.
  package let path: [LogHash]

  /// Makes a proof of its parts, which say nothing until it was checked.
  package init(first: UInt64, second: UInt64, path: [LogHash]) {
    (self.first, self.second, self.path) = (first, second, path)
  }

  /// Says whether the later state continues the earlier one.
  ///
  /// - Parameters:
  ///   - earlier: The root at ``first`` entries.
  ///   - later: The root at ``second`` entries.
  /// - Returns: Whether it does.
  package func isValid(from earlier: LogHash, to later: LogHash) -> Bool {
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

/// Shows that an entry stands at its place in a log of some size, without the log (RFC 9162, section 2.1.3).
package struct InclusionProof: Sendable, Hashable {
  /// The place of the entry, counted from 0.
  package let index: UInt64
  /// The number of entries of the log that the proof is for.
  package let size: UInt64
  /// The nodes beside the way from the leaf to the root, at most 48.
  package let path: [LogHash]

  /// Makes a proof of its parts, which say nothing until it was checked.
  package init(index: UInt64, size: UInt64, path: [LogHash]) {
    (self.index, self.size, self.path) = (index, size, path)
  }

  /// The root that the proof leads to, or `nil` when its parts do not fit together.
  ///
  /// - Parameter leaf: The leaf hash of the entry.
  /// - Returns: The root, to be compared with that of a checkpoint.
  package func root(of leaf: LogHash) -> LogHash? {
    guard index < size, size <= MerkleTree.maximumCount else { return nil }
    var (place, last, node) = (index, size - 1, leaf)
    for sibling in path {
      guard last > 0 else { return nil }
      if place & 1 == 1 || place == last {
        node = .node(sibling, node)
        while place & 1 == 0, place > 0 { (place, last) = (place >> 1, last >> 1) }
      } else {
        node = .node(node, sibling)
      }
      (place, last) = (place >> 1, last >> 1)
    }
    return last == 0 ? node : nil
  }

  /// Says whether the entry stands in the log with this root.
  ///
  /// - Parameters:
  ///   - leaf: The leaf hash of the entry.
  ///   - root: The root of the log at ``size``, from a checkpoint that was verified.
  /// - Returns: Whether it does.
  package func isValid(for leaf: LogHash, in root: LogHash) -> Bool { self.root(of: leaf) == root }
}
