#if !canImport(Darwin)
import Foundation
import OmamoriTransport
import OmamoriTransportCurl
import Testing

/// Where a body ends, by the header alone.
@Suite("Framing of responses") struct ResponseFramingTests {
  /// What a header says: a number of bytes, or that something else ends the body.
  fileprivate enum Length: Hashable, Sendable {
    case bytes(Int64), open, refused

    /// All lengths are of one kind.
    var kind: Length { if case .bytes = self { .bytes(0) } else { self } }
  }

  private static func length(
    _ fields: [String], status: String = "HTTP/1.1 200 OK", isHead: Bool = false, isHTTP2: Bool = false
  ) -> Length {
    do throws(TransportError) {
      var framing = try ResponseFraming(statusLine: Array((status + "\r\n").utf8), isHTTP2: isHTTP2)
      for field in fields { try framing.take(field: Array((field + "\r\n").utf8)) }
      switch try framing.end(isHead: isHead) {
      case .length(let length): return .bytes(length)
      case .lastChunk, .stream, .connection: return .open
      }
    } catch {
      return error == .malformedResponse ? .refused : .open
    }
  }

  @Test(
    "A length is one decimal number",
    arguments: [
      (["Content-Length: 0"], 0), (["content-length:2"], 2), (["CONTENT-LENGTH:\t 12 \t"], 12),
      (["Content-Length: 9223372036854775807"], Int64.max), (["Content-Length: 0002"], 2),
      (["Content-Length: 2, 2"], 2), (["Content-Length: 2", "Content-Length: 2"], 2),
      (["A: 1", "Content-Length: 2,2,2", "B: Content-Length: 3"], 2),
      (["X-Content-Length: 7", "Content-Length: 2", "Content-Length-X: 7"], 2),
    ] as [([String], Int64)])
  func lengths(_ fields: [String], _ length: Int64) {
    #expect(Self.length(fields) == .bytes(length))
    #expect(Self.length(fields, status: "HTTP/2 200 ", isHTTP2: true) == .bytes(length))
    #expect(Self.length(fields, isHead: true) == .bytes(0))
  }

  @Test("Without a length, the end of the chunks, of the stream or of the connection is the end of the body")
  func open() throws {
    func end(_ status: String, _ fields: String..., isHTTP2: Bool = false) throws -> ResponseFraming.End {
      var framing = try ResponseFraming(statusLine: Array(status.utf8), isHTTP2: isHTTP2)
      for field in fields { try framing.take(field: Array(field.utf8)) }
      return try framing.end(isHead: false)
    }
    for coding in ["chunked", " Chunked\t", "CHUNKED"] {
      #expect(try end("HTTP/1.1 200", "transfer-encoding:\(coding)", "A: b") == .lastChunk)
    }
    for status in ["HTTP/1.1 200 OK", "HTTP/1.0 200", "HTTP/1.1 404 Not Found"] {
      #expect(try end(status) == .connection && end(status, "Connection: keep-alive") == .connection)
      #expect(try end(status, "TE: gzip", "X-Transfer-Encoding: gzip") == .connection)
    }
    #expect(try end("HTTP/2 200 ", "a: b", isHTTP2: true) == .stream)
  }

  @Test(
    "What readers could understand in two ways is refused",
    arguments: [
      // No number, or not only one.
      ["Content-Length: 0x2"], ["Content-Length: 2a"], ["Content-Length: +2"], ["Content-Length: -1"],
      ["Content-Length: 2, 5"], ["Content-Length: 2", "Content-Length: 5"], ["Content-Length: 2,"],
      ["Content-Length: ,2"], ["Content-Length: 2,,2"], ["Content-Length:"], ["Content-Length: \t"],
      ["Content-Length: 2 2"], ["Content-Length: 2;2"], ["Content-Length: 2.0"], ["Content-Length: 1e3"],
      ["Content-Length: \"2\""], ["Content-Length: '2'"], ["Content-Length: 2_0"], ["Content-Length: ２"],
      ["Content-Length: 0b1"], ["Content-Length: NaN"], ["Content-Length: 2\u{A0}"],
      ["Content-Length: 2", "Content-Length: "], ["content-length: 2", "CONTENT-LENGTH: 3"],
      // Too large for any reader.
      ["Content-Length: 9223372036854775808"], ["Content-Length: 99999999999999999999"],
      ["Content-Length: 18446744073709551618"], ["Content-Length: \(String(repeating: "9", count: 4000))"],
      // A length beside a transfer coding, in any order.
      ["Content-Length: 3", "Transfer-Encoding: chunked"],
      ["Transfer-Encoding: chunked", "Content-Length: 3"],
      ["Content-Length: 0", "Transfer-Encoding: chunked"],
      // Codings that nobody asked for.
      ["Transfer-Encoding: chunked, identity"], ["Transfer-Encoding: identity"], ["Transfer-Encoding: gzip"],
      ["Transfer-Encoding: gzip, chunked"], ["Transfer-Encoding: xchunked"], ["Transfer-Encoding: chunkedx"],
      ["Transfer-Encoding: chunked, chunked"], ["Transfer-Encoding: chunked", "Transfer-Encoding: chunked"],
      ["Transfer-Encoding: chunked", "Transfer-Encoding: identity"], ["Transfer-Encoding:"],
      ["Transfer-Encoding: chunked;a=b"], ["Transfer-Encoding: \"chunked\""], ["Transfer-Encoding: ,chunked"],
      ["Transfer-Encoding: chunked,"], ["Transfer-Encoding: chun ked"],
      // Lines that hide a field from one reader or show it to another.
      [" Content-Length: 2"], ["A: b", "\tContent-Length: 2"], ["Content-Length : 2"],
      ["Content-Length\t: 2"],
      ["Content-Length 2"], [": 2"], ["A"], [" "], ["Content-Length: 2\rContent-Length: 5"],
      ["A: b\rContent-Length: 5"], ["A: b\nContent-Length: 5"], ["Content-Length: 2\u{0}"], ["A: \u{0}"],
      ["Content-Length\u{0}: 2"], ["Content-Length: \u{B}2"], ["Content-Length: 2\u{C}"], ["A\u{7F}: b"],
      ["Content Length: 2"], ["Content-Length: 2\u{1B}[0m"], ["{Content-Length}: 2"], ["\u{FEFF}A: b"],
    ])
  func refused(_ fields: [String]) { #expect(Self.length(fields) == .refused) }

  @Test("A response without a body by its nature has none, whatever its length says")
  func bodiless() {
    for status in ["204 No Content", "304 Not Modified", "103 Early Hints", "100 Continue"] {
      #expect(Self.length([], status: "HTTP/1.1 \(status)") == .bytes(0))
    }
    for status in ["204", "304"] {
      #expect(Self.length(["Content-Length: 5"], status: "HTTP/1.1 \(status)") == .bytes(0))
      #expect(Self.length(["Transfer-Encoding: chunked"], status: "HTTP/1.1 \(status)") == .bytes(0))
      #expect(Self.length(["Content-Length: +5"], status: "HTTP/1.1 \(status)") == .refused)
    }
    #expect(Self.length(["Transfer-Encoding: chunked"], isHead: true) == .bytes(0))
    #expect(Self.length(["Content-Length: 1, 2"], isHead: true) == .refused)
    // A length in an interim response would be taken for that of the final one.
    #expect(Self.length(["Content-Length: 0"], status: "HTTP/1.1 100 Continue") == .refused)
    #expect(Self.length(["Transfer-Encoding: chunked"], status: "HTTP/1.1 103 Early Hints") == .refused)
  }

  @Test("No version but HTTP/1.1 knows transfer codings")
  func versions() {
    let chunked = ["Transfer-Encoding: chunked"]
    #expect(Self.length(chunked, status: "HTTP/1.0 200 OK") == .refused)
    #expect(Self.length(chunked, status: "HTTP/2 200 ", isHTTP2: true) == .refused)
    #expect(Self.length(["Content-Length: 2"], status: "HTTP/1.0 200 OK") == .bytes(2))
  }

  @Test(
    "A status line is one of the version that the handshake agreed on",
    arguments: [
      "HTTP/2 200", "HTTP/2 200 OK", "HTTP/2.0 200 OK", "HTTP/3 200", "HTTP/1.2 200 OK", "HTTP/1 200 OK",
      "HTTP/0.9 200 OK", "HTTP/1.10 200 OK", "HTTP/11 200 OK", "HTTP/1,1 200 OK", "http/1.1 200 OK",
      "HTTP/1.1  200 OK", "HTTP/1.1\t200 OK", "HTTP/1.1200 OK", " HTTP/1.1 200 OK", "HTTP/1.1 2000 OK",
      "HTTP/1.1 20 OK", "HTTP/1.1 099 OK", "HTTP/1.1 000 OK", "HTTP/1.1 +20 OK", "HTTP/1.1 200OK",
      "HTTP/1.1 200\tOK", "HTTP/1.1 200,", "HTTP/1.1 2x0 OK", "HTTP/1.1 ２00 OK", "HTTP/1.1", "HTTP/1.1 ", "",
      "ICY 200 OK", "HTTP/1.1 101 Switching Protocols", "HTTP/1.1 200 OK\rContent-Length: 5",
      "HTTP/1.1 200 \u{0}", "HTTPS/1.1 200 OK", "Content-Length: 5", "<html>",
    ])
  func statusLines(_ line: String) {
    #expect(Self.length([], status: line) == .refused)
  }

  @Test("Status lines without a phrase, and with any phrase, are read")
  func phrases() {
    for line in [
      "HTTP/1.1 200", "HTTP/1.1 200 ", "HTTP/1.0 404 Größe", "HTTP/1.1 599 HTTP/2 200", "HTTP/1.1 999 ?",
    ] {
      #expect(Self.length(["Content-Length: 1"], status: line) == .bytes(1))
    }
    for line in ["HTTP/1.1 200 OK", "HTTP/2.0 200", "HTTP/20 200", "HTTP/2 20", "HTTP/2 101 "] {
      #expect(Self.length([], status: line, isHTTP2: true) == .refused)
    }
  }

  /// The same rules said in another way: as regular expressions over whole values.
  private static func expected(_ fields: [(name: String, value: String)]) -> Length {
    var (lengths, codings): ([Substring], Int) = ([], 0)
    for (name, value) in fields {
      switch name.lowercased() {
      case "content-length":
        guard value.wholeMatch(of: /[ \t]*[0-9]+[ \t]*(,[ \t]*[0-9]+[ \t]*)*/) != nil else { return .refused }
        lengths += value.matches(of: /[0-9]+/).map(\.output)
      case "transfer-encoding":
        guard value.wholeMatch(of: /[ \t]*(?i:chunked)[ \t]*/) != nil else { return .refused }
        codings += 1
      default: break
      }
    }
    let numbers = Set(lengths.map { $0.drop { $0 == "0" } })
    guard numbers.count <= 1, codings <= 1, numbers.isEmpty || codings == 0 else { return .refused }
    guard let number = numbers.first else { return .open }
    return Int64("0" + number).map(Length.bytes) ?? .refused
  }

  @Test("Made-up headers are read as the rules say, 10,000 times")
  func madeUp() {
    var random = Numbers(state: 7)
    let names = [
      "Content-Length", "content-length", "Transfer-Encoding", "TRANSFER-ENCODING", "A", "X-Length",
    ]
    let pieces = [
      "0", "2", "2", "5", "10", "002", " ", "\t", ",", ", ", "-", "+", "x", "a", "chunked", "Chunked",
      "identity",
      ";", "9223372036854775807", "9223372036854775808", "99999999999999999999", "\"", ".",
    ]
    var tally: [Length: Int] = [:]
    for _ in 0..<10_000 {
      let fields = (0..<Int.random(in: 0...3, using: &random)).map { _ in
        let value = (0..<Int.random(in: 0...3, using: &random)).map { _ in
          pieces.randomElement(using: &random) ?? ""
        }
        return (name: names.randomElement(using: &random) ?? "A", value: value.joined())
      }
      let found = Self.length(fields.map { "\($0.name):\($0.value)" })
      #expect(found == Self.expected(fields), "\(fields)")
      tally[found.kind, default: 0] += 1
    }
    #expect(tally.values.allSatisfy { $0 > 100 } && tally.count == 3, "\(tally)")
  }

  @Test("Any bytes are read or refused, and nothing else happens")
  func noise() throws {
    var random = Numbers(state: 11)
    for _ in 0..<20_000 {
      let bytes = (0..<Int.random(in: 0...40, using: &random)).map { _ in
        UInt8.random(in: 0...255, using: &random)
      }
      #expect(throws: TransportError.malformedResponse) {
        try ResponseFraming(statusLine: bytes, isHTTP2: false)
      }
      var framing = try ResponseFraming(statusLine: Array("HTTP/1.1 200 OK\r\n".utf8), isHTTP2: false)
      let before = framing
      do throws(TransportError) { try framing.take(field: bytes) } catch {
        #expect(error == .malformedResponse)
      }
      #expect(framing == before, "no noise is a length")
    }
  }
}

/// Numbers that are the same in every run (SplitMix64).
private struct Numbers: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
#endif
