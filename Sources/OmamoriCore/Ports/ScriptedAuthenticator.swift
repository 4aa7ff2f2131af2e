/// An ``Authenticator`` whose answers a test writes down beforehand, and that remembers what it was asked.
///
/// When the answers are used up it is ``AuthenticationOutcome/notAvailable``. Safe to use from any thread.
@_spi(Testing)
public final class ScriptedAuthenticator: Authenticator {
  private struct State {
    var outcomes: ArraySlice<AuthenticationOutcome>
    var enrolment: Data?
    var enrolmentAfterAsking: Data?
    var requests: [AuthenticationRequest] = []
  }

  /// What a success is worth.
  public let kind: AuthenticatorKind
  private let state: Protected<State>

  /// Makes one.
  ///
  /// - Parameters:
  ///   - kind: What a success is worth.
  ///   - outcomes: The answers, one a request.
  ///   - enrolment: What stands for the enrolled fingerprints or faces.
  public init(
    _ kind: AuthenticatorKind = .gate,
    outcomes: [AuthenticationOutcome],
    enrolment: Data? = nil
  ) {
    self.kind = kind
    state = Protected(State(outcomes: outcomes[...], enrolment: enrolment))
  }

  /// What it was asked until now.
  public var requests: [AuthenticationRequest] { state.withLock { $0.requests } }

  /// Gives the next answer.
  public func authenticate(_ request: AuthenticationRequest) async -> AuthenticationOutcome {
    state.withLock { state in
      state.requests.append(request)
      if let changed = state.enrolmentAfterAsking { state.enrolment = changed }
      return state.outcomes.popFirst() ?? .notAvailable
    }
  }

  /// What stands for the enrolled fingerprints or faces.
  public func enrolmentState() async -> Data? { state.withLock { $0.enrolment } }

  /// Enrols others, at once or while the person is asked the next time.
  ///
  /// - Parameters:
  ///   - enrolment: What stands for them; `nil` for an authenticator that does not say.
  ///   - isWhileAsking: Whether it happens during the next request.
  public func enrol(_ enrolment: Data?, whileAsking isWhileAsking: Bool = false) {
    state.withLock { state in
      if isWhileAsking { state.enrolmentAfterAsking = enrolment } else { state.enrolment = enrolment }
    }
  }
}
