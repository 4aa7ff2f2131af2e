import OmamoriCore
import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct ProviderTokenTests {
  /// Tokens are put together here, so that no scanner takes this file for a leak.
  private static func joined(_ parts: String...) -> String { parts.joined() }

  static let tokens = [
    joined("AKIA", "M7A7XWZTSAQPVJLG"), joined("AIza", "SyB3kQ9xLmT7vRw2NpZc8HdYf5JgUe4oAi0"),
    joined("sk_live_", "9fKq2LmN8xRtVw3ZpYc7HdBs"), joined("ghp_", "Ky9Pf34qY6Nb3wWD25RQ4F5ZR3qa7y3gm1IL"),
    joined("glpat-", "x9KqLmN8xRtVw3ZpYc7H"), joined("xoxb-", "2837465019-9182736450-KqLmN8xRtVw3ZpYc7HdBsa"),
    joined("SK", "9fc27c41b7d3e8820a64d1aa425b7e0c"),
    joined("SG.", "9fKq2LmN8xRtVw3ZpYc7Hd.", "Bs9fKq2LmN8xRtVw3ZpYc7HdBs9fKq2LmN8xRtVw3Zp"),
    joined("hooks.slack.com/services/T", "9KqLm2N8x/B3ZpYc7HdBs/Kq2LmN8xRtVw3ZpYc7HdBs9f"),
    joined("dckr_pat_", "9fKq2LmN8xRtVw3ZpYc7HdBs-_a"),
    joined("glsa_", "9fKq2LmN8xRtVw3ZpYc7HdBs9fKq2LmN_1a2b3c4d"),
    joined("lin_api_", "9fKq2LmN8xRtVw3ZpYc7HdBs9fKq2LmN8xRtVw3Z"),
    joined("AGE-SECRET-KEY-1", "QYQSZQGPQYQSZQGPQYQSZQG2PQYQSZQGP4QYQSZQGP7QYQSZQGPQY9SZQG"),
    joined(
      "eyJ", "hbGciOiJIUzI1NiJ9.eyJzdWIiOiJtb29uLTQ0MTEiLCJyb2xlIjoib3duZXIifQ.",
      "Kq2LmN8xRtVw3ZpYc7HdBs9fKq2LmN8x"),
  ]

  @Test(arguments: tokens) func speaksInEveryKindOfFile(_ token: String) {
    expect(ProviderToken.self, in: "let key = \"⟦\(token)⟧\"\n", path: "App.swift")
    expect(ProviderToken.self, in: "API_KEY=⟦\(token)⟧\n", path: ".env")
    expect(ProviderToken.self, in: "<string>⟦\(token)⟧</string>", path: "Config.plist", confidence: .high)
    expect(ProviderToken.self, in: "{\"a\": \"⟦\(token)⟧\", \"b\": \"\(token)\"}", path: "config.json")
  }

  @Test(arguments: [
    "AKIAIOSFODNN7EXAMPLE", "AKIAM7A7XWZTSAQPVJL", "AKIAM7A7XWZTSAQPVJLGX", "xAKIAM7A7XWZTSAQPVJLG", "AKIA",
    "ghp_Ky9Pf34qY6Nb3wWD25RQ4F5ZR3qa7y3gm1IM", "pk_live_9fKq2LmN8xRtVw3ZpYc7HdBs", "sk_live_", "sk-",
    "SK00000000000000000000000000000000", "eyJhbGciOiJub25lIn0.eyJzdWIiOiJtb29uLTQ0MTEifQ.", "eyJ.eyJ.eyJ",
    "SG.documentation.page", "hooks.slack.com/services/TXXXX/BXXXX/yourtokenyourtokenyourtoken",
    "lin_api_key_name", "AAAA", "sk-button-primary-large-with-icon-and-a-very-long-class-name-indeed",
  ])
  func isSilent(_ text: String) { expect(ProviderToken.self, in: "key = \(text)\n", path: "notes.txt") }

  @Test func theExampleSpeaksAndItsRepairIsSilent() {
    for (source, count) in [
      (ProviderToken.metadata.example.bad, 1), (ProviderToken.metadata.example.good, 0),
    ] {
      #expect(ProviderTokens.all(in: Array(source.utf8)).count == count)
    }
  }

  @Test func aKeyOfAClientIsPublic() {
    expect(
      ProviderToken.self, in: "<script>key=⟦\(Self.tokens[1])⟧</script>", path: "Help.html", severity: .info)
    expect(
      ProviderToken.self,
      in: "<key>GCM_SENDER_ID</key><string>1</string><string>⟦\(Self.tokens[1])⟧</string>",
      path: "Firebase-Beta.plist", severity: .info)
    expect(ProviderToken.self, in: "<script>key=\(Self.tokens[1])</script>", path: "Fixtures/page.html")
    expect(ProviderToken.self, in: "let key = \"⟦\(Self.tokens[1])⟧\"", path: "App.swift", severity: .high)
  }

  @Test(arguments: [
    (#"{"alg":"ES256","typ":"oauth-authz-req+jwt"}"#, #"{"iss":"moon"}"#),
    (#"{"alg":"ES256"}"#, #"{"aud":"https://issuer.domain.ch","iat":1760000000}"#),
    (#"{"alg":"HS256"}"#, #"{"sub":"moon-4411","exp":1516239022}"#),
    (#"{"alg":"HS256"}"#, #"{"sub":"moon-4411","exp":1600000000}"#),
  ])
  func aTokenThatOpensNothingIsNoSecret(_ header: String, _ claims: String) {
    func part(_ text: String) -> String { Base64URL.encode(Array(text.utf8)) }
    let token = part(header) + "." + part(claims) + ".Kq2LmN8xRtVw3ZpYc7HdBs9fKq2LmN8x"
    expect(ProviderToken.self, in: "let token = \"\(token)\"", path: "App.swift")
    #expect(SignedToken(token)?.mayOpenSomething == false)
  }

  @Test func aTokenInTestsIsLow() {
    let text = TextSource(path: "T.swift", context: .test, bytes: Array(Self.tokens[0].utf8))
    var report = FileReport(text)
    ProviderToken().check(text, &report)
    #expect(report.findings.map(\.severity) == [.low])
    #expect(report.maskedFindings.allSatisfy { !$0.snippet.contains(Self.tokens[0]) })
  }

  @Test(.timeLimit(.minutes(1)), arguments: ["eyJ.", "sk-", "AAAA", "a", "SG."]) func isLinear(_ part: String)
  {
    let bytes = Array(String(repeating: part, count: 100_000).utf8)
    #expect(ProviderTokens.all(in: bytes).isEmpty)
  }

  /// What ends after hours has ended in a test that was written long ago.
  @Test(arguments: [("ASIA", FileContext.test, 0), ("ASIA", .app, 1), ("AKIA", .test, 1)])
  func keysOfASession(_ prefix: String, _ context: FileContext, _ count: Int) {
    let text = TextSource(
      path: "a.cc", context: context, bytes: Array("id = \"\(prefix)M7A7XWZTSAQPVJLG\"".utf8))
    var report = FileReport(text)
    ProviderToken().check(text, &report)
    #expect(report.maskedFindings.count == count)
  }
}
