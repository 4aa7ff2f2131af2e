import OmamoriCore

/// Asks through another authenticator and remembers the answer, of which the keychain's error tells less.
final class OutcomeWitness: Authenticator {
  private let asked: any Authenticator
  private let last = Protected<AuthenticationOutcome?>(nil)

  init(_ asked: any Authenticator) { self.asked = asked }

  var kind: AuthenticatorKind { asked.kind }

  /// The last answer; `nil` when nobody was asked here.
  var outcome: AuthenticationOutcome? { last.current }

  func authenticate(_ request: AuthenticationRequest) async -> AuthenticationOutcome {
    let outcome = await asked.authenticate(request)
    last.withLock { $0 = outcome }
    return outcome
  }

  func enrolmentState() async -> Data? { await asked.enrolmentState() }
}
