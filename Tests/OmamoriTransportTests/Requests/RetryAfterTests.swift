import Foundation
@testable import OmamoriTransport
@testable import OmamoriTransportCurl
import Testing

/// The field by which a server asks to be left alone.
@Suite("Retry-After")
struct RetryAfterTests {
  private let now = Date(timeIntervalSince1970: 784_111_777)

  @Test(
    "Seconds and moments are read",
    arguments: [
      ("0", 0), ("120", 120), ("Sun, 06 Nov 1994 08:49:37 GMT", 0), ("Sun, 06 Nov 1994 08:50:37 GMT", 60),
      ("Sat, 05 Nov 1994 08:49:37 GMT", 0), ("99999999999999999999", 86_400), ("86401", 86_400),
      ("Thu, 29 Feb 2096 00:00:00 GMT", 86_400),
    ])
  func read(_ value: String, _ seconds: Int) {
    #expect(RetryAfter.duration([value], now: now) == .seconds(seconds))
  }

  @Test(
    "Anything else says nothing",
    arguments: [
      "", "-1", "1.5", "soon", "+3", "1 2", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 JST",
      "Sun, 06 Nov 1994 25:49:37 GMT", "Sun, 06 Foo 1994 08:49:37 GMT", "Sun, 00 Nov 1994 08:49:37 GMT",
      "Sun, 06 Nov 1994 08:49:37GMT ", "١٢", String(repeating: "9", count: 40),
    ])
  func refused(_ value: String) {
    #expect(RetryAfter.duration([value], now: now) == nil)
    #expect(RetryAfter.duration(["1", "2"], now: now) == nil)
  }
}
