import OmamoriTransport
import OmamoriTransportCurl
import Testing

@Suite("Security headers: content policies") struct ContentSecurityPolicyTests {
  @Test(
    arguments: [
      ([], [.contentPolicyMissing]), ([""], [.contentPolicyMissing]), ([" ; ; "], [.contentPolicyMissing]),
      (["default-src 'none'; frame-ancestors 'none'"], []),
      (["DEFAULT-SRC 'NONE'; FRAME-ANCESTORS 'SELF'"], []),
      (["default-src 'none'", "frame-ancestors 'none'"], []),
      (["default-src 'none', frame-ancestors 'none'"], []),
      (["default-src 'self'"], [.contentPolicyFramable]),
      (["default-src 'self'; frame-ancestors *"], [.contentPolicyFramable]),
      (["default-src 'self'; frame-ancestors https:"], [.contentPolicyFramable]),
      (["default-src 'self'; frame-ancestors https://a.example"], []),
      (["default-src 'self'; frame-ancestors"], []),
      (["frame-ancestors 'none'"], [.contentPolicyOpen]),
      (["img-src 'self'; frame-ancestors 'none'"], [.contentPolicyOpen]),
      (["default-src 'self' 'unsafe-inline'; frame-ancestors 'none'"], [.contentPolicyInline]),
      (["default-src 'self'; script-src 'unsafe-inline'; frame-ancestors 'none'"], [.contentPolicyInline]),
      (["default-src 'unsafe-inline'; script-src 'self'; frame-ancestors 'none'"], []),
      (["default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"], []),
      (["script-src 'unsafe-inline' 'nonce-abc'; frame-ancestors 'none'"], []),
      (["script-src 'unsafe-inline' 'sha256-abc='; frame-ancestors 'none'"], []),
      (["script-src 'unsafe-inline' 'strict-dynamic'; frame-ancestors 'none'"], []),
      (["script-src 'UNSAFE-INLINE' 'NONCE-aB+/-_09=='; frame-ancestors 'none'"], []),
      (["script-src 'sha384-AB_-' 'unsafe-inline'; frame-ancestors 'none'"], []),
      (["script-src 'unsafe-eval'; frame-ancestors 'none'"], [.contentPolicyEval]),
      (
        ["script-src 'unsafe-inline' 'unsafe-eval' *; frame-ancestors 'none'"],
        [.contentPolicyInline, .contentPolicyEval, .contentPolicyAnySource]
      ),
      (["script-src https:; frame-ancestors 'none'"], [.contentPolicyAnySource]),
      (["script-src data:; frame-ancestors 'none'"], [.contentPolicyAnySource]),
      (["script-src https: 'nonce-x' 'strict-dynamic'; frame-ancestors 'none'"], []),
      (["script-src 'self'; script-src *; frame-ancestors 'none'"], []),
      (["script-src *; script-src 'self'; frame-ancestors 'none'"], [.contentPolicyAnySource]),
      (["script-src *", "script-src 'none'; frame-ancestors 'none'"], []),
      (["default-src 'self'; frame-ancestors https://*"], [.contentPolicyFramable]),
      (["default-src 'self'; frame-ancestors http://*:*"], [.contentPolicyFramable]),
      (
        ["script-src 'self'; script-src-elem 'unsafe-inline'; frame-ancestors 'none'"], [.contentPolicyInline]
      ),
      (
        ["script-src 'self'; script-src-attr 'unsafe-inline'; frame-ancestors 'none'"], [.contentPolicyInline]
      ),
      (["script-src 'self'; script-src-elem *; frame-ancestors 'none'"], [.contentPolicyAnySource]),
      (["script-src *; script-src-elem 'self'; frame-ancestors 'none'"], [.contentPolicyAnySource]),
      (["script-src-elem 'self'; frame-ancestors 'none'"], [.contentPolicyOpen]),
      (["script-src https://*:443; frame-ancestors 'none'"], [.contentPolicyAnySource]),
      (["default-src\t'none';\tframe-ancestors\t'none'"], []),
    ] as [([String], [HeaderRule])])
  func contentPolicy(_ values: [String], _ rules: [HeaderRule]) throws {
    let service = try HeaderReportTests.findings("Content-Security-Policy", values)
    #expect(service.map(\.rule) == rules)
    #expect(service.allSatisfy { $0.severity == .low })
    let page = try HeaderReportTests.findings("Content-Security-Policy", values, page: true)
    #expect(page.map(\.rule) == rules)
    #expect(page.allSatisfy { $0.severity == ($0.rule == .contentPolicyMissing ? .high : .medium) })
  }

  @Test(
    "What is no nonce and no hash by the grammar leaves 'unsafe-inline' in force",
    arguments: [
      "'nonce-'", "'nonce-!!'", "'nonce-abc", "'nonce-a b'", "'nonce-abc==='", "'nonce-=abc'", "'nonce-a=b'",
      "'nonce-='", "'noncé-abc'", "'sha256-'", "'sha512-@@'", "'sha384-ab'c'", "'sha1-abc='", "'md5-abc='",
      "nonce-abc", "'nonce_abc'", "'", "''", "'nonce-", "'sha256-abc=\"",
    ])
  func malformedNonce(_ source: String) throws {
    for policy in ["script-src 'unsafe-inline' \(source)", "default-src \(source) 'unsafe-inline'"] {
      let isASCII = source.utf8.allSatisfy { $0 < 0x80 }
      #expect(
        try HeaderReportTests.findings("Content-Security-Policy", ["\(policy); frame-ancestors 'none'"]).map(
          \.rule)
          == [isASCII ? .contentPolicyInline : .contentPolicyOpen])
    }
  }

  @Test("A directive with a character beyond ASCII is none")
  func directiveBeyondASCII() throws {
    let policy = "default-src 'none'; script-src 'self' 鍵; script-src *; frame-ancestors 'none'"
    #expect(
      try HeaderReportTests.findings("Content-Security-Policy", [policy]).map(\.rule) == [
        .contentPolicyAnySource
      ])
  }

  @Test func directivesAreReadInLowerCase() {
    let policies = ContentSecurityPolicy.policies("Default-Src 'Self'\thttps://A.example ;; IMG-src, x,, ;")
    #expect(
      policies.map(\.directives) == [
        ["default-src": ["'self'", "https://a.example"], "img-src": []], ["x": []],
      ])
  }

  @Test("A long policy is read to its end")
  func longPolicy() throws {
    let hosts = String(repeating: " https://a.example", count: 10_000)
    for (end, rules) in [("", []), (" 'unsafe-eval'", [.contentPolicyEval])] as [(String, [HeaderRule])] {
      let policy = "frame-ancestors 'none'; script-src" + hosts + end
      #expect(try HeaderReportTests.findings("Content-Security-Policy", [policy]).map(\.rule) == rules)
    }
  }

  @Test func reportOnlyPolicyProtectsNothing() throws {
    var fields = ResponseFields()
    try fields.append(
      Array("Content-Security-Policy-Report-Only: default-src 'none'; frame-ancestors 'none'".utf8))
    let rules = HeaderReport(fields, from: try HostName("a.example")).findings.map(\.rule)
    #expect(rules.contains(.contentPolicyMissing))
  }
}
