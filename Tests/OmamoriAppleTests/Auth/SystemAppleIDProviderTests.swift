import AuthenticationServices
import Foundation
import OmamoriApple
@testable import OmamoriAuth
import OmamoriCore
import Testing

/// The system's sheet of Sign in with Apple.
@Suite struct SystemAppleIDProviderTests {
  private func ask(
    _ outcomes: [FakeAppleID.Outcome], _ request: AppleIDRequest? = nil
  ) async throws -> (AppleIDCredential, FakeAppleID) {
    let fake = FakeAppleID(outcomes)
    let request = try request ?? AppleIDRequest()
    let credential = try await FakeAppleID.$current.withValue(fake) {
      try await SystemAppleIDProvider { makeWindow() }.credential(for: request)
    }
    return (credential, fake)
  }

  private func person() -> FakeAppleID.Person {
    var person = FakeAppleID.Person()
    (person.givenName, person.familyName, person.email) = ("花子", "山田", "h@example.com")
    return person
  }

  @Test func theRequestIsShownAsAppleWantsIt() async throws {
    let request = try AppleIDRequest()
    let (credential, fake) = try await ask([.consents(person(), state: nil)], request)
    #expect(fake.history.map(\.nonce) == [request.nonce.digest])
    #expect(fake.history.first?.nonce != request.nonce.raw.reveal())
    #expect(fake.history.map(\.scopes) == [[.fullName, .email]])
    try credential.check(against: request)
    #expect(credential.user == "000123.abc.0456")
    #expect(credential.identityToken.reveal() == "a.b.c" && credential.authorizationCode.reveal() == "code")
    #expect(credential.profile == AppleIDProfile(givenName: "花子", familyName: "山田", email: "h@example.com"))
    let only = try AppleIDRequest(scopes: [.email])
    #expect(try await ask([.consents(person(), state: nil)], only).1.history.map(\.scopes) == [[.email]])
  }

  @Test func anotherStateIsSeenByTheCheck() async throws {
    let request = try AppleIDRequest()
    let (credential, _) = try await ask([.consents(person(), state: "another")], request)
    #expect(throws: AuthError.callback(.stateMismatch)) { try credential.check(against: request) }
  }

  @Test(arguments: [
    (1000, AuthError.person(.notAvailable)), (1001, .cancelled), (1002, .callback(.malformed)),
    (1003, .person(.notAvailable)), (1004, .person(.failed)), (1005, .person(.notAvailable)),
  ])
  func everyErrorIsTyped(code: Int, error: AuthError) async throws {
    let failure = ASAuthorizationError(try #require(ASAuthorizationError.Code(rawValue: code)))
    await #expect(throws: error) { _ = try await ask([.fails(failure)]) }
    #expect(AuthError(authorizationCode: code) == error)
  }

  @Test func whatNobodyKnowsIsAFailureOfTheSheet() async {
    await #expect(throws: AuthError.callback(.browserFailed)) {
      _ = try await ask([.fails(CocoaError(.fileNoSuchFile))])
    }
    #expect(AuthError(authorizationCode: 4711) == .callback(.browserFailed))
  }

  @Test func twoAnswersResumeOnce() async throws {
    let (credential, _) = try await ask([
      .consents(person(), state: nil), .fails(ASAuthorizationError(.failed)), .consents(person(), state: nil),
    ])
    #expect(credential.user == "000123.abc.0456")
  }

  @Test func whatIsMissingIsRefused() async {
    var noToken = person()
    noToken.token = nil
    await #expect(throws: AuthError.callback(.malformed)) {
      _ = try await ask([.consents(noToken, state: nil)])
    }
    var noCode = person()
    noCode.code = nil
    await #expect(throws: AuthError.callback(.codeMissing)) {
      _ = try await ask([.consents(noCode, state: nil)])
    }
  }

  @Test func cancellingTheTaskTakesTheSheetAway() async throws {
    let task = Task { try await ask([.staysOpen]) }
    try await Task.sleep(for: .milliseconds(20))
    task.cancel()
    await #expect(throws: AuthError.cancelled) { _ = try await task.value }
  }

  @Test func theStateOfAConsent() async throws {
    let states: [String: ASAuthorizationAppleIDProvider.CredentialState] = [
      "a": .authorized, "r": .revoked, "n": .notFound, "t": .transferred,
    ]
    let provider = SystemAppleIDProvider { makeWindow() }
    let fake = FakeAppleID([], states: states)
    func state(of user: String) async throws(AuthError) -> AppleIDState {
      let outcome: Result<AppleIDState, AuthError> = await FakeAppleID.$current.withValue(fake) {
        do throws(AuthError) { return .success(try await provider.state(of: user)) } catch {
          return .failure(error)
        }
      }
      return try outcome.get()
    }
    #expect(try await state(of: "a") == .authorized)
    #expect(try await state(of: "r") == .revoked)
    #expect(try await state(of: "t") == .transferred)
    // An error says nothing about the consent, so no session ends because of one; Apple sends one with "not found" too.
    for user in ["n", "x"] {
      await #expect(throws: AuthError.person(.notAvailable)) { try await state(of: user) }
    }
  }

  @Test func aWithdrawnConsentIsHeardOf() async {
    let revocations = SystemAppleIDProvider { makeWindow() }.revocations
    NotificationCenter.default.post(
      name: ASAuthorizationAppleIDProvider.credentialRevokedNotification, object: nil)
    var iterator = revocations.makeAsyncIterator()
    #expect(await iterator.next() != nil)
  }
}
