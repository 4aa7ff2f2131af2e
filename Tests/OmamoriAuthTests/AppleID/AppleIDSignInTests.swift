import OmamoriAuth
@_spi(Testing) import OmamoriCore
import Testing

/// The system of a test: it gives what the test says for each request.
private struct ScriptedProvider: AppleIDProvider {
  let answer: @Sendable (AppleIDRequest) throws(AuthError) -> AppleIDCredential

  func credential(for request: AppleIDRequest) async throws(AuthError) -> AppleIDCredential {
    try answer(request)
  }
  func state(of user: String) async throws(AuthError) -> AppleIDState { .authorized }
}

@Suite("Sign in with Apple: the app's side")
struct AppleIDSignInTests {
  private let store = InMemorySecretStore()

  private func signIn(
    profile: AppleIDProfile = AppleIDProfile(), state: SecretText? = nil, isStateLost: Bool = false
  ) -> AppleIDSignIn {
    let provider = ScriptedProvider { request throws(AuthError) in
      try AppleIDCredential(
        user: "person", identityToken: SecretText(copying: "a.b.c"),
        authorizationCode: SecretText(copying: "code"),
        state: isStateLost ? nil : state ?? request.state, profile: profile)
    }
    return AppleIDSignIn(provider: provider, profiles: AppleIDProfiles(store: store))
  }

  @Test("The name that Apple says once survives a server that fails")
  func profileSurvives() async throws {
    let known = AppleIDProfile(givenName: "花子", familyName: "山田", email: "h@example.com")
    await #expect(throws: AuthError.timedOut) {
      try await signIn(profile: known).signIn { _, _, _ throws(AuthError) -> Bool in throw .timedOut }
    }
    // The second time Apple says nothing of the person.
    let shown = try await signIn().signIn { _, _, profile throws(AuthError) in profile }
    #expect(shown == known)
    // The server has it now, so nothing is left.
    #expect(try await AppleIDProfiles(store: store).profile(of: "person").isEmpty)
  }

  @Test("A store that fails after the exchange does not take the session away")
  func storeFailsLate() async throws {
    let signIn = signIn(profile: AppleIDProfile(givenName: "花子"))
    let store = store
    let session = try await signIn.signIn { _, _, _ throws(AuthError) -> String in
      store.problem = .locked
      return "session"
    }
    #expect(session == "session")
    store.problem = nil
    #expect(try await AppleIDProfiles(store: store).profile(of: "person").givenName == "花子")
    _ = try await signIn.signIn { _, _, _ throws(AuthError) in true }
    #expect(try await AppleIDProfiles(store: store).profile(of: "person").isEmpty)
  }

  @Test("An answer to another request goes nowhere")
  func state() async throws {
    for signIn in [signIn(state: SecretText(copying: "another")), signIn(isStateLost: true)] {
      await #expect(throws: AuthError.callback(.stateMismatch)) {
        try await signIn.signIn { _, _, _ throws(AuthError) -> Bool in
          Issue.record("the server was asked")
          return true
        }
      }
    }
  }

  @Test("The exchange gets the nonce of its own request")
  func nonce() async throws {
    let signIn = signIn()
    let first = try await signIn.signIn { _, nonce, _ throws(AuthError) in nonce }
    let second = try await signIn.signIn { _, nonce, _ throws(AuthError) in nonce }
    #expect(first != second)
  }

  @Test("What is kept of a person that cannot be read counts as nothing")
  func unreadable() async throws {
    try await store.replace(SecretBytes(copying: Array("[".utf8)), named: "apple-id-profile.person")
    let profiles = AppleIDProfiles(store: store)
    #expect(try await profiles.profile(of: "person").isEmpty)
    try await profiles.forget("person")
    #expect(try await store.secret(named: "apple-id-profile.person") == nil)
  }

  @Test("A withdrawn consent ends the session for good; a check that fails does not")
  func watch() {
    var watch = AppleIDWatch(user: "person")
    #expect(watch.handle(.state(.authorized)) == .follow(.goOn))
    #expect(watch.handle(.checkFailed) == .follow(.askLater))
    #expect(watch.handle(.revocationNoticed) == .check(user: "person"))
    #expect(watch.handle(.state(.transferred)) == .follow(.migrate))
    #expect(watch.handle(.migrated(user: "new")) == .check(user: "new"))
    #expect(watch.handle(.state(.notFound)) == .follow(.endSession))
    #expect(watch.isEnded)
    for event: AppleIDWatch.Event in [
      .state(.authorized), .checkFailed, .revocationNoticed, .migrated(user: "x"),
    ] {
      #expect(watch.handle(event) == .ignore)
    }
    var other = AppleIDWatch(user: "person")
    #expect(other.handle(.state(.revoked)) == .follow(.endSession))
  }
}
