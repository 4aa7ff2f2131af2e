/// How a log ends, found out from its last segment alone: what a new run needs to go on with it.
package struct LogEnd: Sendable, Hashable {
  /// What stands after the last whole frame.
  package enum Rest: Sendable, Hashable {
    /// Nothing.
    case nothing
    /// A frame of which the end was not written: what a crash leaves.
    case incomplete(byteCount: Int)
    /// Bytes that no crash explains. They stay where they are, and the verifier will report them.
    case unexplained(byteCount: Int)
  }

  /// The position for the next segment; its header makes the rest of the last segment void.
  package let position: LogPosition
  /// Whether the last frame closes its segment.
  package let isClosed: Bool
  /// What stands after the last whole frame.
  package let rest: Rest
  /// The last checkpoint of the segment.
  package let checkpoint: Checkpoint?
  /// The last one that names the number of a counter.
  let counted: Checkpoint?

  private static let counter = Array("counter ".utf8)

  /// Goes through a segment without a reader's key.
  ///
  /// - Throws: ``AuditLogError/key(_:)`` with ``LogKeyFault/wrongKey`` for the segment of another log, and what reading it
  ///   throws.
  init(_ stream: consuming SegmentStream, verifiedBy key: LogKey) throws(AuditLogError) {
    let header = try stream.header()
    guard header.key == key else { throw .key(.wrongKey) }
    var (tree, link) = (header.position.tree, header.leaf)
    tree.append(link)
    var (block, last, rest): (FrameBlock, FrameKind?, Rest) = (FrameBlock(), nil, .nothing)
    var (note, counting): ([UInt8]?, [UInt8]?) = (nil, nil)
    reading: while true {
      let step = try stream.step(expecting: tree.count)
      switch step {
      case .frame(let kind, tree.count, let byteCount) where last != .close:
        unsafe stream.withFrame(byteCount) { unsafe block.load($0, after: link) }  // because it was measured
        link = block.leaf
        tree.append(link)
        last = kind
        if kind.isClear {
          let content = block.clearContent
          note = content
          if content.split(separator: UInt8(ascii: "\n")).contains(where: { $0.starts(with: Self.counter) }) {
            counting = content
          }
        }
        stream.skip(byteCount)
      case .end: break reading
      default:
        let byteCount = try stream.restByteCount()
        rest = step == .incomplete ? .incomplete(byteCount: byteCount) : .unexplained(byteCount: byteCount)
        break reading
      }
    }
    let discarded: Int
    switch rest {
    case .nothing: discarded = 0
    case .incomplete(let byteCount), .unexplained(let byteCount): discarded = byteCount
    }
    position = LogPosition(
      segment: header.position.segment + 1, tree: tree, link: link, discarded: UInt64(discarded))
    checkpoint = note.flatMap { try? Checkpoint(note: $0, verifiedBy: key) }
    counted = counting.flatMap { try? Checkpoint(note: $0, verifiedBy: key) }
    (isClosed, self.rest) = (last == .close, rest)
  }
}

extension LogFolder {
  /// Finds out how the log ends.
  ///
  /// - Parameter key: The key of the log.
  /// - Returns: The end, or `nil` when there is no segment yet.
  /// - Throws: ``AuditLogError/key(_:)`` with ``LogKeyFault/wrongKey`` for another log, ``AuditLogError/format(_:)`` or
  ///   ``AuditLogError/cryptography(_:)`` when the last header was changed, ``AuditLogError/system(code:)``.
  package func end(verifiedBy key: LogKey) throws(AuditLogError) -> LogEnd? {
    guard let last = try segments().last else { return nil }
    let end = try LogEnd(stream(ofSegment: last), verifiedBy: key)
    guard end.position.segment - 1 == last else { throw .format(.malformed(offset: 0)) }
    return end
  }
}
