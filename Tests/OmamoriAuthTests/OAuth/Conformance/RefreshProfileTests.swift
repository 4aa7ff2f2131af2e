@_spi(Testing) import OmamoriCore
import OmamoriTransport
import OmamoriTransportCurl
import Testing

@testable import OmamoriAuth

/// The modules of the plan `oidcc-client-refreshtoken-test-plan` of the OpenID conformance suite, restated.
@Suite struct RefreshProfileTests {
  @Test("oidcc-client-test-refresh-token") func refresh() async throws {
    let setting = try await TestSetting()
    let login = try await setting.logIn()
    let first = try #require(login.tokens.refreshToken)
    let answer = try await setting.client.refresh(first)
    #expect(answer.refreshToken != nil && answer.refreshToken != first)
    #expect(answer.accessToken != login.tokens.accessToken)
    let identity = try await setting.client.verifyIdentity(refreshedBy: answer, subject: "248289761001")
    #expect(identity?.claims.subject == "248289761001")
  }

  @Test("oidcc-client-test-refresh-token-invalid-issuer") func invalidIssuer() async throws {
    let setting = try await TestSetting()
    let token = try #require(try await setting.logIn().tokens.refreshToken)
    setting.server.behave { $0.editIdentity = { $0["iss"] = "https://other.example" } }
    let answer = try await setting.client.refresh(token)
    await #expect(throws: AuthError.token(.claimMismatch(.issuer))) {
      try await setting.client.verifyIdentity(refreshedBy: answer, subject: "248289761001")
    }
  }

  /// A nonce does not have to be there again; where it is, it is that of the login (OpenID Connect Core §12.2).
  @Test(arguments: [(true, true), (false, false)]) func theNonceIsThatOfTheLogin(isSame: Bool, isTaken: Bool)
    async throws
  {
    let setting = try await TestSetting()
    let login = try await setting.logIn()
    let nonce = try #require(login.identity?.claims.nonce)
    let token = try #require(login.tokens.refreshToken)
    setting.server.behave { $0.editIdentity = { $0["nonce"] = .string(isSame ? nonce : "another") } }
    let answer = try await setting.client.refresh(token)
    do throws(AuthError) {
      let identity = try await setting.client.verifyIdentity(
        refreshedBy: answer, subject: "248289761001", nonce: nonce)
      #expect(isTaken && identity != nil)
    } catch {
      #expect(!isTaken && error == .token(.claimMismatch(.nonce)))
    }
  }

  @Test("oidcc-client-test-refresh-token-invalid-sub") func invalidSubject() async throws {
    let setting = try await TestSetting()
    let token = try #require(try await setting.logIn().tokens.refreshToken)
    setting.server.behave { $0.editIdentity = { $0["sub"] = "somebody else" } }
    let answer = try await setting.client.refresh(token)
    await #expect(throws: AuthError.token(.claimMismatch(.subject))) {
      try await setting.client.verifyIdentity(refreshedBy: answer, subject: "248289761001")
    }
  }
}
