import OmamoriTransport
import OmamoriTransportCurl
import Testing

@testable import OmamoriAuth

@Suite struct RefreshVerdictOfErrorTests {
  @Test(arguments: [
    (AuthError.server(.invalidGrant, status: 400), RefreshFailure.terminal),
    (.server(.invalidGrant, status: 401), .terminal),
    (.server(.interactionRequired, status: 400), .terminal),
    (.server(.invalidClient, status: 401), .configuration),
    (.server(.invalidScope, status: 400), .configuration),
    (.server(.unsupportedGrantType, status: 400), .configuration),
    (.server(.unauthorizedClient, status: 400), .configuration),
    (.server(.invalidRequest, status: 400), .configuration),
    (.server(.invalidGrant, status: 503), .transient), (.server(.invalidGrant, status: 429), .transient),
    (.server(.temporarilyUnavailable, status: 400), .transient),
    (.server(.serverError, status: 400), .transient),
    (.server(.useDPoPNonce, status: 400), .transient), (.server(.other, status: 403), .undetermined),
    (.server(.accessDenied, status: 400), .undetermined), (.response(.status(400)), .undetermined),
    (.response(.status(401)), .undetermined), (.response(.status(408)), .transient),
    (.response(.status(429)), .transient),
    (.response(.status(500)), .transient), (.response(.status(503)), .transient),
    (.response(.unexpectedRedirect), .transient), (.response(.malformed), .undetermined),
    (.response(.wrongTokenType), .configuration), (.transport(.notConnected), .transient),
    (.transport(.connectionLost), .transient), (.transport(.handshakeFailed(alert: 40)), .transient),
    (.transport(.timedOut), .transient), (.cancelled, .transient), (.timedOut, .transient),
    (.configuration(.endpointMissing), .configuration),
  ])
  func everyErrorHasItsClass(_ error: AuthError, _ expected: RefreshFailure) {
    #expect(error.refreshFailure == expected)
  }

  /// Only an explicit refusal with a status of the client's side ends a session.
  @Test func nothingElseEndsASession() {
    for code in ServerErrorCode.allCases {
      for status in [200, 400, 401, 403, 408, 425, 429, 500, 502, 503, 504]
      where AuthError.server(code, status: status).refreshFailure == .terminal {
        #expect([200, 400, 401, 403].contains(status))
        #expect(
          [.invalidGrant, .loginRequired, .interactionRequired, .consentRequired, .accountSelectionRequired]
            .contains(code))
      }
    }
    for status in 100...599 { #expect(AuthError.response(.status(status)).refreshFailure != .terminal) }
  }

  @Test(arguments: [
    (AuthError.transport(.nameNotResolved), false), (.transport(.notConnected), false),
    (.transport(.handshakeFailed(alert: nil)), false), (.transport(.connectionLost), true),
    (.transport(.timedOut), true), (.transport(.malformedResponse), true),
    (.transport(.responseTooLarge(limit: 1)), true),
    (.cancelled, true), (.timedOut, true), (.response(.malformed), true),
    (.response(.tooLarge(limit: 1)), true),
    (.response(.status(500)), true), (.response(.status(408)), true),
    (.server(.serverError, status: 500), true),
    (.server(.invalidGrant, status: 400), false), (.server(.invalidClient, status: 401), false),
  ])
  func whatMayHaveHappenedIsKnown(_ error: AuthError, _ isOpen: Bool) {
    #expect(error.leavesOutcomeOpen == isOpen)
  }
}
