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
