import Testing

@testable import OmamoriAuditLog

@Suite struct SecretScreeningTests {
  private static let all = Set(SecretShape.allCases)

  @Test(arguments: [
    ("login eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl ok", SecretShape.token),
    ("card 4111 1111 1111 1111.", .cardNumber), ("5500-0000-0000-0004", .cardNumber),
    ("pan=340000000000009", .cardNumber), ("Authorization: Bearer abcdef0123456789", .bearer),
    ("bearer: 0123456789abcdef", .bearer), ("mail to mika@example.co.jp, please", .email),
    ("<o.k-1+x@sub.example.com>", .email), ("AKIAIOSFODNN7EXAMPLE1", .accessKey),
    ("key ghp_0123456789abcdefghijklmnopqrstuvwxyz", .accessKey),
    ("-----BEGIN EC PRIVATE KEY-----\nMHcCAQ\n-----END EC PRIVATE KEY-----\n", .privateKey),
    ("x -----BEGIN PRIVATE KEY-----\nMIIEv", .privateKey),
  ])
  func secretsAreFound(_ text: String, _ shape: SecretShape) throws {
    #expect(SecretFinder.secrets(in: text, Self.all).map(\.1) == [shape])
    let redacted = try #require(try SecretScreening.redact.screened(text, for: Self.all))
    #expect(redacted.contains("[redacted \(shape.rawValue)]"))
    #expect(try SecretScreening.redact.screened(redacted, for: Self.all) == nil)
    #expect(throws: AuditLogError.event(.containsSecret)) {
      try SecretScreening.refuse.screened(.text(text))
    }
  }

  @Test(arguments: [
    "the user signed in from 192.0.2.1", "id 550e8400-e29b-41d4-a716-446655440000",
    "time 1767225600123456789", "4111 1111 1111 1112", "bearer of news", "a@b", "@home", "x@.com",
    "eyJ and eyJhbGci", "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----",
    "order 12345678901234567890123", "sk-", "日本語のテキスト", "",
  ])
  func otherTextsStay(_ text: String) throws {
    #expect(try SecretScreening.refuse.screened(.text(text)) == .text(text))
  }

  @Test func numbersAndBytesAreLookedThrough() throws {
    #expect(try SecretScreening.redact.screened(.integer(4_111_111_111_111_111)) == "[redacted card-number]")
    #expect(try SecretScreening.redact.screened(.integer(1_767_225_600_123)) == 1_767_225_600_123)
    #expect(
      try SecretScreening.redact.screened(.bytes(Array("mika@example.com".utf8))) == "[redacted e-mail]")
    #expect(try SecretScreening.redact.screened(.bytes([0, 1, 2])) == .bytes([0, 1, 2]))
  }

  @Test func severalInOneTextAreFoundInOrder() throws {
    let text = "mika@example.com paid with 4111111111111111 (Bearer abcdefgh12345678)"
    #expect(
      try SecretScreening.redact.screened(text, for: Self.all)
        == "[redacted e-mail] paid with [redacted card-number] ([redacted bearer])")
  }

  @Test func hostileTextsTakeNoTime() {
    for piece in ["@", "a.", "-----BEGIN ", "eyJ", "1 ", "bearer ", "a@", "4-"] {
      let text = String(repeating: piece, count: 4096 / piece.utf8.count)
      let time = ContinuousClock().measure { _ = SecretFinder.secrets(in: text, Self.all) }
      #expect(time < .milliseconds(500))
    }
    for text in [String(repeating: "eyJ-", count: 50_000), "a@b" + String(repeating: "-", count: 200_000)] {
      let time = ContinuousClock().measure { _ = SecretFinder.secrets(in: text, Self.all) }
      #expect(time < .seconds(5), "\(text.prefix(8))")
    }
  }
}
