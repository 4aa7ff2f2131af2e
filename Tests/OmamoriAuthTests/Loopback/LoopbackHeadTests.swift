import Testing

@testable import OmamoriAuth
@testable import OmamoriAuthLinux

@Suite struct LoopbackHeadTests {
  private let head = LoopbackHead(authority: "127.0.0.1:4711", path: "/callback")

  private func judge(_ text: String) -> LoopbackHead.Judgement { head.judge(Array(text.utf8)) }

  private func request(
    _ line: String = "GET /callback?code=c&state=s HTTP/1.1", _ fields: [String] = ["Host: 127.0.0.1:4711"]
  ) -> String {
    ([line] + fields + ["", ""]).joined(separator: "\r\n")
  }

  @Test func aNavigationIsTheCallback() {
    let expected = LoopbackHead.Judgement.callback(target: "/callback?code=c&state=s")
    #expect(judge(request()) == expected)
    let fields = [
      "Host: 127.0.0.1:4711", "Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: document",
      "Sec-Fetch-Site: cross-site",
      "Accept: text/html",
    ]
    #expect(judge(request("GET /callback?code=c&state=s HTTP/1.1", fields)) == expected)
  }

  @Test func aRequestIsIncompleteUntilItsLastByte() {
    let whole = Array(request().utf8)
    for length in 0..<whole.count { #expect(head.judge(Array(whole[..<length])) == .incomplete) }
  }

  @Test(arguments: [
    "POST /callback?code=c HTTP/1.1", "HEAD /callback?code=c HTTP/1.1", "OPTIONS /callback?code=c HTTP/1.1",
  ])
  func otherMethodsAreRefused(_ line: String) { #expect(judge(request(line)) == .refused(status: 405)) }

  @Test(arguments: [
    "GET / HTTP/1.1", "GET /favicon.ico HTTP/1.1", "GET /callback/?code=c HTTP/1.1",
    "GET /Callback?code=c HTTP/1.1",
    "GET /x/../callback?code=c HTTP/1.1", "GET //callback?code=c HTTP/1.1", "GET /callback%3Fcode=c HTTP/1.1",
    "GET http://127.0.0.1:4711/callback?code=c HTTP/1.1",
  ])
  func otherPathsAreRefused(_ line: String) { #expect(judge(request(line)) == .refused(status: 404)) }

  /// Fails without the check of the host: a name that an attacker points to 127.0.0.1 would be taken.
  @Test(arguments: [
    ["Host: localhost:4711"], ["Host: attacker.example:4711"], ["Host: 127.0.0.1"], ["Host: 127.0.0.1:4712"],
    ["Host: 127.0.0.1:4711.attacker.example"], [],
  ])
  func otherHostsAreRefused(_ fields: [String]) {
    #expect(judge(request("GET /callback?code=c HTTP/1.1", fields)) == .refused(status: 421))
  }

  @Test(arguments: [
    "Sec-Fetch-Mode: no-cors", "Sec-Fetch-Mode: cors", "Sec-Fetch-Dest: iframe", "Sec-Fetch-Dest: image",
    "Sec-Purpose: prefetch",
  ])
  func pagesThatFetchAreRefused(_ field: String) {
    #expect(
      judge(request("GET /callback?code=c HTTP/1.1", ["Host: 127.0.0.1:4711", field]))
        == .refused(status: 403))
  }

  @Test(arguments: [
    "GET /callback HTTP/1.1", "GET /callback?code=c#x HTTP/1.1", "GET /callback?code=c HTTP/1.0",
    "GET /callback?code=c", "GET  /callback?code=c HTTP/1.1", "GET /callback?code=c HTTP/1.1 x", "",
    "GET /callback?c\u{0}=c HTTP/1.1", "GET /callback?code=\u{E9} HTTP/1.1",
  ])
  func malformedRequestsAreRefused(_ line: String) { #expect(judge(request(line)) == .refused(status: 400)) }

  @Test(arguments: [
    ["Host: 127.0.0.1:4711", "Host: 127.0.0.1:4711"], ["Host: 127.0.0.1:4711", " folded"],
    ["Host: 127.0.0.1:4711", "no colon"], ["Host : 127.0.0.1:4711"], [": x", "Host: 127.0.0.1:4711"],
  ])
  func malformedFieldsAreRefused(_ fields: [String]) {
    #expect(judge(request("GET /callback?code=c HTTP/1.1", fields)) == .refused(status: 400))
  }

  @Test func longHeadsAreRefused() {
    let long = "GET /callback?code=" + String(repeating: "c", count: LoopbackHead.greatestSize)
    #expect(judge(long) == .refused(status: 431))
    let many = Array(repeating: "A: b", count: 101)
    #expect(judge(request("GET /callback?code=c HTTP/1.1", many)) == .refused(status: 400))
  }
}
