import OmamoriTransport
import OmamoriTransportCurl
import Testing

@Suite struct ResponseHeadReaderTests {
  static func read(_ lines: [String], limit: Int = 65_536) throws(TransportError) -> ResponseHeadReader {
    var reader = ResponseHeadReader(limit: limit)
    for line in lines { try reader.append(Array(line.utf8)) }
    return reader
  }

  @Test func wholeHead() throws {
    let reader = try Self.read(["HTTP/1.1 200 OK\r\n", "A: 1\r\n", "a:\t2 \r\n", "B:\r\n", "\r\n"])
    #expect(reader.isComplete && reader.status == 200)
    #expect(reader.fields.values("A") == ["1", "2"] && reader.fields["b"] == "" && reader.fields["c"] == nil)
  }

  @Test func interimResponsesAreForgotten() throws {
    let reader = try Self.read([
      "HTTP/1.1 103 Early Hints\r\n", "Link: x\r\n", "\r\n", "HTTP/1.1 404 \r\n", "A: 1\r\n",
    ])
    #expect(
      !reader.isComplete && reader.status == 404 && reader.fields["Link"] == nil && reader.fields["A"] == "1")
  }

  @Test func trailersAreNotFields() throws {
    let reader = try Self.read([
      "HTTP/2 200 \r\n", "\r\n", "Strict-Transport-Security: max-age=31536000\r\n", "\r\n",
    ])
    #expect(reader.isComplete && reader.fields.fields.isEmpty)
  }

  @Test(arguments: ["HTTP/1.0 200", "HTTP/2 200 \r\n", "HTTP/3 999 x\r\n", "HTTP/1.1 100\n"])
  func statusLines(_ line: String) throws {
    #expect(try Self.read([line]).status != nil)
  }

  @Test(arguments: [
    "", "\r\n", "A: 1\r\n", "HTTP/1.1\r\n", "HTTP/1.1 20\r\n", "HTTP/1.1 2000\r\n", "HTTP/1.1 +20\r\n",
    "HTTP/1.1 2x0\r\n",
    "HTTP/1.1  200\r\n", "http/1.1 200 OK\r\n", "HTTP/1.1 099 x\r\n", "ICY 200 OK\r\n",
    " HTTP/1.1 200 OK\r\n",
    "HTTP/1.1 ２００\r\n", "<html>",
  ])
  func malformedStatusLines(_ line: String) {
    #expect(throws: TransportError.malformedResponse) { try Self.read([line]) }
  }

  @Test(arguments: [
    "A", ": 1", "A : 1", " A: 1", "\tfolded", " folded", "A\u{0}: 1", "A: \u{0}", "A: 1\rB: 2", "A: 1\nB: 2",
    "A: \u{7F}",
    "A: \u{1B}[31m", "A(b): 1", "Ä: 1",
  ])
  func malformedFields(_ line: String) {
    #expect(throws: TransportError.malformedResponse) {
      try Self.read(["HTTP/1.1 200 OK\r\n", line + "\r\n"])
    }
  }

  @Test func bytesOutsideOfASCIIAreTaken() throws {
    var reader = try Self.read(["HTTP/1.1 200 OK\r\n"])
    try reader.append([0x41, 0x3A, 0xFF, 0x0D, 0x0A])
    #expect(reader.fields["A"] == "\u{FFFD}")
  }

  @Test func bounds() throws {
    let head = ["HTTP/1.1 200 OK\r\n", "A: 1\r\n", "\r\n"]
    let size = head.reduce(0) { $0 + $1.utf8.count }
    #expect(try Self.read(head, limit: size).isComplete)
    #expect(throws: TransportError.responseTooLarge(limit: size - 1)) { try Self.read(head, limit: size - 1) }
    let interim = Array(repeating: ["HTTP/1.1 100 Continue\r\n", "\r\n"], count: 100).flatMap(\.self)
    #expect(throws: TransportError.responseTooLarge(limit: 1000)) { try Self.read(interim, limit: 1000) }
    let many = Array(repeating: "A: 1\r\n", count: ResponseFields.greatestCount + 1)
    #expect(throws: TransportError.malformedResponse) { try Self.read(head.prefix(1) + many) }
    let trailers = Array(repeating: "A: 1\r\n", count: 1000)
    #expect(throws: TransportError.responseTooLarge(limit: 1000)) {
      try Self.read(head + trailers, limit: 1000)
    }
  }
}
