@_spi(Testing) import OmamoriCore
import OmamoriTransport
import OmamoriTransportCurl
import Testing

@testable import OmamoriAuth

/// Modules of other plans of the OpenID conformance suite for clients, restated.
@Suite struct OtherProfileTests {
  private func refusal(
    secret: String? = nil, _ change: (inout ServerBehaviour) -> Void
  ) async throws -> AuthError? {
    let authentication = secret.map { ClientAuthentication.secretInHeader(SecretText(copying: $0)) } ?? .none
    let setting = try await TestSetting(secret: secret, authentication: authentication, change)
    do {
      _ = try await setting.logIn()
      return nil
    } catch let error as AuthError {
      return error
    }
  }

  @Test("oidcc-client-test-missing-aud") func missingAudience() async throws {
    #expect(try await refusal { $0.editIdentity = { $0["aud"] = nil } } == .token(.claimMissing(.audience)))
  }

  @Test("oidcc-client-test-invalid-sig-es256") func foreignSignatureES256() async throws {
    let error = try await refusal {
      ($0.signature, $0.algorithm) = (.foreignKey, .es256)
    }
    #expect(error == .token(.signatureInvalid))
  }

  /// The server states HS256, and the client has a secret: a shared secret is no proof of the issuer all the same.
  @Test("oidcc-client-test-invalid-sig-hs256") func signedWithSecret() async throws {
    let secret = "a-secret-of-more-than-32-bytes-for-hs256"
    #expect(
      try await refusal(secret: secret) { $0.signature = .clientSecret } == .token(.algorithmNotAllowed))
  }

  @Test("oidcc-client-test-invalid-athash") func invalidAccessTokenHash() async throws {
    let error = try await refusal { $0.editIdentity = { $0["at_hash"] = "MTIzNDU2Nzg5MDEyMzQ1Ng" } }
    #expect(error == .token(.claimMismatch(.accessTokenHash)))
  }

  /// In the code flow the hash may be missing (OpenID Connect Core §3.1.3.6).
  @Test("oidcc-client-test-missing-athash") func missingAccessTokenHash() async throws {
    #expect(try await refusal { $0.editIdentity = { $0["at_hash"] = nil } } == nil)
  }

  @Test("oidcc-client-test-invalid-chash") func invalidCodeHash() async throws {
    let error = try await refusal { $0.editIdentity = { $0["c_hash"] = "MTIzNDU2Nzg5MDEyMzQ1Ng" } }
    #expect(error == .token(.claimMismatch(.codeHash)))
  }

  @Test("oidcc-client-test-missing-chash") func missingCodeHash() async throws {
    #expect(try await refusal { $0.editIdentity = { $0["c_hash"] = nil } } == nil)
  }

  @Test("oidcc-client-test-userinfo-signed") func signedUserInfo() async throws {
    let setting = try await TestSetting { $0.signsUserInfo = true }
    let login = try await setting.logIn()
    let info = try await setting.client.userInfo(login.tokens.accessToken, subject: "248289761001")
    #expect(info.claims.members["name"]?.stringValue == "Jane Doe")
    setting.server.behave { $0.signature = .foreignKey }
    await #expect(throws: AuthError.token(.signatureInvalid)) {
      try await setting.client.userInfo(login.tokens.accessToken, subject: "248289761001")
    }
    setting.server.behave { $0.signature = .none }
    await #expect(throws: AuthError.token(.algorithmNotAllowed)) {
      try await setting.client.userInfo(login.tokens.accessToken, subject: "248289761001")
    }
  }

  @Test("oidcc-client-test-rp-init-logout") func logout() async throws {
    let setting = try await TestSetting()
    let login = try await setting.logIn()
    let back = try RedirectURI("com.example.app:/logged-out")
    let request = try setting.client.logoutRequest(
      identityToken: login.tokens.identityToken, redirectURI: back)
    let fields = FormReader.fields(request.page.query ?? "")
    #expect(fields["id_token_hint"] == login.tokens.identityToken?.reveal())
    #expect(fields["post_logout_redirect_uri"] == back.description)
    let state = try #require(fields["state"])
    try request.check(SecretText(copying: "com.example.app:/logged-out?state=" + state))
  }

  @Test(
    "oidcc-client-test-rp-init-logout-no-state, oidcc-client-test-rp-init-logout-other-state",
    arguments: ["", "?", "?state=", "?state=other"])
  func logoutOfSomebodyElse(_ query: String) async throws {
    let setting = try await TestSetting()
    let request = try setting.client.logoutRequest(
      redirectURI: try RedirectURI("com.example.app:/logged-out"))
    #expect(throws: AuthError.callback(.stateMismatch)) {
      try request.check(SecretText(copying: "com.example.app:/logged-out" + query))
    }
  }
}
