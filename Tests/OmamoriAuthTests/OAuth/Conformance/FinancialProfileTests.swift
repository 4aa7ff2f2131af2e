@_spi(Testing) import OmamoriCore
import OmamoriTransport
import OmamoriTransportCurl
import Testing

@testable import OmamoriAuth

/// Modules of the plan `fapi2-security-profile-final-client-test-plan` of the OpenID conformance suite, restated: PAR, DPoP
/// and `private_key_jwt`.
@Suite struct FinancialProfileTests {
  private func setting(_ change: (inout ServerBehaviour) -> Void = { _ in }) async throws -> TestSetting {
    let key = try TestKeys.key(.es256, named: "client")
    let clock = ManualClock()
    let possession = ProofOfPossession(
      MemoryPossessionKey(), clock: clock, randomness: SeededRandomness(seed: 3))
    return try await TestSetting(
      key: key, authentication: .assertion(try TokenSigner(key: key, algorithm: .es256)),
      possession: possession, algorithms: [.es256]
    ) {
      $0.algorithm = .es256
      change(&$0)
    }
  }

  private func refusal(_ change: (inout ServerBehaviour) -> Void) async throws -> AuthError? {
    let setting = try await setting(change)
    do {
      _ = try await setting.logIn()
      return nil
    } catch let error as AuthError {
      return error
    }
  }

  @Test("happy-path") func login() async throws {
    let setting = try await setting { $0.asksForNonce = true }
    let login = try await setting.logIn()
    #expect(login.tokens.tokenType == .dpop)
    let answer = try await setting.client.refresh(try #require(login.tokens.refreshToken))
    _ = try await setting.client.userInfo(answer.accessToken, subject: "248289761001")
    #expect(setting.server.lastFields["authorization"] == "DPoP " + answer.accessToken.reveal())
    // Pushing asks once for a nonce; after that all know it.
    #expect(setting.server.log.filter { $0 == "/par" }.count == 2)
    #expect(setting.server.log.filter { $0 == "/token" }.count == 2)
  }

  @Test("happy-path-no-dpop-nonce") func loginWithoutNonce() async throws {
    let setting = try await setting()
    _ = try await setting.logIn()
    #expect(setting.server.log.filter { $0 == "/par" || $0 == "/token" }.count == 2)
  }

  @Test("invalid-authorization-response-iss") func invalidCallbackIssuer() async throws {
    #expect(try await refusal { $0.callbackIssuer = .wrong } == .callback(.issuerMismatch))
  }

  @Test("remove-authorization-response-iss") func missingCallbackIssuer() async throws {
    #expect(try await refusal { $0.callbackIssuer = .absent } == .callback(.issuerMismatch))
  }

  @Test("ensure-authorization-response-with-invalid-state-fails") func invalidState() async throws {
    let error = try await refusal { $0.editCallback = { $0.replacing("state=", with: "state=x") } }
    #expect(error == .callback(.stateMismatch))
  }

  @Test("ensure-authorization-response-with-invalid-missing-state-fails") func missingState() async throws {
    let error = try await refusal { $0.editCallback = { $0.replacing("&state=", with: "&status=") } }
    #expect(error == .callback(.stateMismatch))
  }

  @Test("invalid-aud") func invalidAudience() async throws {
    #expect(
      try await refusal { $0.editIdentity = { $0["aud"] = "other" } } == .token(.claimMismatch(.audience)))
  }

  @Test("invalid-iss") func invalidIssuer() async throws {
    #expect(
      try await refusal { $0.editIdentity = { $0["iss"] = "https://as.example/x" } }
        == .token(.claimMismatch(.issuer)))
  }

  @Test("invalid-nonce") func invalidNonce() async throws {
    #expect(try await refusal { $0.editIdentity = { $0["nonce"] = "x" } } == .token(.claimMismatch(.nonce)))
  }

  @Test("invalid-expired-exp") func expired() async throws {
    let error = try await refusal {
      $0.editIdentity = { $0["exp"] = .integer((($0["iat"]?.intValue) ?? 0) - 300) }
    }
    #expect(error == .token(.expired))
  }

  @Test(
    "invalid-missing-aud, -missing-exp, -missing-iss, -missing-nonce",
    arguments: [TokenClaim.audience, .expiry, .issuer, .nonce])
  func missing(_ claim: TokenClaim) async throws {
    let error = try await refusal { $0.editIdentity = { $0[claim.rawValue] = nil } }
    #expect(error == .token(.claimMissing(claim)))
  }

  @Test("invalid-null-alg") func unsigned() async throws {
    #expect(try await refusal { $0.signature = .none } == .token(.algorithmNotAllowed))
  }

  @Test("invalid-alternate-alg") func otherAlgorithm() async throws {
    #expect(try await refusal { $0.algorithm = .rs256 } == .token(.algorithmNotAllowed))
  }

  @Test("invalid-secondary-aud") func secondAudience() async throws {
    let error = try await refusal {
      $0.editIdentity = {
        $0["aud"] = ["app", "other"]
        $0["azp"] = "app"
      }
    }
    #expect(error == .token(.claimMismatch(.audience)))
  }

  @Test("valid-aud-as-array") func audienceAsArray() async throws {
    #expect(try await refusal { $0.editIdentity = { $0["aud"] = ["app"] } } == nil)
  }

  @Test("token-endpoint-response-without-expires_in") func withoutLifetime() async throws {
    let setting = try await setting { $0.editTokens = { $0["expires_in"] = nil } }
    #expect(try await setting.logIn().tokens.lifetime == nil)
  }

  @Test("token-type-case-insensitivity", arguments: ["dpop", "DPOP", "dPoP"])
  func tokenTypeInAnyCase(_ name: String) async throws {
    #expect(try await refusal { $0.editTokens = { $0["token_type"] = .string(name) } } == nil)
  }

  @Test("rs-dpop-auth-scheme-case-insensitivity") func schemeInAnyCase() async throws {
    var fields = ResponseFields()
    try fields.append(Array(#"WWW-Authenticate: dPoP ERROR="use_dpop_nonce", algs="ES256""#.utf8))
    let challenges = AuthenticationChallenge.read(fields)
    #expect(challenges.map(\.scheme) == ["dpop"])
    #expect(challenges.first?.errorCode == .useDPoPNonce)
  }

  @Test("discovery-issuer-mismatch") func issuerMismatch() async throws {
    await #expect(throws: AuthError.metadata(.issuerMismatch)) {
      try await setting { $0.editMetadata = { $0["issuer"] = "https://as.example/x" } }
    }
  }
}
