/// The tree of a log (RFC 6962, section 2.1), of which only the right edge is kept: enough to append and to know the root.
///
/// An append costs two hashes on average and never more than one for each doubling of the log.
package struct MerkleTree: Sendable, Hashable {
  /// The most entries of a log: 2^48 − 1.
  package static let maximumCount: UInt64 = 1 << 48 - 1

  /// The number of entries.
  package private(set) var count: UInt64
  /// The roots of the full subtrees that the tree is made of, the largest first; as many as `count` has bits that are 1.
  package private(set) var edge: [LogHash]

  /// Makes a tree without entries.
  package init() { (count, edge) = (0, []) }

  /// Makes a tree of what was kept of it.
  ///
  /// - Parameters:
  ///   - count: The number of entries, at most ``maximumCount``.
  ///   - edge: The roots of its full subtrees, the largest first.
  /// - Throws: ``AuditLogError/format(_:)`` when there are more or fewer roots than the number has bits that are 1.
  package init(count: UInt64, edge: [LogHash]) throws(AuditLogError) {
    guard count <= Self.maximumCount, edge.count == count.nonzeroBitCount else {
      throw .format(.malformed(offset: 0))
    }
    (self.count, self.edge) = (count, edge)
  }

  /// Adds an entry.
  ///
  /// - Parameter leaf: Its leaf hash.
  package mutating func append(_ leaf: LogHash) {
    var (node, full) = (leaf, count)
    while full & 1 == 1, let left = edge.popLast() {
      node = .node(left, node)
      full >>= 1
    }
    edge.append(node)
    count += 1
  }

  /// The root; that of a tree without entries is the hash value of nothing.
  package var root: LogHash {
    guard var node = edge.last else { return LogHash(hashing: [UInt8]()) }
    for left in edge.dropLast().reversed() { node = .node(left, node) }
    return node
  }

  /// The root of the full subtree over these entries, when it is one of those that the edge is made of.
  func subtree(_ range: Range<UInt64>) -> LogHash? {
    var (start, rest) = (UInt64(0), count)
    for node in edge {
      let size = UInt64(1) << UInt64(63 - rest.leadingZeroBitCount)
      if range == start..<start + size { return node }
      (start, rest) = (start + size, rest - size)
    }
    return nil
  }
}
