import OmamoriCore
import OmamoriTransport
import OmamoriTransportCurl
import Testing

@Suite struct HeaderFieldsTests {
  @Test func orderAndCase() throws {
    var fields = try HeaderFields(["X-One": "1", "x-two": "2"])
    try fields.add("x-ONE", " 3\t")
    #expect(fields.fields.map(\.name) == ["X-One", "x-two", "x-ONE"])
    #expect(fields.values("X-ONE") == ["1", "3"])
    #expect(fields.contains("X-TWO") && !fields.contains("X-Three"))
    try fields.set("X-one", "4")
    #expect(fields.values("x-one") == ["4"] && fields.fields.count == 2)
    fields.remove("X-TWO")
    #expect(fields.fields.map(\.value) == ["4"])
  }

  // Fails when a literal is no list of fields, loses the order or a name that is there twice.
  @Test func literalsKeepOrderAndDuplicates() throws {
    let fields: HeaderFields = ["X-B": "1", "x-a": " 2 ", "X-b": "3"]
    #expect(fields.fields.map(\.name) == ["X-B", "x-a", "X-b"])
    #expect(fields.values("x-b") == ["1", "3"] && fields.values("X-A") == ["2"])
    #expect(try fields == HeaderFields(["X-B": "1", "x-a": "2", "X-b": "3"]))
    let empty: HeaderFields = [:]
    #expect(empty == HeaderFields())
    let request = try HTTPRequest(
      .get, RequestURL("https://a.example/"), headers: ["Authorization": "Bearer a"])
    #expect(request.headers.values("authorization") == ["Bearer a"])
  }

  // Fails when a literal stops the program, or when a field of it that is not allowed is forgotten or sent.
  @Test(arguments: ["a\r\nHost: evil.example", "a\u{0}", "é", String(repeating: "a", count: 32 * 1024 + 1)])
  func aRequestRefusesALiteralThatIsNotAllowed(_ value: String) throws {
    let url = try RequestURL("https://a.example/")
    var fields: HeaderFields = ["X-Good": "1", "X-Field": value]
    #expect(fields.fields.map(\.name) == ["X-Good"])
    #expect(throws: TransportError.headerNotAllowed) { try HTTPRequest(.get, url, headers: fields) }
    fields.remove("X-Field")
    try fields.set("X-Field", "fine")
    #expect(throws: TransportError.headerNotAllowed) { try HTTPRequest(.get, url, headers: fields) }
    #expect(throws: TransportError.headerNotAllowed) {
      try HTTPRequest(.get, url, headers: ["Host": "b.example"])
    }
    #expect(throws: TransportError.headerNotAllowed) { try HTTPRequest(.get, url, headers: [value: "1"]) }
  }

  @Test func equalityIgnoresTheCaseOfNames() throws {
    #expect(try HeaderFields(["A": "x"]) == HeaderFields(["a": "x"]))
    #expect(try HeaderFields(["A": "x"]) != HeaderFields(["a": "X"]))
    #expect(try HeaderFields(["A": "x"]).hashValue == HeaderFields(["a": "x"]).hashValue)
  }

  @Test(arguments: [
    "Host", "host", "HOST", "Connection", "Content-Length", "content-length", "Transfer-Encoding", "TE",
    "Trailer",
    "Upgrade", "Keep-Alive", "Proxy-Authorization", "Proxy-Connection", "proxy-anything", "Expect",
    "HTTP2-Settings",
    "Content-Type",
  ])
  func reserved(_ name: String) {
    #expect(throws: TransportError.headerNotAllowed) { try HeaderFields().with(name, "1") }
  }

  @Test(arguments: [
    "", " ", "a b", "a:", ":authority", ":path", "a\r\nb", "a\n", "a\u{0}", "é", "a,b", "a;b", "a=b", "(a)",
    "\"a\"", "a/b",
    "[a]", "{a}", "a@b", "a\\b", "a?", " a", "a ", "\ta", String(repeating: "a", count: 257),
  ])
  func malformedNames(_ name: String) {
    #expect(throws: TransportError.headerNotAllowed) { try HeaderFields().with(name, "1") }
  }

  @Test(arguments: 0...0x7F)
  func everyCharacterInAName(_ code: UInt8) throws {
    let isToken =
      ("a"..."z").contains(Character(Unicode.Scalar(code)))
      || ("A"..."Z").contains(Character(Unicode.Scalar(code)))
      || ("0"..."9").contains(Character(Unicode.Scalar(code))) || "!#$%&'*+-.^_`|~".utf8.contains(code)
    let name = "x" + String(Unicode.Scalar(code)) + "x"
    #expect(((try? HeaderFields().with(name, "1")) != nil) == isToken)
  }

  @Test(arguments: 0...0x7F)
  func everyCharacterInAValue(_ code: UInt8) {
    let value = "x" + String(Unicode.Scalar(code)) + "x"
    #expect(((try? HeaderFields().with("a", value)) != nil) == (code == 9 || (code >= 0x20 && code != 0x7F)))
  }

  @Test(arguments: [
    "a\r\nHost: evil.example", "a\nb", "a\rb", "\r\n", "a\u{0}", "é", "\u{2028}", "日本", "a\u{85}b",
  ])
  func malformedValues(_ value: String) {
    #expect(throws: TransportError.headerNotAllowed) { try HeaderFields().with("X-Field", value) }
  }

  @Test func bounds() throws {
    let longest = String(repeating: "a", count: HeaderFields.greatestValueSize)
    #expect(try HeaderFields().with("a", longest).values("a") == [longest])
    #expect(throws: TransportError.headerNotAllowed) { try HeaderFields().with("a", longest + "a") }
    var fields = HeaderFields()
    for _ in 0..<HeaderFields.greatestCount { try fields.add("a", "b") }
    #expect(throws: TransportError.headerNotAllowed) { try fields.add("a", "b") }
    try fields.set("a", "c")
    #expect(fields.values("a") == ["c"])
  }

  @Test func aRefusedValueLeavesTheOldOne() throws {
    var fields = try HeaderFields(["A": "1"])
    #expect(throws: TransportError.headerNotAllowed) { try fields.set("a", "x\r\n") }
    #expect(fields.values("A") == ["1"])
  }

  @Test func whatIsSent() throws {
    let url = try RequestURL("https://a.example/")
    let body = RequestBody.bytes(Data([1, 2]), try #require(MediaType("text/plain; charset=utf-8")))
    let request = try HTTPRequest(
      .post, url, headers: HeaderFields(["X-A": "1"]), body: body, expecting: .json)
    #expect(
      request.sentFields.map { $0.name + ": " + $0.value } == [
        "X-A: 1", "Content-Type: text/plain; charset=utf-8", "Accept: application/json",
      ])
    let own = try HTTPRequest(.get, url, headers: HeaderFields(["accept": "text/plain"]), expecting: .json)
    #expect(own.sentFields.map(\.value) == ["text/plain"])
    for method in HTTPMethod.allCases where !method.allowsBody {
      #expect(throws: TransportError.unreadableBody) { try HTTPRequest(method, url, body: body) }
    }
  }
}

extension HeaderFields {
  /// The fields and one more.
  fileprivate func with(_ name: String, _ value: String) throws(TransportError) -> HeaderFields {
    var fields = self
    try fields.add(name, value)
    return fields
  }
}
