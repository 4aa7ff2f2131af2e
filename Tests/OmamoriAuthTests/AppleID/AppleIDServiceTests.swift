import OmamoriAuth
@_spi(Testing) import OmamoriCore
import OmamoriCrypto
import OmamoriTransport
import OmamoriTransportCurl
import Testing

@Suite("Sign in with Apple: Apple's service")
struct AppleIDServiceTests {
  private let clock = ManualClock()
  private let apple: FakeApple

  init() throws { apple = try FakeApple(clock: clock) }

  @Test("A code is exchanged once, and the refresh token lasts until it is revoked")
  func lifecycle() async throws {
    let service = try apple.service()
    apple.state.withLock { $0.codes["code+/="] = "person" }
    let code = SecretText(copying: "code+/=")
    let tokens = try await service.redeem(code)
    let refresh = try #require(tokens.refreshToken)
    await #expect(throws: AuthError.server(.invalidGrant, status: 400)) { try await service.redeem(code) }
    let again = try await service.validate(refresh)
    #expect(again.refreshToken == nil)
    let verifier = try AppleIDVerifier(clientID: FakeApple.clientID, keys: apple.keys(), clock: clock)
    let identity = try #require(again.identityToken)
    #expect(try await verifier.verifyRefreshed(identity, subject: "person").claims.subject == "person")
    try await service.revoke(refresh)
    await #expect(throws: AuthError.server(.invalidGrant, status: 400)) {
      try await service.validate(refresh)
    }
    // Apple says yes to everything.
    try await service.revoke(SecretText(copying: "nonsense"), hint: .accessToken)
    let forms = apple.state.withLock { $0.forms }
    #expect(forms.map(\.path).suffix(1) == ["/auth/revoke"])
    #expect(forms.last?.fields["token_type_hint"] == "access_token")
    #expect(forms.first?.fields["redirect_uri"] == nil)
  }

  @Test("The code of a web page goes with its address")
  func redirectURI() async throws {
    apple.state.withLock { $0.codes["code"] = "person" }
    let uri = try RedirectURI("https://example.com/apple")
    _ = try await apple.service().redeem(SecretText(copying: "code"), redirectURI: uri)
    #expect(apple.state.withLock { $0.forms.last?.fields["redirect_uri"] } == "https://example.com/apple")
  }

  @Test("A secret is what Apple asks for, is kept, and is renewed before it runs out")
  func secrets() async throws {
    let secrets = try apple.secrets(lifetime: .seconds(1000))
    let first = try secrets.secret()
    let header = try UnverifiedToken(first).header
    #expect(header.keyIdentifier == FakeApple.keyID && header.type == nil)
    clock.advance(by: .seconds(899))
    #expect(try secrets.secret() == first)
    clock.advance(by: .seconds(1))
    #expect(try secrets.secret() != first)
    clock.date -= 10_000
    let earlier = try secrets.secret()
    #expect(earlier != first)
    for lifetime: Duration in [.zero, .seconds(59), .seconds(15_777_001)] {
      #expect(throws: AuthError.configuration(.lifetime)) { try apple.secrets(lifetime: lifetime) }
    }
    _ = try apple.secrets(lifetime: AppleClientSecrets.greatestLifetime)
    #expect(throws: AuthError.configuration(.clientIdentifier)) {
      try AppleClientSecrets(
        clientID: "", team: "A1B2C3D4E5", keyID: "K1K2K3K4K5", key: P256.Signing.PrivateKey())
    }
  }

  @Test("Another key is refused by Apple, and nothing is tried again")
  func wrongKey() async throws {
    let secrets = try AppleClientSecrets(
      clientID: FakeApple.clientID, team: FakeApple.team, keyID: FakeApple.keyID,
      key: P256.Signing.PrivateKey(),
      clock: clock)
    let service = AppleIDService(secrets: secrets, exchange: apple, clock: clock)
    await #expect(throws: AuthError.server(.invalidClient, status: 400)) {
      try await service.redeem(SecretText(copying: "code"))
    }
    #expect(apple.state.withLock { $0.forms.count } == 1)
  }

  @Test("A redirect, a failure and an answer that is no JSON are typed")
  func oddAnswers() async throws {
    let service = try apple.service()
    let answers: [(HTTPAnswer, AuthError)] = [
      (HTTPAnswer(status: 302), .response(.unexpectedRedirect)),
      (HTTPAnswer(status: 500), .response(.status(500))),
      (HTTPAnswer(status: 200, body: Data("ok".utf8)), .response(.malformed)),
    ]
    for (answer, error) in answers {
      apple.state.withLock { $0.answer = answer }
      await #expect(throws: error) { try await service.redeem(SecretText(copying: "code")) }
    }
  }

  @Test("Persons move with their app to another team")
  func migration() async throws {
    let service = try apple.service()
    let transfer = try await service.transferSubject(of: "person", to: "Z9Z9Z9Z9Z9")
    #expect(transfer == "t.person.Z9Z9Z9Z9Z9")
    let person = try await service.migratedPerson(transfer)
    #expect(person.subject == "new-person" && person.email == "new@example.com" && person.isPrivateEmail)
    await #expect(throws: AuthError.server(.invalidRequest, status: 400)) {
      try await service.migratedPerson("unknown")
    }
    await #expect(throws: AuthError.configuration(.parameter)) { try await service.migratedPerson("") }
  }

  @Test("Nothing that is printed holds a token, a code or a person")
  func leaks() async throws {
    let probe = LeakProbe()
    let marker = SecretText(copying: probe.marker)
    let profile = AppleIDProfile(givenName: probe.marker, email: probe.marker)
    let credential = try AppleIDCredential(
      user: probe.marker, identityToken: marker, authorizationCode: marker, state: marker, profile: profile)
    let nonce = try AppleIDNonce(raw: marker)
    for value in [marker, profile, credential, nonce] as [Any] { #expect(probe.leaks(in: value) == []) }
    let verifier = try AppleIDVerifier(clientID: FakeApple.clientID, keys: apple.keys(), clock: clock)
    let token = try apple.identityToken(probe.marker, nonce: nonce) { $0["email"] = .string(probe.marker) }
    #expect(probe.leaks(in: try await verifier.verify(token, nonce: nonce).claims) == [])
    do {
      _ = try await apple.service().redeem(marker)
      Issue.record("a code that nobody made was taken")
    } catch { #expect(probe.leaks(in: error) == []) }
    #expect(throws: AuthError.callback(.malformed)) {
      try AppleIDCredential(user: "", identityToken: marker, authorizationCode: marker, state: nil)
    }
  }
}
