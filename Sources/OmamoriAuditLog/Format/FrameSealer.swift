public import OmamoriCore
import OmamoriCrypto

/// Writes one segment: gives the bytes of its header and of one frame after the other, and does no input or output.
///
/// What it gives must be written in that order. Each frame takes a step of the ratchet, so there is no way back to a key.
/// Not copyable, since two frames under one key would give both away; one thread at a time.
public struct FrameSealer: ~Copyable, Sendable {
  /// The header with which the segment begins.
  public let header: SegmentHeader
  /// The tree over all entries of the log with what was sealed.
  public private(set) var tree: MerkleTree
  /// Whether the close frame was sealed.
  public private(set) var isClosed = false
  private var link: LogHash
  private var ratchet: Ratchet
  private var block = FrameBlock()
  private let identity: LogIdentity

  /// Begins a segment.
  ///
  /// - Parameters:
  ///   - position: Where the log ends, from ``position`` of the last sealer or ``LogFolder/end(verifiedBy:)``.
  ///   - date: The time.
  ///   - readers: Whom the segment is sealed for, 1 to 4: the auditor, and a key of this machine for local reading.
  ///   - identity: The key of the log.
  ///   - randomness: The source of the seed, the operating system's unless a test says otherwise.
  /// - Throws: ``AuditLogError/key(_:)`` for a reader's key that is none, ``AuditLogError/core(_:)`` when there is no
  ///   randomness.
  public init(
    beginningAt position: LogPosition,
    on date: Date,
    for readers: [AuditorKey],
    signedBy identity: LogIdentity,
    randomness: some Randomness = SystemRandomness()
  ) throws(AuditLogError) {
    let (header, seed) = try SegmentHeader.make(
      at: position, milliseconds: LogTime.milliseconds(date), readers: readers, signedBy: identity,
      randomness: randomness)
    link = header.leaf
    ratchet = Ratchet(seed: seed, header: link)
    var tree = position.tree
    tree.append(link)
    (self.header, self.tree, self.identity) = (header, tree, identity)
  }

  /// The place that the next frame will have among the entries of the log.
  public var nextSequence: UInt64 { tree.count }

  /// Where the log ends with what was sealed, for the segment after this one.
  public var position: LogPosition {
    LogPosition(segment: header.position.segment + 1, tree: tree, link: link, discarded: 0)
  }

  /// Seals a frame.
  ///
  /// - Parameters:
  ///   - kind: What it holds; not `checkpoint` or `close`, for which there are methods.
  ///   - payload: The content, at most ``OpenedFrame/maximumPayload`` bytes.
  ///   - date: The time.
  /// - Returns: The bytes to write.
  /// - Throws: ``AuditLogError/event(_:)`` with ``EventFault/tooLarge(limit:)``, or ``AuditLogError/storage(_:)`` with
  ///   ``LogStorageFault/closed`` after the end of the segment.
  public mutating func seal(
    _ kind: FrameKind, _ payload: [UInt8], on date: Date
  ) throws(AuditLogError) -> [UInt8] {
    var frame: [UInt8] = []
    try seal(kind, payload, on: date, to: &frame)
    return frame
  }

  /// Seals a frame and adds its bytes to others.
  mutating func seal(
    _ kind: FrameKind, _ payload: [UInt8], on date: Date, to output: inout [UInt8]
  ) throws(AuditLogError) {
    guard !kind.isClear else { throw .format(.malformed(offset: 4)) }
    guard payload.count <= OpenedFrame.maximumPayload else {
      throw .event(.tooLarge(limit: OpenedFrame.maximumPayload))
    }
    try append(kind, LogTime.milliseconds(date), payload, to: &output)
  }

  /// Seals a checkpoint over everything until now.
  ///
  /// - Parameters:
  ///   - date: The time.
  ///   - counter: What a counter outside of the log is going to stand at: write the frame first, then increment.
  /// - Returns: The bytes to write, and the checkpoint to hand to the anchors once they are on the disk.
  /// - Throws: ``AuditLogError/storage(_:)`` with ``LogStorageFault/closed`` after the end of the segment.
  public mutating func sealCheckpoint(
    on date: Date, counter: UInt64? = nil
  ) throws(AuditLogError) -> (bytes: [UInt8], checkpoint: Checkpoint) {
    let checkpoint = try checkpoint(on: date, counter: counter)
    var frame: [UInt8] = []
    try append(.checkpoint, nil, checkpoint.note, to: &frame)
    return (frame, checkpoint)
  }

  /// Seals the end of the segment.
  ///
  /// - Parameters:
  ///   - date: The time.
  ///   - counter: What a counter outside of the log is going to stand at: write the frame first, then increment.
  /// - Returns: The bytes to write, and a checkpoint over them and everything before, to hand to the anchors.
  /// - Throws: ``AuditLogError/storage(_:)`` with ``LogStorageFault/closed`` after the end of the segment.
  public mutating func sealClose(
    on date: Date, counter: UInt64? = nil
  ) throws(AuditLogError) -> (bytes: [UInt8], checkpoint: Checkpoint) {
    var frame: [UInt8] = []
    try append(.close, nil, try checkpoint(on: date, counter: counter).note, to: &frame)
    isClosed = true
    return (frame, try checkpoint(on: date, counter: counter))
  }

  /// Signs a checkpoint over everything until now without a frame for it.
  ///
  /// - Parameters:
  ///   - date: The time.
  ///   - counter: What a counter outside of the log stands at.
  /// - Returns: The checkpoint.
  /// - Throws: ``AuditLogError/key(_:)`` when the key of the log does not sign.
  public func checkpoint(on date: Date, counter: UInt64? = nil) throws(AuditLogError) -> Checkpoint {
    try Checkpoint(
      size: tree.count, root: tree.root, milliseconds: LogTime.milliseconds(date), counter: counter,
      signedBy: identity)
  }

  private mutating func append(
    _ kind: FrameKind, _ milliseconds: UInt64?, _ payload: [UInt8], to output: inout [UInt8]
  ) throws(AuditLogError) {
    guard !isClosed else { throw .storage(.closed) }
    guard tree.count < MerkleTree.maximumCount else { throw .storage(.full) }
    guard block.seal(kind, tree.count, milliseconds, payload, after: link, ratchet) else {
      throw .cryptography(.backend(code: 0))
    }
    block.appendFrame(to: &output)
    ratchet.advance()
    link = block.leaf
    tree.append(link)
  }
}
