@_spi(Testing) import OmamoriCore
import OmamoriTransport
import OmamoriTransportCurl
import Testing

@testable import OmamoriAuth

/// What real servers were seen to do, and what a client has to survive.
@Suite struct ServerQuirkTests {
  private func login(_ change: @escaping (inout ServerBehaviour) -> Void) async throws -> Login {
    try await TestSetting(change).logIn()
  }

  @Test func theTokenTypeIsInLowerCase() async throws {
    #expect(try await login { $0.editTokens = { $0["token_type"] = "bearer" } }.tokens.tokenType == .bearer)
  }

  @Test func aRefreshIsRefusedWithAnEmptyBody() async throws {
    let setting = try await TestSetting { $0.scripted["/token"] = [HTTPAnswer(status: 400)] }
    let error = await #expect(throws: AuthError.self) {
      try await setting.client.refresh(SecretText(copying: "r"))
    }
    #expect(error == .response(.status(400)) && error?.refreshFailure == .undetermined)
  }

  @Test func aBadCodeIsRefusedWithAnUnknownError() async throws {
    let setting = try await TestSetting {
      $0.scripted["/token"] = [ServerAnswers.error("invalid_code", status: 403)]
    }
    await #expect(throws: AuthError.server(.other, status: 403)) { try await setting.logIn() }
  }

  @Test func theTimeOfAuthenticationHasAFraction() async throws {
    let login = try await login { $0.editIdentity = { $0["auth_time"] = 1795213869.837505 } }
    #expect(login.identity?.claims.authenticationTime?.seconds == 1_795_213_869)
  }

  @Test func theTimeOfAuthenticationIsZero() async throws {
    let change: (inout ServerBehaviour) -> Void = { $0.editIdentity = { $0["auth_time"] = 0 } }
    #expect(try await login(change).identity != nil)
    // Where the client asks for a recent one it is too old.
    let setting = try await TestSetting(change)
    await #expect(throws: AuthError.token(.tooOld)) {
      try await setting.logIn { $0.maximumAge = .seconds(600) }
    }
  }

  @Test func aRefreshBringsNoRefreshTokenButAnIdentity() async throws {
    let setting = try await TestSetting { $0.rotatesRefreshTokens = false }
    let token = try #require(try await setting.logIn().tokens.refreshToken)
    let answer = try await setting.client.refresh(token)
    #expect(answer.refreshToken == nil && answer.identityToken != nil)
    _ = try await setting.client.verifyIdentity(refreshedBy: answer, subject: "248289761001")
    #expect(try await setting.client.refresh(token).refreshToken == nil)
  }

  @Test func theAudienceIsTextOrArray() async throws {
    #expect(try await login { $0.editIdentity = { $0["aud"] = ["app"] } }.identity != nil)
    for audience: JSONValue in [[], 1, [1], ["other"], [[]], nil] {
      let setting = try await TestSetting { $0.editIdentity = { $0["aud"] = audience } }
      await #expect(throws: AuthError.self) { try await setting.logIn() }
    }
  }

  /// Two tokens made in the same second break such a server; the client keeps its tokens and tries later.
  @Test func aRefreshFailsWithAnErrorOfTheServer() async throws {
    let setting = try await TestSetting {
      $0.scripted["/token"] = [
        ServerAnswers.text("<h1>Internal Server Error</h1>", status: 500, type: "text/html")
      ]
    }
    let error = await #expect(throws: AuthError.response(.status(500))) {
      try await setting.client.refresh(SecretText(copying: "r"))
    }
    #expect(error?.refreshFailure == .transient && error?.leavesOutcomeOpen == true)
  }

  @Test func theCallbackHasASessionStateWithASlash() async throws {
    let login = try await login { $0.editCallback = { $0 + "&session_state=a%2Fb.c%3D" } }
    #expect(login.identity != nil)
  }

  @Test func theIssuerEndsInASlash() async throws {
    let setting = try await TestSetting(issuer: "https://as.example/")
    #expect(try await setting.logIn().identity?.registered.issuer == "https://as.example/")
  }

  @Test func theIssuerHasAPath() async throws {
    let setting = try await TestSetting(issuer: "https://as.example/tenant")
    #expect(try await setting.logIn().identity != nil)
  }

  @Test func noneIsAmongTheStatedAlgorithms() async throws {
    let setting = try await TestSetting()
    #expect(setting.client.metadata.identityTokenAlgorithms.count == 3)
    #expect(try setting.client.identityVerifier().algorithms == [.rs256, .es256])
  }

  @Test func noAlgorithmIsStated() async throws {
    let setting = try await TestSetting {
      $0.editMetadata = { $0["id_token_signing_alg_values_supported"] = nil }
    }
    #expect(try setting.client.identityVerifier().algorithms == [.rs256])
  }

  @Test func theIssuerIsInTheCallbackButNotStated() async throws {
    #expect(try await login { $0.statesIssuer = false }.identity != nil)
    let setting = try await TestSetting { ($0.statesIssuer, $0.callbackIssuer) = (false, .wrong) }
    await #expect(throws: AuthError.callback(.issuerMismatch)) { try await setting.logIn() }
    #expect(try await login { ($0.statesIssuer, $0.callbackIssuer) = (false, .absent) }.identity != nil)
  }

  @Test func aPersonsDeviceHasAWrongClock() async throws {
    // The server's clock is two hours ahead; the answer's `Date` says so.
    let setting = try await TestSetting()
    let now = Int(setting.clock.date.timeIntervalSince1970) + 7200
    setting.server.behave {
      $0.editIdentity = {
        ($0["iat"], $0["exp"], $0["auth_time"]) = (.integer(now), .integer(now + 300), .integer(now))
      }
    }
    await #expect(throws: AuthError.token(.notYetValid)) { try await setting.logIn() }
    let (page, pending) = try await setting.client.beginLogin(try setting.request())
    let callback = try setting.server.visit(page)
    let tokens = try await setting.server.exactAnswer(to: callback, pending, aheadBy: 7200)
    setting.server.behave { $0.scripted["/token"] = [tokens] }
    #expect(
      try await setting.client.completeLogin(SecretText(copying: callback), of: pending).identity != nil)
  }

  @Test func theAnswerHoldsUnknownMembers() async throws {
    let login = try await login {
      $0.editTokens = {
        $0["ext_expires_in"] = 3600
        $0["user_id"] = "x"
        $0["nested"] = [["a": [1, 2, nil]]]
      }
    }
    #expect(login.tokens.refreshToken != nil)
  }
}

extension TestAuthorizationServer {
  /// The answer to a code as it would be given, with another clock in its header.
  fileprivate func exactAnswer(
    to callback: String, _ pending: PendingAuthorization, aheadBy seconds: Double
  ) async throws -> HTTPAnswer {
    let code = FormReader.fields(String(callback.split(separator: "?")[1]))["code"] ?? ""
    let form = AuthorizationCode(
      code: SecretText(copying: code), verifier: pending.verifier, redirectURI: pending.redirectURI
    ).form
    var named = form
    named.set("client_id", "app")
    let request = try HTTPRequest(.post, RequestURL("https://as.example/token"), body: named.body)
    let answer = try await answer(to: request)
    let fields = try ResponseFields([
      "Content-Type": "application/json", "Date": ServerDates.text(clock.date + seconds),
    ])
    return HTTPAnswer(status: answer.status, fields: fields, body: answer.body)
  }
}
