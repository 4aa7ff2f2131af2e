import OmamoriCore
@testable import OmamoriAuditLog

/// Records and cursors are read as what they are or refused, and texts are looked through without a crash.
func fuzzAuditRecords(_ bytes: [UInt8]) {
  if let record = try? AuditRecord(decoding: bytes) {
    expect((try? record.encoded()) == bytes, "one spelling for each record")
  }
  if let cursor = try? DeliveryCursor(decoding: bytes) {
    expect(cursor.encoded == bytes, "one spelling for each cursor")
  }
  let text = String(decoding: bytes, as: UTF8.self)
  let found = SecretFinder.secrets(in: text, Set(SecretShape.allCases))
  expect(
    zip(found, found.dropFirst()).allSatisfy { $0.0.upperBound <= $1.0.lowerBound }, "secrets do not overlap")
}
