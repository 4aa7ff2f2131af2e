import OmamoriCore
import Testing

@testable import OmamoriRelay

/// What is sent.
@Suite("HTTPResponse")
struct HTTPResponseTests {
  /// From `date -u -d @N '+%a, %d %b %Y %T GMT'`.
  static let dates: [(Double, String)] = [
    (0, "Thu, 01 Jan 1970 00:00:00 GMT"), (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"),
    (951_782_399, "Mon, 28 Feb 2000 23:59:59 GMT"), (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"),
    (1_735_689_599, "Tue, 31 Dec 2024 23:59:59 GMT"), (4_107_542_400, "Mon, 01 Mar 2100 00:00:00 GMT"),
    (-1, "Thu, 01 Jan 1970 00:00:00 GMT"), (1e30, "Fri, 31 Dec 9999 23:59:59 GMT"),
  ]

  @Test(arguments: dates) func writesDates(seconds: Double, text: String) {
    #expect(HTTPDate.text(Date(timeIntervalSince1970: seconds)) == text)
  }

  @Test func writesHeadAndBody() {
    let response = HTTPResponse(.tooManyRequests, error: "rate", retryAfter: 7)
    let text = String(
      decoding: response.encoded(at: Date(timeIntervalSince1970: 0), isLast: true), as: UTF8.self)
    #expect(
      text == """
        HTTP/1.1 429 Too Many Requests\r
        Date: Thu, 01 Jan 1970 00:00:00 GMT\r
        Retry-After: 7\r
        Content-Type: application/json\r
        Content-Length: 16\r
        Cache-Control: no-store\r
        Connection: close\r
        \r
        {"error":"rate"}
        """)
  }

  @Test func nothingFollowsAnAnswerWithoutContent() {
    let text = String(decoding: HTTPResponse(.noContent).encoded(at: Date(), isLast: false), as: UTF8.self)
    #expect(text.hasSuffix("\r\n\r\n") && !text.contains("Content-Length"))
  }

  @Test(arguments: HTTPRefusal.allCases) func refusalsAreErrors(refusal: HTTPRefusal) {
    #expect(refusal.status.rawValue >= 400)
    #expect(HTTPResponse(refusal).body == Array(#"{"error":"\#(refusal.code)"}"#.utf8))
  }
}
