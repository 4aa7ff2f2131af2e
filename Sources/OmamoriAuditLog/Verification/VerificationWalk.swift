import OmamoriCrypto

/// Goes through a log from its first segment to its last and stops where something is wrong.
struct VerificationWalk {
  var result: LogVerification
  private let verifier: LogVerifier
  private var watch: AnchorWatch
  private var tree = MerkleTree()
  private var link = LogHash.zero
  private var block = FrameBlock()
  private var content: [UInt8] = []
  private var milliseconds: UInt64 = 0
  /// The last entry that is more than a checkpoint or a close.
  private var lastContent: UInt64?
  private var lastKind: FrameKind?

  init(_ verifier: LogVerifier) {
    self.verifier = verifier
    watch = AnchorWatch(verifier)
    result = LogVerification(
      verdict: .openTail(since: 0, lastAnchor: nil), isContentAuthenticated: verifier.auditor != nil,
      root: MerkleTree().root)
  }

  /// Verifies the log in a folder; the answer stands in the result unless this throws it.
  mutating func go(through folder: LogFolder) throws(VerificationStop) {
    defer {
      (result.size, result.root, result.uncheckedAnchors) = (tree.count, tree.root, watch.unchecked)
    }
    let (pruned, hasNote) = try pruned(in: folder)
    let numbers = try segments(of: folder, after: pruned)
    var following = try numbers.first.map { number throws(VerificationStop) in try begin(number, in: folder) }
    if let first = following { try start(with: first.header, after: pruned, hasNote) }
    for (index, number) in numbers.enumerated() {
      guard let current = following else { break }
      following = nil
      if index + 1 < numbers.count {
        let next = numbers[index + 1]
        guard next == number + 1 else { throw .verdict(.missing(number + 1...next - 1)) }
        following = try begin(next, in: folder)
      }
      try check(current.header, current.stream, before: following?.header)
    }
    try finish()
  }

  /// The note about segments that retention removed; one that is wrong covers nothing.
  ///
  /// - Returns: The note, and whether something stands in its place.
  private func pruned(in folder: LogFolder) throws(VerificationStop) -> (PrunedSegments?, Bool) {
    do throws(AuditLogError) {
      let note = try folder.pruned(verifiedBy: verifier.key)
      return (note, note != nil)
    } catch {
      if case .system = error { throw .failure(error) }
      return (nil, true)
    }
  }

  /// The segments that are there, without those that retention was about to remove when it was interrupted.
  private func segments(
    of folder: LogFolder, after pruned: PrunedSegments?
  ) throws(VerificationStop) -> [UInt64] {
    let numbers = try VerificationStop.reading { () throws(AuditLogError) in try folder.segments() }
    guard let pruned, let first = numbers.first, first <= pruned.last,
      let next = numbers.first(where: { $0 > pruned.last }),
      let header = try? folder.header(ofSegment: next), pruned.isFollowed(by: header)
    else { return numbers }
    return numbers.filter { $0 > pruned.last }
  }

  /// Opens a segment and reads its header.
  private func begin(
    _ number: UInt64,
    in folder: LogFolder
  ) throws(VerificationStop) -> (header: SegmentHeader, stream: SegmentStream) {
    var stream: SegmentStream
    let header: SegmentHeader
    do throws(AuditLogError) {
      stream = try folder.stream(ofSegment: number)
      header = try stream.header()
    } catch {
      switch error {
      case .format(.unknownVersion), .system: throw .failure(error)
      default: throw .verdict(.tampered(segment: number, record: nil))
      }
    }
    guard header.key == verifier.key else { throw .verdict(.foreignKey(segment: number)) }
    guard header.position.segment == number else { throw .verdict(.tampered(segment: number, record: nil)) }
    return (header, stream)
  }

  /// Makes sure that the first segment that is there is the first of the log, or the first that retention left.
  private mutating func start(
    with header: SegmentHeader, after pruned: PrunedSegments?, _ hasNote: Bool
  ) throws(VerificationStop) {
    let number = header.position.segment
    if number == 0 {
      guard header.position == .beginning else { throw .verdict(.tampered(segment: 0, record: nil)) }
      // One that fits leaves out the first segment.
      if hasNote { throw .verdict(.tamperedNote) }
    } else {
      guard let pruned, pruned.isFollowed(by: header) else { throw .verdict(.missing(0...number - 1)) }
      result.prunedSegments = number
    }
    (tree, link) = (header.position.tree, header.position.link)
    try watch.begin(at: tree)
  }

  /// Verifies a segment, which must end where the next one says that it did.
  private mutating func check(
    _ header: SegmentHeader,
    _ stream: SegmentStream,
    before next: SegmentHeader?
  ) throws(VerificationStop) {
    let segment = header.position.segment
    var stream = stream
    var ratchet: Ratchet?
    let leaf = header.leaf
    if let auditor = verifier.auditor {
      do throws(AuditLogError) {
        ratchet = Ratchet(seed: try header.seed(with: auditor), header: leaf)
      } catch {
        if case .key = error { throw .verdict(.foreignKey(segment: segment)) }
        throw .verdict(.tampered(segment: segment, record: nil))
      }
    }
    see(header.milliseconds)
    lastContent = tree.count
    lastKind = nil
    try append(leaf)
    result.segments += 1
    let end = next?.position.tree.count
    reading: while true {
      if tree.count == end { break }
      let step = try VerificationStop.reading { () throws(AuditLogError) in
        try stream.step(expecting: tree.count)
      }
      switch step {
      case .frame(let kind, let sequence, let byteCount):
        guard lastKind != .close else { throw extra(segment, stream) }
        guard sequence == tree.count else { throw .verdict(.tampered(segment: segment, record: tree.count)) }
        unsafe stream.withFrame(byteCount) { unsafe block.load($0, after: link) }  // because it was measured
        guard isAuthentic(kind, &ratchet) else {
          throw .verdict(.tampered(segment: segment, record: sequence))
        }
        stream.skip(byteCount)
        lastKind = kind
        if !kind.isClear { lastContent = sequence }
        if kind == .event { result.events += 1 }
        try append(block.leaf)
      case .end, .incomplete:
        if let end {
          throw .verdict(.truncated(segment: segment, have: tree.count, expected: end))
        }
        if step == .incomplete, lastKind == .close { throw extra(segment, stream) }
        if step == .incomplete {
          result.incompleteBytes = try VerificationStop.reading { () throws(AuditLogError) in
            try stream.restByteCount()
          }
        }
        break reading
      case .damaged: throw .verdict(.tampered(segment: segment, record: tree.count))
      case .malformed: throw extra(segment, stream)
      }
    }
    if lastKind != .close { result.unclosedSegments += 1 }
    if let next { try check(stream, of: segment, endsBefore: next) }
  }

  /// Makes sure that a segment ends as the next header says, and that what a crash left is that.
  private mutating func check(
    _ stream: SegmentStream,
    of segment: UInt64,
    endsBefore next: SegmentHeader
  ) throws(VerificationStop) {
    guard next.position.tree == tree, next.position.link == link else {
      throw .verdict(.tampered(segment: segment, record: nil))
    }
    let (step, rest) = try VerificationStop.reading { () throws(AuditLogError) in
      var copy = stream
      return (try copy.step(expecting: tree.count), UInt64(try stream.restByteCount()))
    }
    let discarded = next.position.discarded
    if rest < discarded {
      throw .verdict(.truncated(segment: segment, have: tree.count, expected: tree.count))
    }
    guard rest == discarded, rest == 0 || (step == .incomplete && lastKind != .close) else {
      throw .verdict(.unauthenticatedBytes(segment: segment, offset: stream.offset))
    }
    result.discardedBytes += rest
  }

  /// Makes sure that the frame in the block is what was sealed there, and that its note says what the log is.
  private mutating func isAuthentic(_ kind: FrameKind, _ ratchet: inout Ratchet?) -> Bool {
    if let keys = ratchet {
      guard block.open(keys, sequence: tree.count, isClear: kind.isClear, into: &content) else {
        return false
      }
      ratchet?.advance()
      if !kind.isClear {
        see(content.prefix(FrameLayout.timeByteCount).reduce(0) { $0 << 8 | UInt64($1) })
      }
    }
    guard kind.isClear else { return true }
    guard let checkpoint = try? Checkpoint(note: block.clearContent, verifiedBy: verifier.key),
      checkpoint.size == tree.count, checkpoint.root == tree.root, watch.see(checkpoint)
    else { return false }
    see(checkpoint.milliseconds)
    result.lastCheckpoint = checkpoint
    return true
  }

  private mutating func append(_ leaf: LogHash) throws(VerificationStop) {
    tree.append(leaf)
    link = leaf
    try watch.compare(tree)
  }

  private mutating func see(_ time: UInt64) {
    if time < milliseconds, result.clockSetBack.count < LogVerification.maximumNamed {
      result.clockSetBack.append(tree.count)
    }
    milliseconds = time
  }

  private func extra(_ segment: UInt64, _ stream: SegmentStream) -> VerificationStop {
    .verdict(.unauthenticatedBytes(segment: segment, offset: stream.offset))
  }

  /// Says whether the end of the log is the end that the anchors know.
  private mutating func finish() throws(VerificationStop) {
    try watch.finish(at: tree)
    let covered = watch.covered
    let isConfirmed =
      if let lastContent, let confirmed = watch.confirmed { lastContent < confirmed } else { false }
    // Only a close that has the number itself ends the log: two checkpoints in a row may name the same one.
    result.verdict =
      (isConfirmed || watch.isEndCounted) && lastKind == .close && result.incompleteBytes == 0
      ? .complete : .openTail(since: covered ?? 0, lastAnchor: covered)
  }
}
