/// The leaves of a log, from which proofs are made; what retention removed is known by the edge that was kept of it.
///
/// It keeps 32 bytes an entry.
package struct MerkleLeaves: Sendable {
  /// What stands before the first leaf that is kept.
  package let prefix: MerkleTree
  /// The tree over everything.
  package private(set) var tree: MerkleTree
  private var leaves: [LogHash] = []

  /// Begins after a tree whose leaves are not kept.
  package init(after prefix: MerkleTree = MerkleTree()) { (self.prefix, tree) = (prefix, prefix) }

  /// Adds an entry.
  package mutating func append(_ leaf: LogHash) {
    leaves.append(leaf)
    tree.append(leaf)
  }

  /// The leaf hash of an entry, or `nil` when it is not kept.
  package func leaf(at index: UInt64) -> LogHash? {
    guard index >= prefix.count, index - prefix.count < UInt64(leaves.count) else { return nil }
    return leaves[Int(index - prefix.count)]
  }

  /// The root that the log had at a size, or `nil` when it is not known any more.
  package func root(at size: UInt64) -> LogHash? {
    guard size <= tree.count else { return nil }
    return size == 0 ? MerkleTree().root : node(0..<size)
  }

  /// Proves that an entry stands in the log.
  ///
  /// - Parameters:
  ///   - index: The place of the entry.
  ///   - size: The size of the log to prove it for; what it has now unless said otherwise.
  /// - Returns: The proof, or `nil` when the place or the size lie outside of the log, or retention removed what is needed.
  package func inclusion(of index: UInt64, at size: UInt64? = nil) -> InclusionProof? {
    let size = size ?? tree.count
    guard index < size, size <= tree.count else { return nil }
    var (path, range): ([LogHash], Range<UInt64>) = ([], 0..<size)
    while range.count > 1 {
      let middle = Self.middle(of: range)
      let (left, right) = (range.lowerBound..<middle, middle..<range.upperBound)
      let isLeft = index < middle
      guard let sibling = node(isLeft ? right : left) else { return nil }
      path.append(sibling)
      range = isLeft ? left : right
    }
    return InclusionProof(index: index, size: size, path: path.reversed())
  }

  /// Proves that the log at one size continues the log at an earlier one.
  ///
  /// - Parameters:
  ///   - first: The earlier size.
  ///   - second: The later size; what it has now unless said otherwise.
  /// - Returns: The proof, or `nil` when the sizes lie outside of the log, or retention removed what is needed.
  package func consistency(from first: UInt64, to second: UInt64? = nil) -> ConsistencyProof? {
    let second = second ?? tree.count
    guard first <= second, second <= tree.count else { return nil }
    guard first > 0, first < second else { return ConsistencyProof(first: first, second: second, path: []) }
    var (path, range, isWhole): ([LogHash], Range<UInt64>, Bool) = ([], 0..<second, true)
    while range.upperBound != first {
      let middle = Self.middle(of: range)
      let (left, right) = (range.lowerBound..<middle, middle..<range.upperBound)
      guard let sibling = node(first <= middle ? right : left) else { return nil }
      path.append(sibling)
      if first <= middle { range = left } else { (range, isWhole) = (right, false) }
    }
    if !isWhole {
      guard let rest = node(range) else { return nil }
      path.append(rest)
    }
    return ConsistencyProof(first: first, second: second, path: path.reversed())
  }

  /// The root of the subtree over some entries.
  private func node(_ range: Range<UInt64>) -> LogHash? {
    if range.lowerBound < prefix.count {
      if let known = prefix.subtree(range) { return known }
      guard range.upperBound > prefix.count else { return nil }
    } else if range.count == 1 {
      return leaf(at: range.lowerBound)
    }
    let middle = Self.middle(of: range)
    guard let left = node(range.lowerBound..<middle), let right = node(middle..<range.upperBound) else {
      return nil
    }
    return .node(left, right)
  }

  /// Where a tree over some entries is divided: after the largest power of two that leaves something.
  private static func middle(of range: Range<UInt64>) -> UInt64 {
    let count = range.upperBound - range.lowerBound
    return range.lowerBound + UInt64(1) << UInt64(63 - (count - 1).leadingZeroBitCount)
  }
}

extension MerkleLeaves {
  /// Reads the leaves of a log from its folder, without a reader's key.
  ///
  /// Headers are verified, and each segment must go on where the one before ended; whether the log is what it was is for
  /// the proofs to say. It waits for the disk, and keeps 32 bytes an entry.
  ///
  /// - Parameters:
  ///   - folder: The folder of the log.
  ///   - key: The key of the log.
  ///   - check: Called once a segment and every some thousand entries; what it throws ends the reading.
  /// - Throws: ``AuditLogError/key(_:)`` for another log, ``AuditLogError/format(_:)`` where something was changed,
  ///   ``AuditLogError/system(code:)``, and what `check` throws.
  package init(
    reading folder: LogFolder, verifiedBy key: LogKey, check: () throws(AuditLogError) -> Void
  ) throws(AuditLogError) {
    self.init()
    var link = LogHash.zero
    var block = FrameBlock()
    for (index, number) in try folder.segments().enumerated() {
      try check()
      var stream = try folder.stream(ofSegment: number)
      let header = try stream.header()
      guard header.key == key else { throw .key(.wrongKey) }
      // What retention removed is known by the edge that the first header keeps of it.
      if index == 0 {
        self = MerkleLeaves(after: header.position.tree)
        link = header.position.link
      }
      guard header.position.tree == tree, header.position.link == link, header.position.segment == number
      else {
        throw .format(.malformed(offset: 0))
      }
      link = header.leaf
      append(link)
      while case .frame(_, tree.count, let byteCount) = try stream.step(expecting: tree.count) {
        // because the frame lies within the stream's window during the call
        unsafe stream.withFrame(byteCount) { unsafe block.load($0, after: link) }
        link = block.leaf
        append(link)
        stream.skip(byteCount)
        if tree.count & 8191 == 0 { try check() }
      }
    }
  }
}
