@testable import OmamoriAuditLog
import OmamoriCore

/// Headers of segments are read as what they are or refused; there is one spelling for each.
func fuzzAuditLogHeader(_ bytes: [UInt8]) {
  guard let header = try? SegmentHeader(unverified: bytes) else { return }
  expect(header.encoded == bytes, "one spelling for each header")
  expect(header.position.tree.count >= UInt64(header.position.tree.edge.count), "an edge that fits")
  expect(1...SegmentHeader.maximumReaders ~= header.readers.count, "the number of readers is bounded")
  _ = try? SegmentHeader(decoding: bytes)
}
