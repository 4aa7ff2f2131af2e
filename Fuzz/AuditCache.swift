import OmamoriCore
@testable import AuditEngine

/// Any bytes are read as a cache or refused, and what was read is written and read again as the same.
func fuzzAuditCache(_ bytes: [UInt8]) {
  _ = try? CacheEntries.entries(of: CacheEntries.start + bytes)
  var reader = CacheReader(bytes[...])
  guard let result = try? reader.value(FileResult.self) else { return }
  var writer = CacheWriter()
  writer.write(result)
  var again = CacheReader(writer.bytes[...])
  guard let second = try? again.value(FileResult.self) else {
    expect(false, "what was written can be read")
    return
  }
  expect(again.isAtEnd, "everything is read")
  expect(second.findings == result.findings && second.exports == result.exports, "the same comes back")
}
