import OmamoriCore

/// What a log's files say of its past, read without a reader's key.
///
/// Calls wait for the disk.
struct LogHistory: Sendable {
  let folder: LogFolder
  let storage: any LogStorage
  let index: SegmentIndex

  /// The root that the log had at a size; `nil` when retention removed that part.
  ///
  /// - Throws: ``AuditLogError/anchor(_:)`` with ``AnchorFault/mismatch`` when the files do not go so far without a fault.
  func root(at size: UInt64) throws(AuditLogError) -> LogHash? {
    if size == 0 { return MerkleTree().root }
    guard let number = try index.segment(of: size - 1, storage) else { return nil }
    var stream = try folder.stream(ofSegment: number)
    let header = try stream.header()
    var (tree, link) = (header.position.tree, header.leaf)
    tree.append(link)
    var block = FrameBlock()
    while tree.count < size {
      guard case .frame(_, tree.count, let byteCount) = try stream.step(expecting: tree.count) else {
        throw .anchor(.mismatch)
      }
      // because the frame lies within the stream's window during the call
      unsafe stream.withFrame(byteCount) { unsafe block.load($0, after: link) }
      link = block.leaf
      tree.append(link)
      stream.skip(byteCount)
    }
    guard tree.count == size else { throw .anchor(.mismatch) }
    return tree.root
  }

  /// The newest checkpoint that names the number of a counter, in the segments up to one.
  func newestCount(upTo last: UInt64, of key: LogKey) throws(AuditLogError) -> Checkpoint? {
    for number in try folder.segments().reversed() where number <= last {
      let end = try LogEnd(folder.stream(ofSegment: number), verifiedBy: key)
      if let counted = end.counted { return counted }
    }
    return nil
  }

  /// Entries as they stand in the files, headers among them.
  ///
  /// - Parameter range: The entries.
  /// - Returns: The entries without gaps, from the first one that is still there.
  /// - Throws: What reading the files throws.
  func allEntries(in range: Range<UInt64>) throws(AuditLogError) -> [[UInt8]] {
    var entries: [[UInt8]] = []
    var next = range.lowerBound
    while next < range.upperBound {
      let part = try self.entries(in: next..<range.upperBound)
      // What retention removed had been acknowledged, or was given up.
      if part.isEmpty { next += 1 }
      entries += part
      next += UInt64(part.count)
    }
    return entries
  }

  /// The entries of a range that stand in one segment, from the first one on.
  private func entries(in range: Range<UInt64>) throws(AuditLogError) -> [[UInt8]] {
    guard let number = try index.segment(of: range.lowerBound, storage) else { return [] }
    var stream = try folder.stream(ofSegment: number)
    let header = try stream.header()
    var sequence = header.position.tree.count
    var entries = sequence == range.lowerBound ? [header.encoded] : []
    sequence += 1
    while sequence < range.upperBound,
      case .frame(_, sequence, let byteCount) = try stream.step(expecting: sequence)
    {
      if sequence >= range.lowerBound { entries.append(stream.frame(byteCount)) }
      stream.skip(byteCount)
      sequence += 1
    }
    return entries
  }
}

/// What a run found of the one before that was not closed: the content of a `recovered` frame.
///
/// A byte that says what stood after the last whole frame (0 nothing, 1 the beginning of a frame, 2 something that no
/// crash explains) and the number of bytes of it, of eight bytes.
struct RecoveryNote: Sendable, Hashable {
  /// The content of the frame.
  let encoded: [UInt8]

  /// Says what was found.
  init(_ end: LogEnd) {
    let kind: UInt8 =
      switch end.rest {
      case .nothing: 0
      case .incomplete: 1
      case .unexplained: 2
      }
    var bytes = [kind]
    bytes.append(bigEndian: end.position.discarded)
    encoded = bytes
  }
}
