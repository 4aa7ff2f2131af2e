import OmamoriTransport
import OmamoriTransportCurl
import Testing

@Suite struct EndpointTests {
  static let bases = [
    "https://api.example.com", "https://api.example.com/v1", "https://api.example.com/v1/",
    "https://api.example.com:8443/v1?key=1", "https://[::1]/v1", "https://10.0.0.1",
  ]

  @Test(arguments: [
    ("users", "/v1/users"), ("/users", "/v1/users"), ("users/", "/v1/users/"),
    ("users/42/photos", "/v1/users/42/photos"),
    ("", "/v1"), ("/", "/v1"), ("users/@me", "/v1/users/%40me"), ("messages:send", "/v1/messages%3Asend"),
    ("a b", "/v1/a%20b"), ("日本", "/v1/%E6%97%A5%E6%9C%AC"), ("a;b=1,2", "/v1/a;b=1,2"), ("...", "/v1/..."),
    (".well-known/x", "/v1/.well-known/x"), ("a..b", "/v1/a..b"), ("[x]", "/v1/%5Bx%5D"),
    ("a&b=c", "/v1/a&b=c"),
    ("@evil.example", "/v1/%40evil.example"), (".evil.example/x", "/v1/.evil.example/x"),
    (":8080", "/v1/%3A8080"),
  ])
  func paths(_ path: String, _ target: String) throws {
    let url = try RequestURL("https://api.example.com/v1").appending(path)
    #expect(url.target == target)
    #expect(url.text == "https://api.example.com" + target)
  }

  @Test(arguments: [
    "//evil.example", "//evil.example/x", "///", "//", "a//b", "..", ".", "../x", "x/..", "x/../y", "/..",
    "/../x", "./x",
    "\\evil.example", "\\\\evil.example", "/\\evil.example", "a\\..\\b", "https://evil.example",
    "http://evil.example/",
    "x/./y", "users/../../admin", "a//", "..;/admin", "x/..;a/y",
  ])
  func leading(elsewhere path: String) throws {
    #expect(throws: TransportError.endpointLeavesOrigin) { try Endpoint(path) }
  }

  @Test(arguments: [
    "a?b=c", "a#b", "%2e%2e/x", "a%2Fb", "%", "a\u{0}", "a\r\nHost: evil", "a\nb", "a\tb", "a\u{7F}",
    "?@evil.example",
    "#@evil.example", "%2f%2fevil.example",
  ])
  func otherParts(_ path: String) throws {
    #expect(throws: TransportError.malformedURL) { try Endpoint(path) }
  }

  /// Whatever the string is, the origin is that of the base and the path begins with that of the base.
  @Test(arguments: bases)
  func nothingChangesTheOrigin(_ text: String) throws {
    let base = try RequestURL(text)
    var strings = [
      "@evil.example", ".evil.example/x", ":8080", "//evil.example", "\\evil.example", "?x@evil.example",
      "#@evil.example",
      "https://evil.example", "%2e%2e", "..", "../..", "a/../../b", "\r\nHost: evil.example", "／evil.example",
      "。evil",
      "@", ":", "/", "", ".", ";@evil.example", "user:password@evil.example", "%00", "%0d%0a", "[::1]",
      "x:y@z", "*.evil",
      "a/b", "..%2f..%2fadmin", "..\\..\\admin", "a/../admin", "%2e%2e%2fadmin", ".\u{0301}./x", "xn--evil",
    ]
    for first in ["@", ":", "/", "\\", ".", "?", "#", "%", "a", "。", "＠"] {
      for second in ["@", ":", "/", "\\", ".", "?", "#", "%", "a"] {
        strings.append(first + second + "evil.example")
      }
    }
    for string in strings {
      let makers: [() throws -> Endpoint] = [
        { try Endpoint(string) }, { try Endpoint(segments: [string]) },
        { try Endpoint(segments: ["a", string, "b"]) },
        { try Endpoint("a", query: [QueryItem(string, string)]) },
      ]
      for make in makers {
        guard let endpoint = try? make() else { continue }
        let url = try base.appending(endpoint)
        #expect(url.hasOrigin(of: base) && url.path.hasPrefix(base.path), "\(string)")
        let again = try RequestURL(url.text)
        #expect(
          again == url,
          "\(string): read again it is the same, so nothing of it was a dot segment or delimiter")
      }
    }
  }

  @Test(arguments: [
    (["a/b"], "/a%2Fb"), (["a?b"], "/a%3Fb"), (["a#b"], "/a%23b"), (["a%2Fb"], "/a%252Fb"),
    (["100%"], "/100%25"),
    (["a", "b c"], "/a/b%20c"), (["a\\b"], "/a%5Cb"), (["@"], "/%40"), (["..."], "/..."), (["a.."], "/a.."),
  ])
  func segments(_ segments: [String], _ target: String) throws {
    #expect(try RequestURL("https://a.example").appending(Endpoint(segments: segments)).target == target)
  }

  @Test(arguments: [
    "", ".", "..", "%2e", "%2E%2e", ".%2e", "../admin", "a/../b", "a/..", "..\\admin", "a\\..\\b", "./a",
    "a/%2e%2e/b", "..;", "..;x", ".;", "..;/admin", "%2e%2e;x=y", "a/..;b/c", "a%2f..%2fb",
    "..%5cadmin",
  ])
  func segmentsThatLeadElsewhere(_ segment: String) throws {
    #expect(throws: TransportError.endpointLeavesOrigin) { try Endpoint(segments: ["users", segment]) }
  }

  @Test func queryIsEscaped() throws {
    let items = [
      QueryItem("q", "a&b=c#d?e/f+g h"), QueryItem("flag", nil), QueryItem("empty", ""), QueryItem("日", "本"),
    ]
    let url = try RequestURL("https://a.example/x").appending("y", query: items)
    #expect(url.target == "/x/y?q=a%26b%3Dc%23d%3Fe%2Ff%2Bg%20h&flag&empty=&%E6%97%A5=%E6%9C%AC")
    let keyed = try RequestURL("https://a.example/x?key=1").appending("y", query: [QueryItem("z", "2")])
    #expect(keyed.target == "/x/y?key=1&z=2")
    #expect(try RequestURL("https://a.example/x?key=1").appending("y").target == "/x/y?key=1")
  }
}
