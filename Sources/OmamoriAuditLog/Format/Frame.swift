/// A frame as it stands in a segment: whole, with a good checksum, and not yet authenticated.
///
/// A value; safe to share between threads.
public struct Frame: Sendable, Hashable {
  /// What it says that it holds.
  public let kind: FrameKind
  /// The place that it says it has among the entries of the log.
  public let sequence: UInt64
  /// All bytes.
  public let encoded: [UInt8]

  /// Reads the frame that some bytes are.
  ///
  /// - Parameter bytes: The frame and nothing else.
  /// - Throws: ``AuditLogError/format(_:)``.
  public init(decoding bytes: [UInt8]) throws(AuditLogError) {
    // because the buffer is only read during the call
    let scan = unsafe bytes.withUnsafeBytes { unsafe FrameLayout.scan($0, expecting: 0) }
    guard !bytes.isEmpty, case .whole(let kind, let sequence, bytes.count) = scan else {
      throw .format(.malformed(offset: 0))
    }
    (self.kind, self.sequence, encoded) = (kind, sequence, bytes)
  }

  /// Takes over a frame that was looked at.
  init(kind: FrameKind, sequence: UInt64, encoded: [UInt8]) {
    (self.kind, self.sequence, self.encoded) = (kind, sequence, encoded)
  }

  /// The note of a checkpoint or close frame, which says nothing until it was verified; `nil` for the other kinds.
  public var note: [UInt8]? {
    guard kind.isClear else { return nil }
    let end = encoded.count - FrameLayout.checksumByteCount - FrameLayout.tagByteCount
    return Array(encoded[FrameLayout.headByteCount..<end])
  }
}
