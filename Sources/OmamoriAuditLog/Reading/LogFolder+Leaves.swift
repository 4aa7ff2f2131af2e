extension LogFolder {
  /// The leaves of the log, from which proofs are made.
  ///
  /// Frames are not authenticated here: what a proof leads to is compared with a checkpoint. It takes 32 bytes of memory
  /// an entry.
  ///
  /// - Parameter key: The key of the log.
  /// - Returns: The leaves that retention has left, up to the last whole frame.
  /// - Throws: ``AuditLogError/key(_:)`` for another log, ``AuditLogError/format(_:)`` where a segment does not go on from
  ///   the one before, ``AuditLogError/system(code:)``.
  public func leaves(verifiedBy key: LogKey) throws(AuditLogError) -> MerkleLeaves {
    var (leaves, link, block): (MerkleLeaves?, LogHash, FrameBlock) = (nil, .zero, FrameBlock())
    for number in try segments() {
      var stream = try stream(ofSegment: number)
      let header = try stream.header()
      guard header.key == key else { throw .key(.wrongKey) }
      var known = leaves ?? MerkleLeaves(after: header.position.tree)
      guard known.tree == header.position.tree, leaves == nil || header.position.link == link else {
        throw .format(.malformed(offset: 0))
      }
      link = header.leaf
      known.append(link)
      while case .frame(_, known.tree.count, let byteCount) = try stream.step(expecting: known.tree.count) {
        // because the frame was measured
        unsafe stream.withFrame(byteCount) { unsafe block.load($0, after: link) }
        link = block.leaf
        known.append(link)
        stream.skip(byteCount)
      }
      leaves = known
    }
    return leaves ?? MerkleLeaves()
  }
}
