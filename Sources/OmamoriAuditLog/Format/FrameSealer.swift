package import OmamoriCore
import OmamoriCrypto

/// Writes one segment: gives the bytes of its header and of one frame after the other, and does no input or output.
///
/// What it gives must be written in that order. Each frame takes a step of the ratchet, so there is no way back to a key.
/// Not copyable, since two frames under one key would give both away; one thread at a time.
package struct FrameSealer: ~Copyable, Sendable {
  /// The header with which the segment begins.
  package let header: SegmentHeader
  /// The tree over all entries of the log with what was sealed.
  package private(set) var tree: MerkleTree
  /// Whether the close frame was sealed.
  package private(set) var isClosed = false
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
  package init(
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
  package var nextSequence: UInt64 { tree.count }

  /// Where the log ends with what was sealed, for the segment after this one.
  package var position: LogPosition {
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
  package mutating func seal(
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
  package mutating func sealCheckpoint(
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
  package mutating func sealClose(
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
  package func checkpoint(on date: Date, counter: UInt64? = nil) throws(AuditLogError) -> Checkpoint {
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

/// Reads the frames of one segment with the key of a reader, one after the other from the first.
///
/// A copy goes on independently. One thread at a time; safe to send between threads.
package struct FrameOpener: Sendable {
  /// The header of the segment.
  package let header: SegmentHeader
  private var ratchet: Ratchet
  /// The leaf hash of the last entry that was opened, or of the header.
  private(set) var link: LogHash
  /// The place that the next frame must have among the entries of the log.
  package private(set) var nextSequence: UInt64
  private var block = FrameBlock()
  private var content: [UInt8] = []

  /// Opens the seed of a segment.
  ///
  /// - Parameters:
  ///   - header: The header, which was verified to be of the right log.
  ///   - identity: The key of the auditor, or the one for local reading.
  /// - Throws: ``AuditLogError/key(_:)`` with ``LogKeyFault/wrongKey`` when the segment is not sealed for this reader, and
  ///   ``AuditLogError/cryptography(_:)`` when the header was changed.
  package init(_ header: SegmentHeader, with identity: AuditorIdentity) throws(AuditLogError) {
    self.header = header
    link = header.leaf
    ratchet = Ratchet(seed: try header.seed(with: identity), header: link)
    nextSequence = header.position.tree.count + 1
  }

  /// Opens the next frame.
  ///
  /// - Parameter frame: The frame that stands after the last one that was opened.
  /// - Returns: What it holds.
  /// - Throws: ``AuditLogError/cryptography(_:)`` with `authenticationFailed` when it is not what was sealed there; the
  ///   opener stays where it was.
  package mutating func open(_ frame: Frame) throws(AuditLogError) -> OpenedFrame {
    // because the buffer is only read during the call
    unsafe frame.encoded.withUnsafeBytes { unsafe block.load($0, after: link) }
    guard frame.sequence == nextSequence,
      block.open(ratchet, sequence: nextSequence, isClear: frame.kind.isClear, into: &content)
    else { throw .cryptography(.authenticationFailed) }
    ratchet.advance()
    link = block.leaf
    nextSequence += 1
    if let note = frame.note {
      return OpenedFrame(kind: frame.kind, sequence: frame.sequence, milliseconds: nil, payload: note)
    }
    let time = content.prefix(FrameLayout.timeByteCount).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return OpenedFrame(
      kind: frame.kind, sequence: frame.sequence, milliseconds: time,
      payload: Array(content[FrameLayout.timeByteCount..<block.contentByteCount]))
  }
}

/// The 12 bytes of the nonce of a frame: four zeros and the sequence, its most significant byte first.
struct FrameNonce: BitwiseCopyable {
  private let words: (UInt32, UInt32, UInt32)

  init(_ sequence: UInt64) {
    words = (
      0, UInt32(truncatingIfNeeded: sequence >> 32).bigEndian, UInt32(truncatingIfNeeded: sequence).bigEndian
    )
  }
}

/// The keys of the frames of a segment: each step gives the key of one frame and the key of the next step, and forgets
/// where it came from.
///
/// Who takes the memory of the process learns the keys of frames to come, not those of frames that were written. A copy
/// keeps its keys, so do not keep one. A value; safe to send between threads.
package struct Ratchet: Sendable {
  /// The number of bytes of a key.
  static let keyByteCount = 32
  private static let first = Data("omamori-audit-log v1 first".utf8)
  private static let next = Data("omamori-audit-log v1 next".utf8)

  /// The key of the frame and the key of the next step, in locked memory.
  private var keys: SymmetricKey

  /// Begins with the seed of a segment, bound to its header and with that to everything before it.
  init(seed: SymmetricKey, header: LogHash) {
    keys = HKDF<SHA512>.deriveKey(
      inputKeyMaterial: seed, salt: header.bytes, info: Self.first, outputByteCount: 2 * Self.keyByteCount)
  }

  /// Goes on to the next frame; the key of the last one is wiped.
  mutating func advance() {
    // because the buffer is only read during the call
    keys = unsafe keys.withUnsafeBytes { keys in
      unsafe HKDF<SHA512>.expand(
        pseudoRandomKey: UnsafeRawBufferPointer(rebasing: keys[Self.keyByteCount...]), info: Self.next,
        outputByteCount: 2 * Self.keyByteCount)
    }
  }

  /// Calls `body` with the key of the frame.
  func withKey<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
    // because the caller promises not to keep the pointer
    try unsafe keys.withUnsafeBytes { keys in
      try unsafe body(UnsafeRawBufferPointer(rebasing: keys[..<Self.keyByteCount]))
    }
  }
}
