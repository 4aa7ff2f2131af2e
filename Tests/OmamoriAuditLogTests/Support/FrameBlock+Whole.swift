@testable import OmamoriAuditLog

extension FrameBlock {
  /// Seals a frame with a content that somebody else put together: with its time, or as it should never be.
  ///
  /// - Returns: The bytes of the frame, or `nil` when the library fails.
  mutating func seal(
    _ kind: FrameKind, _ sequence: UInt64, _ content: [UInt8], after link: LogHash, _ ratchet: Ratchet
  ) -> [UInt8]? {
    guard seal(kind, sequence, nil, content, after: link, ratchet) else { return nil }
    var frame: [UInt8] = []
    appendFrame(to: &frame)
    return frame
  }
}
