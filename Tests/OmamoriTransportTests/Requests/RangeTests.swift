import OmamoriCore
@testable import OmamoriTransport
@testable import OmamoriTransportCurl
import Testing

/// What a download that goes on reads of responses and of its own record.
@Suite("Parts of responses")
struct RangeTests {
  @Test func partsAreRead() throws {
    let range = try #require(ContentRange("bytes 100-199/200"))
    #expect((range.first, range.last, range.total) == (100, 199, 200))
  }

  @Test(arguments: [
    "", "bytes", "bytes 0-1/*", "bytes */200", "bytes 1-0/2", "bytes 0-2/2", "bytes 0-1/2/3", "bytes -1/2",
    "bytes 0-/2", "bytes 0-1", "items 0-1/2", "bytes +0-1/2", "bytes 0-1/ 2", "bytes 0-9223372036854775808/1",
    "bytes 0--1/2", "bytes ٠-١/٢",
  ])
  func otherTextIsNoPart(_ text: String) {
    #expect(ContentRange(text) == nil)
  }

  @Test(arguments: [
    ("ETag", "\"a\"", true), ("ETag", "\"\"", true), ("ETag", "W/\"a\"", false), ("ETag", "a", false),
    ("ETag", "\"a\"b\"", false), ("ETag", "\"a b\"", false), ("ETag", "\"é\"", false), ("ETag", "\"", false),
    ("Last-Modified", "Sun, 06 Nov 1994 08:48:37 GMT", true),
    ("Last-Modified", "Sun, 06 Nov 1994 08:48:38 GMT", false), ("Last-Modified", "yesterday", false),
  ])
  func onlyStrongValidatorsCount(_ name: String, _ value: String, _ isStrong: Bool) throws {
    var fields = try ResponseFields(["Date": "Sun, 06 Nov 1994 08:49:37 GMT"])
    try fields.append(Array("\(name): \(value)".utf8))
    #expect((StrongValidator(fields) != nil) == isStrong)
    // A weak tag is not made up for by a date, nor is one of two tags (RFC 9110, section 13.1.5).
    if name == "ETag", !isStrong {
      try fields.append(Array("Last-Modified: Sun, 06 Nov 1994 08:00:00 GMT".utf8))
      #expect(StrongValidator(fields) == nil)
    }
    try fields.append(Array("\(name): \(value)".utf8))
    #expect(StrongValidator(fields) == nil)
  }

  @Test func aRecordIsReadOnlyWhole() throws {
    let url = try RequestURL("https://a.example/x?token=hidden")
    let validator = try #require(StrongValidator("\"v1\""))
    let record = PartialRecord(url, validator, size: 1234)
    #expect(PartialRecord(record.bytes) == record && record.isOf(url))
    #expect(!record.isOf(try RequestURL("https://a.example/y")))
    #expect(!String(decoding: record.bytes, as: UTF8.self).contains("hidden"))
    for place in record.bytes.indices {
      var changed = record.bytes
      changed[place] ^= 1
      #expect(PartialRecord(changed) == nil)
      #expect(PartialRecord(Array(record.bytes[..<place])) == nil)
    }
  }
}
