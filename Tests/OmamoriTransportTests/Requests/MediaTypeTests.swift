import OmamoriTransport
import OmamoriTransportCurl
import Testing

@Suite struct MediaTypeTests {
  @Test(arguments: [
    ("application/json", "application/json", true), ("APPLICATION/JSON", "application/json", true),
    (" application/json ", "application/json", true), ("application/json;", "application/json", true),
    ("application/json; charset=utf-8", "application/json; charset=utf-8", true),
    ("application/json;charset=\"utf-8\"", "application/json; charset=utf-8", true),
    ("application/json ; Charset = utf-8", "", true),
    ("application/json ;\tcharset=utf-8;;", "application/json; charset=utf-8", true),
    ("application/problem+json", "application/problem+json", true),
    ("application/vnd.api+JSON", "application/vnd.api+json", true),
    ("model/gltf+json", "model/gltf+json", true), ("application/+json", "application/+json", false),
    ("application/json-seq", "application/json-seq", false),
    ("application/jsonp", "application/jsonp", false),
    ("application/x-json", "application/x-json", false), ("text/json", "text/json", false),
    ("text/html; x=application/json", "", false),
    ("text/html; x=\"application/json\"", "text/html; x=\"application/json\"", false),
    ("text/html;application/json", "", false), ("text/html, application/json", "", false),
    ("text/plain; a=\"b;c\\\"d\"", "text/plain; a=\"b;c\\\"d\"", false),
    ("text/plain; a=\"\"", "text/plain; a=\"\"", false),
  ])
  func read(_ text: String, _ form: String, _ isJSON: Bool) {
    let type = MediaType(text)
    #expect(type?.description ?? "" == form)
    if let type {
      #expect(type.isJSON == isJSON)
      #expect(MediaType(type.description) == type)
    }
  }

  @Test(arguments: [
    "", "/", "json", "application/", "/json", "application//json", "application/json/x", "application /json",
    "application/ json", "application/json charset=utf-8", "application/json; charset",
    "application/json; =utf-8",
    "application/json; charset=", "application/json; charset=\"utf-8", "application/json; charset=utf-8 x",
    "application/json; charset=a; CHARSET=b", "application/json\r\n", "application/json\u{0}",
    "applicatiön/json",
    "application/json; a=\"\u{7F}\"", "application/json; a=\"\\", "*", "application/json,text/html",
    "application/json; " + String(repeating: "a", count: 1100), "a\u{0}b/c", "\"application\"/json",
  ])
  func malformed(_ text: String) {
    #expect(MediaType(text) == nil)
  }

  @Test func parametersAreBounded() {
    let parameters = (0..<17).map { "; p\($0)=1" }
    #expect(MediaType("a/b" + parameters.prefix(16).joined())?.parameters.count == 16)
    #expect(MediaType("a/b" + parameters.joined()) == nil)
  }

  @Test(
    arguments: [
      (200, ["application/json"], true, nil), (204, [], false, nil),
      (299, ["application/problem+json"], true, nil),
      (200, [], false, nil), (200, [], true, .unexpectedMediaType),
      (200, ["text/html"], true, .unexpectedMediaType),
      (200, ["text/html; x=application/json"], true, .unexpectedMediaType),
      (200, ["application/json", "application/json"], true, .unexpectedMediaType),
      (200, ["nonsense"], true, .unexpectedMediaType), (199, ["application/json"], true, .status(199)),
      (300, ["application/json"], true, .status(300)), (404, ["application/json"], true, .status(404)),
      (500, [], false, .status(500)), (0, [], false, .status(0)),
    ] as [(Int, [String], Bool, TransportError?)])
  func expectation(_ status: Int, _ types: [String], _ hasBody: Bool, _ error: TransportError?) {
    #expect(
      failure { try ResponseExpectation.json.check(status: status, contentTypes: types, hasBody: hasBody) }
        == error)
  }

  @Test func expectationOfCertainTypes() throws {
    let expectation = ResponseExpectation(statuses: 200...200, content: .oneOf([.plainText, .bytes]))
    let plain = "text/plain; charset=utf-8"
    #expect(failure { try expectation.check(status: 200, contentTypes: [plain], hasBody: true) } == nil)
    #expect(
      failure { try expectation.check(status: 200, contentTypes: ["text/html"], hasBody: true) }
        == .unexpectedMediaType)
    #expect(
      failure { try expectation.check(status: 201, contentTypes: [plain], hasBody: true) } == .status(201))
    #expect(
      failure { try ResponseExpectation.anything.check(status: 503, contentTypes: [], hasBody: true) } == nil)
  }

  private func failure(_ body: () throws -> Void) -> TransportError? {
    do {
      try body()
      return nil
    } catch {
      return error as? TransportError
    }
  }
}
