import Foundation
import Security

/// The sheet and the service behind Sign in with Apple, as a test scripts them.
///
/// A test makes its own with `FakeAppleID.$current.withValue(FakeAppleID([…])) { … }`.
package final class FakeAppleID: Sendable {
  /// What the system gives of a person.
  package struct Person: Sendable {
    package var user = "000123.abc.0456"
    package var token: String? = "a.b.c"
    package var code: String? = "code"
    package var email: String?
    package var givenName: String?
    package var familyName: String?

    package init() {}
  }

  /// What comes of the sheet; the system should deliver one, and a test may script several.
  package enum Outcome: Sendable {
    /// The person consents; another state than that of the request may come back.
    case consents(Person, state: String?)
    /// There is no consent.
    case fails(any Error)
    /// The person leaves it open.
    case staysOpen
  }

  /// The sheet that requests of the current task open.
  @TaskLocal package static var current = FakeAppleID([.fails(ASAuthorizationError(.notHandled))])

  /// What comes of each request.
  package let outcomes: [Outcome]
  private let states: [String: ASAuthorizationAppleIDProvider.CredentialState]
  private let requests = Guarded<[(nonce: String?, state: String?, scopes: [ASAuthorization.Scope])]>([])

  /// Makes a sheet.
  package init(_ outcomes: [Outcome], states: [String: ASAuthorizationAppleIDProvider.CredentialState] = [:])
  {
    (self.outcomes, self.states) = (outcomes, states)
  }

  /// The requests so far.
  package var history: [(nonce: String?, state: String?, scopes: [ASAuthorization.Scope])] {
    requests.withLock { $0 }
  }

  func note(nonce: String?, state: String?, scopes: [ASAuthorization.Scope]) {
    requests.withLock { $0.append((nonce, state, scopes)) }
  }

  func state(of user: String) -> Result<ASAuthorizationAppleIDProvider.CredentialState, any Error> {
    states[user].map { .success($0) } ?? .failure(ASAuthorizationError(.unknown))
  }
}
