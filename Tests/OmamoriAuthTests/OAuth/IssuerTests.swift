import OmamoriCore
import OmamoriTransport
import OmamoriTransportCurl
import Testing

@testable import OmamoriAuth

@Suite struct IssuerTests {
  @Test func issuersAreTheSameByteForByte() throws {
    let text = "https://as.example/tenant"
    #expect(try Issuer(text) == Issuer(text))
    for other in [
      "https://as.example/tenant/", "https://AS.example/tenant", "https://as.example:443/tenant",
      "https://as.example/Tenant", "https://as.example/%74enant",
    ] {
      #expect(try Issuer(text) != Issuer(other))
      #expect(try Issuer(other).description == other)
    }
  }

  @Test(arguments: [
    "", "as.example", "http://as.example", "HTTPS://as.example", "https://", "https://as.example?x",
    "https://as.example#x",
    "https://user@as.example", "https://as.example/a b", "https://\u{E9}.example", "https://as.example\r\n",
    "https://as.example/ok/../evil", "https://as.example/.", "https://as.example/a/./b",
    "https://as.example/..",
    "https://as.example/ok/%2e%2E/evil", "https://as.example/ok/.%2e", "https://as.example/%2E",
    "https://as.example/" + String(repeating: "a", count: 1024),
  ])
  func othersAreRefused(_ text: String) {
    #expect(throws: AuthError.configuration(.noIssuer)) { try Issuer(text) }
  }

  @Test(arguments: ["https://as.example/...", "https://as.example/a..b/.c", "https://as.example/%2e%2e%2e"])
  func dotsInNamesAreNoDotSegments(_ text: String) throws {
    #expect(try Issuer(text).description == text)
  }

  @Test(arguments: [
    (
      "https://as.example", "https://as.example/.well-known/openid-configuration",
      "https://as.example/.well-known/oauth-authorization-server"
    ),
    (
      "https://as.example/", "https://as.example/.well-known/openid-configuration",
      "https://as.example/.well-known/oauth-authorization-server"
    ),
    (
      "https://as.example:8443/a/b/", "https://as.example:8443/a/b/.well-known/openid-configuration",
      "https://as.example:8443/.well-known/oauth-authorization-server/a/b"
    ),
  ])
  func metadataIsAtItsPlace(_ text: String, _ openID: String, _ oauth: String) throws {
    let issuer = try Issuer(text)
    #expect(try MetadataKind.openID.url(for: issuer).text == openID)
    #expect(try MetadataKind.oauth.url(for: issuer).text == oauth)
  }
}
