@_spi(Testing) import OmamoriCore
import OmamoriTransport
import OmamoriTransportCurl
import Testing

@testable import OmamoriAuth

/// The modules of the plan `oidcc-client-basic-certification-test-plan` of the OpenID conformance suite, restated.
@Suite struct BasicProfileTests {
  /// Logs in at a server that misbehaves.
  private func refusal(
    _ change: (inout ServerBehaviour) -> Void, secret: String? = nil,
    authentication: ClientAuthentication = .none, algorithms: Set<SignatureAlgorithm>? = nil
  ) async throws -> AuthError? {
    let setting = try await TestSetting(
      secret: secret, authentication: authentication, algorithms: algorithms, change)
    do {
      _ = try await setting.logIn()
      return nil
    } catch let error as AuthError {
      return error
    }
  }

  @Test("oidcc-client-test") func login() async throws {
    #expect(try await refusal { _ in } == nil)
  }

  @Test("oidcc-client-test-invalid-iss") func invalidIssuer() async throws {
    let error = try await refusal { $0.editIdentity = { $0["iss"] = "https://as.example/" } }
    #expect(error == .token(.claimMismatch(.issuer)))
  }

  @Test("oidcc-client-test-missing-sub") func missingSubject() async throws {
    let error = try await refusal { $0.editIdentity = { $0["sub"] = nil } }
    #expect(error == .token(.claimMissing(.subject)))
  }

  @Test("oidcc-client-test-invalid-aud") func invalidAudience() async throws {
    let error = try await refusal { $0.editIdentity = { $0["aud"] = "other" } }
    #expect(error == .token(.claimMismatch(.audience)))
  }

  @Test("oidcc-client-test-missing-iat") func missingIssuedAt() async throws {
    let error = try await refusal { $0.editIdentity = { $0["iat"] = nil } }
    #expect(error == .token(.claimMissing(.issuedAt)))
  }

  @Test("oidcc-client-test-kid-absent-single-jwks") func unnamedKeyInSetOfOne() async throws {
    let setting = try await TestSetting { $0.namesKey = false }
    setting.server.state.withLock { $0.keys.removeAll { $0.kind != .rsa } }
    #expect(try await setting.logIn().identity != nil)
  }

  @Test("oidcc-client-test-kid-absent-multiple-jwks") func unnamedKeyInSetOfSeveral() async throws {
    let setting = try await TestSetting { $0.namesKey = false }
    try setting.server.rotateKeys(keepingOld: true)
    await #expect(throws: AuthError.token(.noKey)) { try await setting.logIn() }
  }

  @Test("oidcc-client-test-idtoken-sig-rs256") func signedWithRS256() async throws {
    let setting = try await TestSetting(algorithms: [.rs256])
    #expect(try await setting.logIn().identity?.algorithm == .rs256)
  }

  @Test("oidcc-client-test-idtoken-sig-none") func unsigned() async throws {
    // A client of the code flow may take it; this one never does.
    let error = try await refusal { $0.signature = .none }
    #expect(error == .token(.algorithmNotAllowed))
  }

  @Test("oidcc-client-test-invalid-sig-rs256") func foreignSignatureRS256() async throws {
    let error = try await refusal { $0.signature = .foreignKey }
    #expect(error == .token(.signatureInvalid))
  }

  @Test("oidcc-client-test-userinfo-bearer-header") func userInfoWithHeader() async throws {
    let setting = try await TestSetting()
    let login = try await setting.logIn()
    let info = try await setting.client.userInfo(
      login.tokens.accessToken, subject: try #require(login.identity?.claims.subject))
    #expect(info.claims.members["name"]?.stringValue == "Jane Doe")
    #expect(setting.server.lastFields["authorization"] == "Bearer " + login.tokens.accessToken.reveal())
  }

  /// The module lets a client choose; a token in a body ends up in logs, so this one is never there.
  @Test("oidcc-client-test-userinfo-bearer-body") func userInfoNeverWithBody() async throws {
    let setting = try await TestSetting()
    let login = try await setting.logIn()
    _ = try await setting.client.userInfo(login.tokens.accessToken, subject: "248289761001")
    #expect(setting.server.lastForm.isEmpty)
  }

  @Test("oidcc-client-test-userinfo-invalid-sub") func userInfoAboutSomebodyElse() async throws {
    let setting = try await TestSetting { $0.editUserInfo = { $0["sub"] = "248289761001x" } }
    let login = try await setting.logIn()
    await #expect(throws: AuthError.response(.subjectMismatch)) {
      try await setting.client.userInfo(login.tokens.accessToken, subject: "248289761001")
    }
  }

  @Test("oidcc-client-test-nonce-invalid") func invalidNonce() async throws {
    let error = try await refusal { $0.editIdentity = { $0["nonce"] = "another" } }
    #expect(error == .token(.claimMismatch(.nonce)))
    let missing = try await refusal { $0.editIdentity = { $0["nonce"] = nil } }
    #expect(missing == .token(.claimMissing(.nonce)))
  }

  @Test("oidcc-client-test-scope-userinfo-claims") func scopes() async throws {
    let setting = try await TestSetting()
    let (page, _) = try await setting.client.beginLogin(try setting.request(["openid", "profile", "email"]))
    #expect(page.query?.contains("request_uri=") == true)
    #expect(setting.server.lastForm["scope"] == "openid profile email")
  }

  @Test("oidcc-client-test-client-secret-basic") func secretInHeader() async throws {
    let setting = try await TestSetting(
      secret: "a secret: +&=%é", authentication: .secretInHeader(SecretText(copying: "a secret: +&=%é")))
    #expect(try await setting.logIn().identity != nil)
    #expect(setting.server.state.withLock { $0.forms }.allSatisfy { $0["client_secret"] == nil })
  }
}
