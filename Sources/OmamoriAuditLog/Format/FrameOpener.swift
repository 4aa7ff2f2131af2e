import OmamoriCore
import OmamoriCrypto

/// Reads the frames of one segment with the key of a reader, one after the other from the first.
///
/// A copy goes on independently. One thread at a time; safe to send between threads.
public struct FrameOpener: Sendable {
  /// The header of the segment.
  public let header: SegmentHeader
  private var ratchet: Ratchet
  /// The leaf hash of the last entry that was opened, or of the header.
  private(set) var link: LogHash
  /// The place that the next frame must have among the entries of the log.
  public private(set) var nextSequence: UInt64
  private var block = FrameBlock()
  private var content: [UInt8] = []

  /// Opens the seed of a segment.
  ///
  /// - Parameters:
  ///   - header: The header, which was verified to be of the right log.
  ///   - identity: The key of the auditor, or the one for local reading.
  /// - Throws: ``AuditLogError/key(_:)`` with ``LogKeyFault/wrongKey`` when the segment is not sealed for this reader, and
  ///   ``AuditLogError/cryptography(_:)`` when the header was changed.
  public init(_ header: SegmentHeader, with identity: AuditorIdentity) throws(AuditLogError) {
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
  public mutating func open(_ frame: Frame) throws(AuditLogError) -> OpenedFrame {
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
