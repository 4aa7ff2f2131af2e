import OmamoriCore

/// Reads what a log holds, one frame after the other and in little memory, with the key of a reader.
///
/// Every frame is authenticated and every segment must go on from the one before; whether the log is complete is what
/// ``LogVerifier`` says. A copy goes on independently. One thread at a time; reading may wait for the disk.
package struct LogReader: Sendable {
  private let folder: LogFolder
  private let key: LogKey
  private let identity: AuditorIdentity
  private var stream: SegmentStream?
  private var opener: FrameOpener?
  private var next: UInt64

  /// Begins at a segment.
  ///
  /// - Parameters:
  ///   - folder: The folder of the log.
  ///   - key: The key of the log.
  ///   - identity: The auditor's key, or that for local reading.
  ///   - segment: The segment to begin with; the first that is there unless said otherwise.
  /// - Throws: ``AuditLogError/system(code:)`` when the folder cannot be read.
  package init(
    _ folder: LogFolder,
    key: LogKey,
    identity: AuditorIdentity,
    fromSegment segment: UInt64? = nil
  ) throws(AuditLogError) {
    (self.folder, self.key, self.identity) = (folder, key, identity)
    if let segment { next = segment } else { next = try folder.segments().first ?? 0 }
  }

  /// The header of the segment that was reached.
  package var header: SegmentHeader? { opener?.header }

  /// Reads the next frame.
  ///
  /// - Returns: The frame, or `nil` at the end of the log; ask again later, when more may have been appended.
  /// - Throws: ``AuditLogError/format(_:)`` and ``AuditLogError/cryptography(_:)`` where something was changed,
  ///   ``AuditLogError/key(_:)`` for another log or another reader, ``AuditLogError/system(code:)``.
  package mutating func readNext() throws(AuditLogError) -> OpenedFrame? {
    while true {
      if let frame = try nextFrame() { return frame }
      guard try beginNextSegment() else { return nil }
    }
  }

  /// The next frame of the segment, or `nil` when it has no more for now.
  private mutating func nextFrame() throws(AuditLogError) -> OpenedFrame? {
    guard let sequence = opener?.nextSequence, let step = try stream?.step(expecting: sequence) else {
      return nil
    }
    switch step {
    case .end, .incomplete: return nil
    case .damaged, .malformed: throw .format(.malformed(offset: stream?.offset ?? 0))
    case .frame(let kind, let sequence, let byteCount):
      let frame = Frame(kind: kind, sequence: sequence, encoded: stream?.frame(byteCount) ?? [])
      let opened = try opener?.open(frame)
      stream?.skip(byteCount)
      return opened
    }
  }

  /// Goes on to the segment after this one, when it is there.
  private mutating func beginNextSegment() throws(AuditLogError) -> Bool {
    guard FileManager.default.fileExists(atPath: folder.path(ofSegment: next)) else { return false }
    var stream = try folder.stream(ofSegment: next)
    let header = try stream.header()
    guard header.key == key else { throw .key(.wrongKey) }
    guard header.position.segment == next, opener == nil || header.position.link == opener?.link,
      opener == nil || header.position.tree.count == opener?.nextSequence
    else { throw .format(.malformed(offset: 0)) }
    opener = try FrameOpener(header, with: identity)
    self.stream = stream
    next += 1
    return true
  }
}
