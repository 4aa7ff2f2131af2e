import OmamoriCore
import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

/// Texts of programs: what opens something is found and masked, names and patterns of secrets are not.
@Suite struct SecretInBinaryStringsTests {
  private static func program(_ texts: [String], in section: String = "__cstring") -> MachOBuilder {
    var builder = MachOBuilder()
    builder.segments[0].sections = [
      MachOBuilder.Section(
        section, flags: section == "__cstring" ? 2 : 0, texts.flatMap { Array($0.utf8) + [0] })
    ]
    return builder
  }

  private static let key = "AKIA" + "M7A7XWZTSAQPVJLG"
  private static let pem =
    "-----BEGIN EC PRIVATE " + "KEY-----\nMHcCAQEEIBz8Q1mJ3t0VnWk5yXrPq7L2sUoEhTfGd9aKcNbMvRxAoAoGCCqGSM49\n"
    + "AwEHoUQDQgAEkY1pZ6sW3hT8nXfB0vJqLmRcD5oUe2GtK9iHbQrNwSxP7aVzMyEF\n-----END EC PRIVATE " + "KEY-----\n"

  @Test(arguments: [
    (key, Severity.critical), (pem, .critical), ("https://deploy:Tsuk1m19f27@builds.example.jp/app", .high),
    ("mongodb+srv://ledger:p9fQ27xLm@cluster0.example.net/prod", .high),
    ("api_secret=9fQ27xLmZ04kTr81", .high), ("password: Tsuki2024!x", .high),
  ])
  func whatOpensSomethingIsFound(text: String, severity: Severity) throws {
    for section in ["__cstring", "__const"] {
      let builder = Self.program(["welcome", text], in: section)
      let found = try findings(of: SecretInBinaryStrings.self, in: builder)
      #expect(found.map(\.severity) == [severity], "\(text) in \(section)")
      for secret in [Self.key, "Tsuk1m19f27", "p9fQ27xLm", "9fQ27xLmZ04kTr81", "Tsuki2024!x", "MHcCAQEE"] {
        #expect(found.allSatisfy { !$0.snippet.contains(secret) && !$0.message.english.contains(secret) })
      }
      #expect(
        try findings(of: SecretInBinaryStrings.self, in: MachOBuilder.fat([builder, builder])).count == 1)
    }
  }

  @Test(arguments: [
    "password", "api_key", "password=%@", "token: %s", "Enter your password: ", "https://%@:%@@%@/",
    "https://user:password@example.com/", "ssh://git@example.jp/repo.git", "mailto:info@example.jp",
    "-----BEGIN PRIVATE KEY-----", "kSecAttrAccessGroup", "secretKey=secretKey", "access_token=", "X-Api-Key",
    "https://example.jp:8443/a@b", "token_type=bearer", "password_reset_url=https://example.jp/reset",
    "AKIA" + "IOSFODNN7EXAMPLE", "AuthenticationToken:setExpiry:",
  ])
  func namesAndPatternsAreSilent(text: String) throws {
    #expect(try findings(of: SecretInBinaryStrings.self, in: Self.program([text])).isEmpty)
  }

  @Test func textsOfTwoByteCharactersAreRead() throws {
    var builder = Self.program([])
    let wide = Array(("\u{66F8} " + Self.key).utf16).flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    builder.segments[0].sections = [MachOBuilder.Section("__ustring", wide + [0, 0])]
    #expect(try findings(of: SecretInBinaryStrings.self, in: builder).count == 1)
  }

  @Test func namesOfTheRuntimeAreNoTexts() throws {
    var builder = Self.program([])
    builder.segments[0].sections = [
      .texts("__objc_methname", Self.key), .texts("__swift5_reflstr", Self.key),
    ]
    #expect(try findings(of: SecretInBinaryStrings.self, in: builder).isEmpty)
  }
}
