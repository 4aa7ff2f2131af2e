import OmamoriTransport
import OmamoriTransportCurl
import Testing

@Suite struct HeaderReportTests {
  typealias Severity = HeaderFinding.Severity

  /// A response in which nothing is wrong.
  static let good: [(String, String)] = [
    ("Content-Type", "application/json"),
    ("Strict-Transport-Security", "max-age=31536000; includeSubDomains"),
    ("X-Content-Type-Options", "nosniff"),
    ("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"), ("Cache-Control", "no-store"),
    ("Referrer-Policy", "no-referrer"),
  ]

  /// What is found when all fields of a name are replaced by these values.
  static func findings(
    _ name: String, _ values: [String], page: Bool = false, host: String = "api.example.com"
  ) throws
    -> [HeaderFinding]
  {
    var fields = ResponseFields()
    for (key, value) in good where key != name {
      try fields.append(Array("\(key): \(page && key == "Content-Type" ? "text/html" : value)".utf8))
    }
    for value in values { try fields.append(Array("\(name): \(value)\r\n".utf8)) }
    return HeaderReport(fields, from: try HostName(host)).findings
  }

  @Test func nothingWrong() throws {
    #expect(try Self.findings("X-Nothing", []).isEmpty)
    #expect(try Self.findings("X-Nothing", [], page: true).isEmpty)
  }

  @Test func namesHaveNoCase() throws {
    #expect(
      try Self.findings("strict-transport-security", ["max-age=0"]).map(\.rule) == [
        .transportSecurityRepeated
      ])
  }

  @Test(
    arguments: [
      ([], [.transportSecurityMissing]), (["max-age=31536000; includeSubDomains"], []),
      (["max-age=15768000; includeSubDomains"], []),
      (["max-age=15767999; includeSubDomains"], [.transportSecurityShort]),
      (["max-age=0"], [.transportSecurityDisabled]),
      (["max-age=0; includeSubDomains"], [.transportSecurityDisabled]),
      (["max-age=\"0\""], [.transportSecurityDisabled]), (["max-age=00"], [.transportSecurityDisabled]),
      (["max-age=63072000"], [.transportSecurityWithoutSubdomains]),
      (["MAX-AGE=63072000; INCLUDESUBDOMAINS; preload"], []),
      (["max-age=\"63072000\"; includesubdomains"], []),
      (["includeSubDomains; max-age=63072000"], []), ([" max-age = 63072000 ; includeSubDomains ; "], []),
      (["; ; max-age=63072000; includeSubDomains"], []),
      (["max-age=63072000; includeSubDomains; x=y; z"], []),
      (["max-age=99999999999999999999999; includeSubDomains"], []),
      (["includeSubDomains"], [.transportSecurityMalformed]), ([""], [.transportSecurityMalformed]),
      (["max-age"], [.transportSecurityMalformed]), (["max-age="], [.transportSecurityMalformed]),
      (["max-age=-1"], [.transportSecurityMalformed]), (["max-age=1e9"], [.transportSecurityMalformed]),
      (["max-age=31536000 includeSubDomains"], [.transportSecurityMalformed]),
      (["max-age=31536000, includeSubDomains"], [.transportSecurityMalformed]),
      (["max-age=31536000; max-age=31536000"], [.transportSecurityMalformed]),
      (["max-age=31536000; includeSubDomains; includeSubDomains"], [.transportSecurityMalformed]),
      (["max-age=\"31536000; includeSubDomains"], [.transportSecurityMalformed]),
      (["max-age='31536000'; includeSubDomains"], [.transportSecurityMalformed]),
      (["x-max-age=31536000"], [.transportSecurityMalformed]),
      (["max-age=31536000; includeSubDomains=1"], [.transportSecurityMalformed]),
      (["max-age=31536000; includeSubDomains=false"], [.transportSecurityMalformed]),
      (["includeSubDomains=\"\"; max-age=31536000"], [.transportSecurityMalformed]),
      (["max-age=31536000; includeSubDomains="], [.transportSecurityMalformed]),
      (["max-age=31536000; includeSubDomains; =1"], [.transportSecurityMalformed]),
      (["max-age=31536000; includeSubDomains; preload=1"], []),
      (
        ["max-age=31536000; includeSubDomains; a=" + String(repeating: "a", count: 1024)],
        [.transportSecurityMalformed]
      ),
      (
        ["max-age=31536000; includeSubDomains", "max-age=31536000; includeSubDomains"],
        [.transportSecurityRepeated]
      ),
      (
        ["max-age=0", "max-age=31536000; includeSubDomains"],
        [.transportSecurityRepeated, .transportSecurityDisabled]
      ),
    ] as [([String], [HeaderRule])])
  func transportSecurity(_ values: [String], _ rules: [HeaderRule]) throws {
    #expect(try Self.findings("Strict-Transport-Security", values).map(\.rule) == rules)
  }

  @Test func transportSecurityMeansNothingForAddresses() throws {
    #expect(try Self.findings("Strict-Transport-Security", [], host: "10.0.0.1").isEmpty)
    #expect(try Self.findings("Strict-Transport-Security", [], host: "::1").isEmpty)
  }

  @Test(
    arguments: [
      ([], [.sniffingAllowed]), (["nosniff"], []), (["NoSniff"], []), (["nosniff, nosniff"], []),
      (["nosniff", "x"], []),
      (["nosniff; x"], [.sniffingOptionWrong]), (["sniff"], [.sniffingOptionWrong]),
      ([""], [.sniffingAllowed]), ([", nosniff"], [.sniffingOptionWrong]),
      (["", "nosniff"], [.sniffingOptionWrong]), (["\"nosniff\""], [.sniffingOptionWrong]),
      (["x, nosniff"], [.sniffingOptionWrong]), (["x", "nosniff"], [.sniffingOptionWrong]),
    ] as [([String], [HeaderRule])])
  func sniffing(_ values: [String], _ rules: [HeaderRule]) throws {
    #expect(try Self.findings("X-Content-Type-Options", values).map(\.rule) == rules)
  }

  @Test func cookieOfAnyLengthIsBounded() throws {
    let end = "; Path=/; Secure; HttpOnly; SameSite=Strict"
    let room = 8192 - end.utf8.count - 2
    for (length, rules) in [(room, []), (room + 1, [.cookieMalformed])] as [(Int, [HeaderRule])] {
      let value = "a=" + String(repeating: "b", count: length) + end
      #expect(try Self.findings("Set-Cookie", [value]).map(\.rule) == rules)
    }
  }

  @Test(
    arguments: [
      ("DENY", []), ("sameorigin", []), ("ALLOWALL", [.contentPolicyFramable]),
      ("", [.contentPolicyFramable]),
      ("DENY, ALLOWALL", []), ("ALLOWALL, sameorigin", []), ("ALLOWALL, x", []), ("DENY, DENY", []),
      ("DENY,", []), ("ALLOWALL, allowall", [.contentPolicyFramable]), ("x, y", [.contentPolicyFramable]),
      ("\"DENY, x\"", [.contentPolicyFramable]), ("ALLOW-FROM https://a.example", [.contentPolicyFramable]),
      (",", [.contentPolicyFramable]),
    ] as [(String, [HeaderRule])])
  func olderFrameField(_ value: String, _ rules: [HeaderRule]) throws {
    let fields = try ResponseFields([
      "Strict-Transport-Security": "max-age=31536000; includeSubDomains", "X-Content-Type-Options": "nosniff",
      "Content-Security-Policy": "default-src 'none'", "Cache-Control": "no-store",
      "Referrer-Policy": "no-referrer",
      "X-Frame-Options": value,
    ])
    #expect(HeaderReport(fields, from: try HostName("a.example")).findings.map(\.rule) == rules)
  }

  @Test("Values of several fields count together, and frame-ancestors outweighs them")
  func severalOlderFrameFields() throws {
    for (policy, isFound) in [("default-src 'none'", false), ("default-src 'none'; frame-ancestors *", true)]
    {
      var fields = ResponseFields()
      for (name, value) in Self.good where name != "Content-Security-Policy" {
        try fields.append(Array("\(name): \(value)".utf8))
      }
      for line in [
        "Content-Security-Policy: \(policy)", "X-Frame-Options: DENY", "X-Frame-Options: ALLOWALL",
      ] {
        try fields.append(Array(line.utf8))
      }
      let rules = HeaderReport(fields, from: try HostName("a.example")).findings.map(\.rule)
      #expect(rules == (isFound ? [.contentPolicyFramable] : []))
    }
  }

  @Test(
    arguments: [
      ([], true), (["no-store"], false), (["No-Store"], false), (["private, no-store"], false),
      (["private", "no-store"], false), (["max-age=0, no-store, must-revalidate"], false),
      (["no-cache"], true),
      (["x-no-store"], true), (["no-store-x"], true), (["private=\"no-store\""], true),
      (["private=\"a, no-store\""], true),
      (["private=\"a\", no-store"], false), (["no-store=1"], false), (["\"no-store\""], true),
      (["no-store; x"], true),
      (["max-age=\"1, no-store"], true), ([", , no-store ,"], false), ([""], true),
    ] as [([String], Bool)])
  func caching(_ values: [String], _ isFound: Bool) throws {
    #expect(try Self.findings("Cache-Control", values).map(\.rule) == (isFound ? [.cacheable] : []))
  }

  @Test(
    arguments: [
      ([], [.referrerMissing]), ([""], [.referrerMissing]), (["no-referrer"], []), (["No-Referrer"], []),
      (["same-origin"], []), (["origin"], []), (["strict-origin"], []),
      (["strict-origin-when-cross-origin"], []),
      (["origin-when-cross-origin"], []), (["unsafe-url"], [.referrerLeaks]),
      (["no-referrer-when-downgrade"], [.referrerLeaks]), (["nonsense"], [.referrerMissing]),
      (["nonsense, x", ""], [.referrerMissing]), (["unsafe-url, nonsense"], [.referrerLeaks]),
      (["unsafe-url, no-referrer"], []), (["no-referrer, unsafe-url"], [.referrerLeaks]),
      (["no-referrer, nonsense"], []), (["no-referrer", "unsafe-url"], [.referrerLeaks]),
    ] as [([String], [HeaderRule])])
  func referrer(_ values: [String], _ rules: [HeaderRule]) throws {
    #expect(try Self.findings("Referrer-Policy", values).map(\.rule) == rules)
  }

  @Test(
    arguments: [
      ([], nil, nil), (["https://a.example"], nil, nil), (["https://a.example"], "true", nil),
      (["*"], nil, .anyOrigin),
      (["*"], "false", .anyOrigin), (["*"], "True", .anyOrigin), (["*"], "true", .anyOriginWithCredentials),
      (["null"], nil, .nullOrigin), (["null"], "true", .nullOrigin), (["*", "*"], nil, .originMalformed),
      (["https://a.example, https://b.example"], nil, .originMalformed),
      (["https://a.example *"], nil, .originMalformed),
    ] as [([String], String?, HeaderRule?)])
  func origins(_ values: [String], _ credentials: String?, _ rule: HeaderRule?) throws {
    var fields = try ResponseFields([
      "Strict-Transport-Security": "max-age=31536000; includeSubDomains", "X-Content-Type-Options": "nosniff",
      "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'", "Cache-Control": "no-store",
      "Referrer-Policy": "no-referrer",
    ])
    for value in values { try fields.append(Array("Access-Control-Allow-Origin: \(value)".utf8)) }
    if let credentials { try fields.append(Array("access-control-allow-credentials: \(credentials)".utf8)) }
    let findings = HeaderReport(fields, from: try HostName("a.example")).findings
    #expect(findings.map(\.rule) == (rule.map { [$0] } ?? []))
    if credentials == "true", let rule, rule != .originMalformed {
      #expect(findings.first?.severity == .high)
    }
  }

  @Test(
    arguments: [
      ("a=b; Path=/; Secure; HttpOnly; SameSite=Strict", []), ("a=b;secure;httponly;samesite=lax", []),
      ("a=b; Secure; HttpOnly; SameSite=None", []), ("a=; Secure; HttpOnly; SameSite=Lax", []),
      ("a=b", [.cookieNotSecure, .cookieNotHTTPOnly, .cookieWithoutSameSite]),
      ("a=b; HttpOnly; SameSite=Lax", [.cookieNotSecure]),
      ("a=b; Secure; SameSite=Lax", [.cookieNotHTTPOnly]),
      ("a=b; Secure; HttpOnly", [.cookieWithoutSameSite]),
      ("a=b; Secure; HttpOnly; SameSite", [.cookieWithoutSameSite]),
      ("a=b; Secure; HttpOnly; SameSite=Strong", [.cookieWithoutSameSite]),
      ("a=b; Secure; HttpOnly; SameSite=Strict; SameSite=None", []),
      ("a=b; Secure; HttpOnly; SameSite=Strict; SameSite=x", [.cookieWithoutSameSite]),
      ("a=b; HttpOnly; SameSite=None", [.cookieNotSecure, .cookieSameSiteNone]),
      ("a=Secure; HttpOnly; SameSite=Lax", [.cookieNotSecure]),
      ("Secure=1; HttpOnly; SameSite=Lax", [.cookieNotSecure]),
      ("a=b; SecureX; HttpOnly; SameSite=Lax", [.cookieNotSecure]),
      ("a=b; Secure=false; HttpOnly; SameSite=Lax", []),
      ("__Host-a=b; Path=/; Secure; HttpOnly; SameSite=Lax", []),
      ("__Host-a=b; Secure; HttpOnly; SameSite=Lax", [.cookiePrefixBroken]),
      ("__Host-a=b; Path=/x; Secure; HttpOnly; SameSite=Lax", [.cookiePrefixBroken]),
      ("__host-a=b; Path=/; Domain=a.example; Secure; HttpOnly; SameSite=Lax", [.cookiePrefixBroken]),
      ("__Host-a=b; Path=/; HttpOnly; SameSite=Lax", [.cookieNotSecure, .cookiePrefixBroken]),
      ("__Secure-a=b; Secure; HttpOnly; SameSite=Lax", []),
      ("__SECURE-a=b; HttpOnly; SameSite=Lax", [.cookieNotSecure, .cookiePrefixBroken]),
      ("no pair", [.cookieMalformed]), ("", [.cookieMalformed]), ("=b; Secure", [.cookieMalformed]),
      ("; Secure; HttpOnly", [.cookieMalformed]),
    ] as [(String, [HeaderRule])])
  func cookies(_ value: String, _ rules: [HeaderRule]) throws {
    let findings = try Self.findings("Set-Cookie", [value])
    #expect(findings.map(\.rule) == rules)
    #expect(findings.allSatisfy { $0.cookie == 1 })
  }

  @Test func everyCookieIsJudged() throws {
    let findings = try Self.findings(
      "Set-Cookie", ["a=b; Secure; HttpOnly; SameSite=Lax", "c=d; Secure; HttpOnly"])
    #expect(findings == [HeaderFinding(.cookieWithoutSameSite, .low, cookie: 2)])
  }

  @Test(
    arguments: [
      ("Server", "nginx", nil), ("Server", "nginx/1.22.1", .serverVersion),
      ("Server", "Apache/2.4 (Debian)", .serverVersion),
      ("X-Powered-By", "PHP", .poweredBy), ("X-AspNet-Version", "4.0", .poweredBy),
      ("X-AspNetMvc-Version", "5", .poweredBy),
      ("X-Generator", "Drupal", .poweredBy), ("X-XSS-Protection", "0", nil),
      ("Public-Key-Pins", "pin-sha256=\"x\"", nil),
      ("Expect-CT", "max-age=0", nil),
    ] as [(String, String, HeaderRule?)])
  func disclosureAndDeadFields(_ name: String, _ value: String, _ rule: HeaderRule?) throws {
    #expect(try Self.findings(name, [value]).map(\.rule) == (rule.map { [$0] } ?? []))
  }

  @Test func policies() throws {
    let host = try HostName("a.example")
    let poor = try ResponseFields(["Content-Type": "application/json"])
    #expect(try HeaderPolicy.off.check(poor, from: host) == nil)
    #expect(try HeaderPolicy.report.check(poor, from: host) == HeaderReport(poor, from: host))
    for severity in Severity.allCases {
      let refused = HeaderReport(poor, from: host).findings.filter { $0.severity >= severity }
      #expect(!refused.isEmpty)
      #expect(throws: TransportError.insecureHeaders(refused)) {
        try HeaderPolicy.require(severity).check(poor, from: host)
      }
    }
    var fields = ResponseFields()
    for (name, value) in Self.good { try fields.append(Array("\(name): \(value)".utf8)) }
    #expect(try HeaderPolicy.require(.low).check(fields, from: host)?.findings == [])
  }

  private static func isPage(_ types: [String], nosniff: Bool = false, length: Int? = nil, status: Int = 200)
    throws -> Bool
  {
    var fields = ResponseFields()
    for type in types { try fields.append(Array("Content-Type: \(type)".utf8)) }
    if nosniff { try fields.append(Array("X-Content-Type-Options: nosniff".utf8)) }
    if let length { try fields.append(Array("Content-Length: \(length)".utf8)) }
    let findings = HeaderReport(fields, from: try HostName("a.example"), status: status).findings
    let missing = try #require(findings.first { $0.rule == .contentPolicyMissing })
    return missing.severity == .high
  }

  @Test(
    "A page is what a browser shows as one, with nosniff or without",
    arguments: [
      ["text/html; charset=utf-8"], ["application/xhtml+xml"], ["image/svg+xml"], ["text/xml"],
      ["application/xml"], ["application/atom+xml"], ["multipart/x-mixed-replace; boundary=a"], ["nonsense"],
      ["application/json", "text/html"], ["application/json, text/html"],
    ])
  func pages(_ types: [String]) throws {
    #expect(try Self.isPage(types) && Self.isPage(types, nosniff: true))
  }

  @Test(arguments: [
    ["application/json"], ["text/plain"], ["application/octet-stream"], ["text/htmlx"],
    ["multipart/mixed; boundary=a"],
  ])
  func noPages(_ types: [String]) throws {
    #expect(try !Self.isPage(types) && !Self.isPage(types, nosniff: true))
  }

  @Test(
    "Without a type a browser looks for a page in the content, unless nosniff forbids it or there is none",
    arguments: [[], [""], ["*/*"], ["unknown/unknown"], ["Application/Unknown; a=b"]])
  func sniffedPages(_ types: [String]) throws {
    #expect(try Self.isPage(types) && Self.isPage(types, length: 1, status: 404))
    #expect(try !Self.isPage(types, nosniff: true))
    #expect(try !Self.isPage(types, length: 0))
    for status in [204, 205, 304] { #expect(try !Self.isPage(types, status: status)) }
  }
}
