@_spi(Testing) import OmamoriCore
import OmamoriDevice
import Testing

/// Who asks after whom.
struct AuthenticatorChainTests {
  @Test(arguments: AuthenticationOutcome.allCases)
  func theSecondAsksWhenTheFirstCannot(outcome: AuthenticationOutcome) async {
    let (first, second) = (
      ScriptedAuthenticator(outcomes: [outcome]), ScriptedAuthenticator(outcomes: [.success])
    )
    let result = await AuthenticatorChain([first, second]).authenticate(.unlocking)
    let goesOn: Set<AuthenticationOutcome> = [
      .fallback, .lockout, .notEnrolled, .notAvailable, .passcodeNotSet,
    ]
    #expect(result == (goesOn.contains(outcome) ? .success : outcome))
    #expect(second.requests.count == (goesOn.contains(outcome) ? 1 : 0))
  }

  @Test func whatIsLeftInTheEnd() async {
    #expect(await AuthenticatorChain([]).authenticate(.unlocking) == .notAvailable)
    let ways = [AuthenticationOutcome.notAvailable, .lockout, .notEnrolled].map {
      ScriptedAuthenticator(outcomes: [$0])
    }
    #expect(await AuthenticatorChain(ways).authenticate(.unlocking) == .lockout)
  }

  @Test func theWeakestWayCounts() {
    let (bound, gate) = (
      ScriptedAuthenticator(.keyBound, outcomes: []), ScriptedAuthenticator(.gate, outcomes: [])
    )
    #expect(AuthenticatorChain([]).kind == .gate)
    #expect(AuthenticatorChain([bound, gate]).kind == .gate)
    #expect(AuthenticatorChain([bound, bound]).kind == .keyBound)
  }
}
