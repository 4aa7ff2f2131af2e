import Testing

@testable import OmamoriRelay

/// Some bytes, which tests do not print.
struct HostileRequest: Sendable, CustomTestStringConvertible {
  let text: String
  var refusal = HTTPRefusal.malformed
  var testDescription: String { "\(refusal.code), \(text.utf8.count) bytes" }
}

/// What is a request, what is not, and that it does not matter in which pieces it comes.
@Suite("RequestParser")
struct RequestParserTests {
  /// Everything that a parser says of some bytes that come in pieces of a size.
  static func steps(_ bytes: [UInt8], pieces: Int, limits: HTTPLimits = HTTPLimits()) -> [RequestParser.Step]
  {
    var parser = RequestParser(limits: limits)
    var steps: [RequestParser.Step] = []
    var rest = bytes[...]
    while true {
      let step = parser.next()
      switch step {
      case .needsInput:
        guard !rest.isEmpty else { return steps }
        parser.append(rest.prefix(pieces))
        rest = rest.dropFirst(pieces)
      case .head:
        steps.append(step)
        guard (try? parser.takeBody(limit: 1000)) != nil else { return steps + [parser.next()] }
      case .body: steps.append(step)
      case .refused: return steps + [step]
      }
    }
  }

  static func refusal(_ text: String) -> HTTPRefusal? {
    let all = [1, 2, 7, 100_000].map { steps(Array(text.utf8), pieces: $0) }
    #expect(Set(all).count == 1, "the pieces matter")
    guard case .refused(let refusal) = all[0].last else { return nil }
    return refusal
  }

  @Test func readsRequests() throws {
    let text =
      "PUT /v1/a?b=c HTTP/1.1\r\nHost: x\r\nX-A:\t b c \t\r\nContent-Length: 3\r\n\r\nabc"
      + "GET / HTTP/1.1\r\nhost:y\r\nConnection: keep-alive, Close\r\n\r\n"
    for pieces in 1...text.utf8.count {
      let steps = Self.steps(Array(text.utf8), pieces: pieces)
      try #require(steps.count == 4)
      guard case .head(let first) = steps[0], case .head(let second) = steps[2] else {
        Issue.record("no heads")
        return
      }
      #expect(first.method == "PUT" && first.target == "/v1/a?b=c" && first.contentLength == 3)
      #expect(first["x-a"] == "b c" && !first.isLast && second.isLast)
      #expect(steps[1] == .body(Array("abc".utf8)) && steps[3] == .body([]))
    }
  }

  static let malformed: [String] = [
    "GET / HTTP/1.1\nHost: x\n\n", "GET / HTTP/1.1\r\nHost: x\n\r\n", "GET / HTTP/1.1\rHost: x\r\n\r\n",
    "\r\nGET / HTTP/1.1\r\nHost: x\r\n\r\n", " GET / HTTP/1.1\r\nHost: x\r\n\r\n",
    "GET  / HTTP/1.1\r\nHost: x\r\n\r\n", "GET / HTTP/1.1 \r\nHost: x\r\n\r\n", "GET /\r\nHost: x\r\n\r\n",
    "GET / http/1.1\r\nHost: x\r\n\r\n", "get / HTTP/1.1\r\nHost: x\r\n\r\n",
    "GET http://x/ HTTP/1.1\r\nHost: x\r\n\r\n", "OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n",
    "GET /a#b HTTP/1.1\r\nHost: x\r\n\r\n", "GET /\u{e9} HTTP/1.1\r\nHost: x\r\n\r\n",
    "GET /\0 HTTP/1.1\r\nHost: x\r\n\r\n", "GET / HTTP/1.1\r\n\r\n", "GET / HTTP/1.1\r\nHost:\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: x\r\nHost: x\r\n\r\n", "GET / HTTP/1.1\r\nHost: x\r\n folded\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: x\r\n\tfolded\r\n\r\n", "GET / HTTP/1.1\r\nHost : x\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: x\r\n: y\r\n\r\n", "GET / HTTP/1.1\r\nHost: x\r\nname\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: x\r\nA: \0\r\n\r\n", "GET / HTTP/1.1\r\nHost: x\r\nA: \u{7f}\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: x\r\nA: \u{e9}\r\n\r\n", "GET / HTTP/1.1\r\nHost: x\r\nA(: b\r\n\r\n",
    "PUT / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\na",
    "PUT / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\na",
    "PUT / HTTP/1.1\r\nHost: x\r\nContent-Length: 1, 1\r\n\r\na",
    "PUT / HTTP/1.1\r\nHost: x\r\nContent-Length: +1\r\n\r\na",
    "PUT / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\na",
    "PUT / HTTP/1.1\r\nHost: x\r\nContent-Length: 0x1\r\n\r\na",
    "PUT / HTTP/1.1\r\nHost: x\r\nContent-Length: 1 1\r\n\r\na",
    "PUT / HTTP/1.1\r\nHost: x\r\nContent-Length:\r\n\r\na",
    "PUT / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
    "PUT / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: x\r\ntransfer-encoding: chunked\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: x\r\nAuthorization: a\r\nAuthorization: a\r\n\r\n",
    "\u{16}\u{3}\u{1}\u{2}\0\u{1}",
  ]

  @Test(arguments: malformed.map { HostileRequest(text: $0) })
  func refusesWhatCouldBeReadInTwoWays(request: HostileRequest) {
    #expect(Self.refusal(request.text) == .malformed)
  }

  static let others: [(String, HTTPRefusal)] = [
    ("GET / HTTP/1.0\r\nHost: x\r\n\r\n", .version), ("GET / HTTP/2.0\r\nHost: x\r\n\r\n", .version),
    ("PUT / HTTP/1.1\r\nHost: x\r\n\r\n", .lengthRequired),
    ("POST / HTTP/1.1\r\nHost: x\r\n\r\n", .lengthRequired),
    ("PUT / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", .transferEncoding),
    ("PUT / HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999\r\n\r\n", .tooLarge),
    ("PUT / HTTP/1.1\r\nHost: x\r\nContent-Length: 1001\r\n\r\n", .tooLarge),
    ("PUT / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nExpect: tea\r\n\r\n", .expectation),
    ("GET /" + String(repeating: "a", count: 4096) + " HTTP/1.1\r\n", .targetTooLong),
    ("GET /" + String(repeating: "a", count: 10_000), .targetTooLong),
    ("GET / HTTP/1.1\r\nA: " + String(repeating: "a", count: 8190), .headersTooLarge),
    (
      "GET / HTTP/1.1\r\nHost: x\r\n" + String(repeating: "A: b\r\n", count: 64) + "\r\n",
      .headersTooLarge
    ),
    (
      "GET / HTTP/1.1\r\n"
        + String(repeating: "A: " + String(repeating: "b", count: 5000) + "\r\n", count: 4),
      .headersTooLarge
    ),
  ]

  @Test(arguments: others.map { HostileRequest(text: $0.0, refusal: $0.1) })
  func saysWhyNot(request: HostileRequest) {
    #expect(Self.refusal(request.text) == request.refusal)
  }

  @Test func nothingIsReadBehindARefusal() throws {
    var parser = RequestParser()
    parser.append(Array("BAD\r\nGET / HTTP/1.1\r\nHost: x\r\n\r\n".utf8))
    #expect(parser.next() == .refused(.malformed) && parser.next() == .refused(.malformed))
    parser.append(Array("GET / HTTP/1.1\r\nHost: x\r\n\r\n".utf8))
    #expect(parser.next() == .refused(.malformed))
  }

  @Test func takesWhatIsExactlyAtTheLimits() {
    let target = "/" + String(repeating: "a", count: 4095)
    #expect(Self.refusal("GET \(target) HTTP/1.1\r\nHost: x\r\n\r\n") == nil)
    let fields = String(repeating: "A: b\r\n", count: 63)
    #expect(Self.refusal("GET / HTTP/1.1\r\nHost: x\r\n" + fields + "\r\n") == nil)
    let body = String(repeating: "b", count: 1000)
    #expect(Self.refusal("PUT / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n" + body) == nil)
  }

  @Test func keepsLittle() {
    var parser = RequestParser()
    for _ in 0..<100 {
      guard case .needsInput = parser.next() else { break }
      parser.append([UInt8](repeating: UInt8(ascii: "A"), count: 1000))
    }
    #expect(parser.size < 1000 + 4096 && parser.next() == .refused(.targetTooLong))
  }
}
