import OmamoriCore
import OmamoriTransport
import OmamoriTransportCurl
import Testing

@Suite struct RedirectMachineTests {
  static let start = "https://api.example.com/v1/a"
  static let fields: KeyValuePairs<String, String> = [
    "Authorization": "Bearer x", "Cookie": "a=b", "X-API-Key": "k", "X-Custom": "c",
    "Referer": "https://r.example",
    "Origin": "https://o.example", "Accept": "text/plain", "User-Agent": "agent", "Content-Language": "ja",
  ]

  static func policy(_ redirects: RedirectRule) throws -> TransportPolicy {
    let rules = try ["api.example.com", "cdn.example.net", "10.0.0.1"].map {
      HostRule(try HostPattern(try HostName($0), subdomains: .excluded))
    }
    return try TransportPolicy(rules: rules, unlistedHosts: .trusted, redirects: redirects)
  }

  static func machine(
    _ redirects: RedirectRule, _ method: HTTPMethod = .get, body: RequestBody = .none, url: String = start
  ) throws -> RedirectMachine {
    let request = try HTTPRequest(method, RequestURL(url), headers: HeaderFields(fields), body: body)
    return RedirectMachine(request, policy: try policy(redirects))
  }

  /// The request that follows, or `nil` when the response is delivered.
  static func follow(
    _ machine: inout RedirectMachine, _ status: Int, _ locations: String...
  ) throws(TransportError) -> HTTPRequest? {
    switch try machine.handle(status: status, locations: locations) {
    case .deliver: nil
    case .follow(let request, let policy): policy.host == request.url.host ? request : nil
    }
  }

  @Test(arguments: [200, 201, 204, 300, 304, 305, 306, 309, 399, 400, 404, 500, 100, 0])
  func otherStatusesAreDelivered(_ status: Int) throws {
    var machine = try Self.machine(.listedHosts(limit: 5))
    #expect(try Self.follow(&machine, status, "/b") == nil)
  }

  @Test(arguments: [301, 302, 303, 307, 308])
  func theRuleNoneDelivers(_ status: Int) throws {
    var machine = try Self.machine(.none)
    #expect(try Self.follow(&machine, status, "http://evil.example/") == nil)
  }

  @Test(arguments: [301, 302, 303, 307, 308])
  func withoutLocationItIsDelivered(_ status: Int) throws {
    var machine = try Self.machine(.sameOrigin(limit: 5))
    guard case .deliver = try machine.handle(status: status, locations: []) else {
      Issue.record("there is nowhere to go")
      return
    }
  }

  @Test(
    arguments: [
      (301, .get, .get), (302, .get, .get), (303, .get, .get), (307, .get, .get), (308, .get, .get),
      (301, .head, .head),
      (303, .head, .head), (301, .post, .get), (302, .post, .get), (303, .post, .get), (307, .post, .post),
      (308, .post, .post), (301, .put, .put), (302, .put, .put), (303, .put, .get), (307, .put, .put),
      (301, .patch, .patch), (303, .patch, .get), (308, .patch, .patch), (302, .delete, .delete),
      (303, .delete, .get),
      (303, .options, .get), (302, .options, .options),
    ] as [(Int, HTTPMethod, HTTPMethod)])
  func methods(_ status: Int, _ method: HTTPMethod, _ next: HTTPMethod) throws {
    let body: RequestBody = method.allowsBody ? .bytes(Data([1]), .json) : .none
    var machine = try Self.machine(.sameOrigin(limit: 1), method, body: body)
    let request = try #require(try Self.follow(&machine, status, "b"))
    #expect(request.method == next)
    #expect(request.body.isPresent == (method.allowsBody && next == method))
    #expect(request.headers.contains("Content-Language") == (next == method && method.allowsBody))
    #expect(request.url.text == "https://api.example.com/v1/b")
    #expect(request.headers.values("Authorization") == ["Bearer x"], "the origin is the same")
  }

  @Test(arguments: [
    ("/b", "https://api.example.com/b"), ("b?c=d#e", "https://api.example.com/v1/b?c=d"),
    ("..", "https://api.example.com/"),
    ("https://API.example.com.:443/b", "https://api.example.com/b"),
    ("//api.example.com/b", "https://api.example.com/b"),
    ("?x", "https://api.example.com/v1/a?x"),
  ])
  func sameOrigin(_ location: String, _ target: String) throws {
    for rule in [RedirectRule.sameOrigin(limit: 1), .listedHosts(limit: 1)] {
      var machine = try Self.machine(rule)
      #expect(try Self.follow(&machine, 302, location)?.url.text == target)
    }
  }

  @Test(arguments: [
    "https://cdn.example.net/", "https://api.example.com:8443/", "https://10.0.0.1/", "//cdn.example.net/b",
    "https://www.api.example.com/", "https://example.com/", "https://api.example.com.evil.example/",
  ])
  func otherOriginsAreNotTheSame(_ location: String) throws {
    var machine = try Self.machine(.sameOrigin(limit: 5))
    #expect(throws: TransportError.redirectRefused) { try Self.follow(&machine, 302, location) }
  }

  @Test(arguments: [
    "http://api.example.com/", "http://api.example.com/v1/b", "HTTP://cdn.example.net/",
    "ftp://api.example.com/",
    "javascript:alert(1)", "data:text/html,x", "file:///etc/passwd", "https:api.example.com", "https:///",
    "https://user@api.example.com/", "https://api.example.com@evil.example/", "https://evil.example/",
    "//evil.example/", "\\\\evil.example/", "/\\evil.example/", "https://evil.example\\@api.example.com/",
    "https://exämple.com/", "https://api.example.com/\r\nX: y", "https://api.example.com/ b",
    "https://cdn.example.net.evil.example/",
    "https://sub.cdn.example.net/", "https://10.0.0.2/", "https://0x0a.0.0.1/", "https://api.example.com:0/",
    "b c", "%",
  ])
  func refused(_ location: String) throws {
    var machine = try Self.machine(.listedHosts(limit: 5))
    #expect(throws: TransportError.redirectRefused) { try Self.follow(&machine, 302, location) }
  }

  @Test(arguments: ["https://cdn.example.net/x", "https://api.example.com:8443/", "https://10.0.0.1/"])
  func credentialsStayWithTheirOrigin(_ location: String) throws {
    var machine = try Self.machine(.listedHosts(limit: 5))
    let request = try #require(try Self.follow(&machine, 307, location))
    #expect(request.headers.fields.map(\.name) == ["Accept", "User-Agent"])
    let back = try #require(try Self.follow(&machine, 307, Self.start + "/b"))
    #expect(
      back.headers.fields.map(\.name) == ["Accept", "User-Agent"], "what was dropped does not come back")
  }

  @Test(arguments: [307, 308])
  func aBodyNeverGoesToAnotherOrigin(_ status: Int) throws {
    var machine = try Self.machine(.listedHosts(limit: 5), .post, body: .bytes(Data([1]), .json))
    #expect(throws: TransportError.redirectRefused) {
      try Self.follow(&machine, status, "https://cdn.example.net/")
    }
    var changed = try Self.machine(.listedHosts(limit: 5), .post, body: .bytes(Data([1]), .json))
    let request = try #require(try Self.follow(&changed, 303, "https://cdn.example.net/"))
    #expect(request.method == .get && !request.body.isPresent)
  }

  @Test func aStreamIsNotSentTwice() throws {
    let stream = RequestBody.stream(length: nil, .bytes) { nil }
    var machine = try Self.machine(.sameOrigin(limit: 5), .post, body: stream)
    #expect(throws: TransportError.redirectRefused) { try Self.follow(&machine, 307, "/b") }
    var changed = try Self.machine(.sameOrigin(limit: 5), .post, body: stream)
    #expect(try Self.follow(&changed, 303, "/b")?.body.isPresent == false)
  }

  @Test(arguments: [-1, 0, 1, 5])
  func limit(_ limit: Int) throws {
    var machine = try Self.machine(.sameOrigin(limit: limit))
    for hop in 0..<max(limit, 0) { #expect(try Self.follow(&machine, 302, "/\(hop)") != nil) }
    #expect(throws: TransportError.redirectRefused) { try Self.follow(&machine, 302, "/last") }
  }

  @Test func loops() throws {
    var machine = try Self.machine(.sameOrigin(limit: 100))
    #expect(throws: TransportError.redirectRefused) { try Self.follow(&machine, 302, Self.start) }
    _ = try Self.follow(&machine, 302, "/b")
    _ = try Self.follow(&machine, 302, "/c")
    for seen in ["/c", "/b", Self.start, "/c#again", "//API.example.com:443/b"] {
      #expect(throws: TransportError.redirectRefused) { try Self.follow(&machine, 302, seen) }
    }
    #expect(try Self.follow(&machine, 302, "/d") != nil)
  }

  @Test func postThenGetOfTheSameIsNoLoop() throws {
    var machine = try Self.machine(.sameOrigin(limit: 2), .post, body: .bytes(Data(), .json))
    #expect(try Self.follow(&machine, 303, Self.start)?.method == .get)
  }

  @Test func severalLocations() throws {
    var machine = try Self.machine(.sameOrigin(limit: 2))
    #expect(throws: TransportError.redirectRefused) { try Self.follow(&machine, 302, "/b", "/c") }
    #expect(try Self.follow(&machine, 302, "/b", "/b") != nil)
  }

  @Test func aHopHasThePolicyOfItsHost() throws {
    let pins = try PinSet(leaf: [CertificatePin(base64: SampleChain.leafKey)], requiresBackup: false)
    let (api, cdn) = (try HostName("api.example.com"), try HostName("cdn.example.net"))
    let policy = try TransportPolicy(
      rules: [
        HostRule(try HostPattern(api, subdomains: .excluded)),
        HostRule(try HostPattern(cdn, subdomains: .excluded), pins: pins, minimumVersion: .tls12),
      ], unlistedHosts: .refused, redirects: .listedHosts(limit: 3))
    var machine = RedirectMachine(try HTTPRequest(.get, RequestURL(Self.start)), policy: policy)
    guard case .follow(_, let hop) = try machine.handle(status: 302, locations: ["https://cdn.example.net/"])
    else {
      Issue.record("the hop is allowed")
      return
    }
    #expect(try hop == policy.policy(for: cdn))
    #expect(hop.pins == pins && hop.minimumVersion == .tls12)
  }
}
