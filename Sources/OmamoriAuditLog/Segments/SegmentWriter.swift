import OmamoriCore

/// Writes the frames of one segment to its file: what was sealed, then one write and one flush for all of it.
///
/// One thread at a time.
final class SegmentWriter {
  private var sealer: FrameSealer
  private let file: any LogFile
  private var pending: [UInt8] = []
  /// The size of the file with what was given to it or handed on.
  private var givenSize: Int

  /// Begins a segment: its file is there, with its header, when this returns.
  init(
    at position: LogPosition,
    on date: Date,
    for readers: [AuditorKey],
    signedBy identity: LogIdentity,
    in storage: any LogStorage
  ) throws(AuditLogError) {
    sealer = try FrameSealer(beginningAt: position, on: date, for: readers, signedBy: identity)
    let header = sealer.header
    file = try storage.create(
      LogFolder.name(ofSegment: header.position.segment), with: header.encoded)
    givenSize = file.size
  }

  /// The number of the segment.
  var segment: UInt64 { sealer.header.position.segment }
  /// The place of the header among the entries of the log.
  var firstSequence: UInt64 { sealer.header.position.tree.count }
  /// When the segment began, in milliseconds since 1970.
  var milliseconds: UInt64 { sealer.header.milliseconds }
  /// The number that the next frame gets.
  var nextSequence: UInt64 { sealer.nextSequence }
  /// Where the next segment begins.
  var position: LogPosition { sealer.position }
  /// The size of the file with what was sealed.
  var size: Int { givenSize + pending.count }

  /// Seals a frame, which is durable after ``flush()``.
  ///
  /// - Returns: Its number.
  func seal(
    _ kind: FrameKind, _ payload: [UInt8], on date: Date
  ) throws(AuditLogError) -> UInt64 {
    let number = sealer.nextSequence
    try sealer.seal(kind, payload, on: date, to: &pending)
    return number
  }

  /// Seals a checkpoint over everything before it.
  func sealCheckpoint(on date: Date, counter: UInt64?) throws(AuditLogError) {
    pending += try sealer.sealCheckpoint(on: date, counter: counter).bytes
  }

  /// Seals the end of the segment.
  func sealClose(on date: Date, counter: UInt64?) throws(AuditLogError) {
    pending += try sealer.sealClose(on: date, counter: counter).bytes
  }

  /// A checkpoint over everything that was sealed, for the anchors.
  func checkpoint(on date: Date, counter: UInt64?) throws(AuditLogError) -> Checkpoint {
    try sealer.checkpoint(on: date, counter: counter)
  }

  /// Brings what was sealed to the disk.
  func flush() throws(AuditLogError) {
    guard !pending.isEmpty else { return }
    try file.append(pending)
    try file.synchronize()
    givenSize += pending.count
    pending.removeAll(keepingCapacity: true)
  }

  /// Hands on what was sealed, to be written in this order.
  ///
  /// - Parameter take: Takes it over and gives memory for the next frames.
  func hand(_ take: (any LogFile, [UInt8]) -> [UInt8]) {
    givenSize += pending.count
    pending = take(file, pending)
  }

  /// Gives the file back.
  func close() { file.close() }
}
