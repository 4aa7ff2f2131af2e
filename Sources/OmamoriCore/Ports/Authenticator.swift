/// Asks the person at the device to prove who they are; a port that a platform, a PAM service or a test fulfils.
///
/// An outcome is never an error to be ignored: every one but ``AuthenticationOutcome/success`` refuses. Safe to use
/// from any thread.
public protocol Authenticator: Sendable {
  /// What a success is worth.
  var kind: AuthenticatorKind { get }

  /// Asks the person and waits for the outcome.
  ///
  /// - Parameter request: What to show and which ways are allowed.
  /// - Returns: The outcome; cancelling the task gives ``AuthenticationOutcome/systemCancelled``.
  func authenticate(_ request: AuthenticationRequest) async -> AuthenticationOutcome

  /// What stands for the fingerprints or faces that are enrolled now, so that others can be told from them.
  ///
  /// - Returns: Bytes that change with what is enrolled and mean nothing else; `nil` when the platform does not say.
  func enrolmentState() async -> Data?
}

extension Authenticator {
  /// Says nothing; what is bound to a certain enrolment cannot be used then.
  ///
  /// - Returns: `nil`.
  public func enrolmentState() async -> Data? { nil }
}

/// How an ``Authenticator``'s request ended.
///
/// Only ``success`` admits; all others refuse for different reasons.
public enum AuthenticationOutcome: Sendable, Hashable, CaseIterable {
  /// The person proved who they are.
  case success
  /// The proof was wrong.
  case failed
  /// The person cancelled.
  case cancelled
  /// The person asked for another way, which is for the caller to offer.
  case fallback
  /// Too many wrong proofs; the passcode is needed to go on.
  case lockout
  /// No fingerprint or face is enrolled.
  case notEnrolled
  /// The device cannot do it, or the service is out of reach.
  case notAvailable
  /// The enrolled fingerprints or faces are others than when the key was made.
  case invalidated
  /// The system or the caller's task ended the request.
  case systemCancelled
  /// The device has no passcode.
  case passcodeNotSet

  /// Whether the request may go on; `true` for ``success`` alone.
  public var admits: Bool { self == .success }
}

/// What an ``Authenticator`` asks a person for.
public struct AuthenticationRequest: Sendable, Hashable {
  /// The ways in which a person may answer.
  public enum Policy: Sendable, Hashable, CaseIterable {
    /// Fingerprint, face or the like, and nothing else.
    case biometrics
    /// Biometrics, or the device's passcode in their place.
    case biometricsOrPasscode
  }

  /// Why the person is asked, in the person's words: the operation, not the technique.
  public let reason: LocalizedText
  /// The ways in which the person may answer.
  public let policy: Policy

  /// Makes a request.
  public init(reason: LocalizedText, policy: Policy) { (self.reason, self.policy) = (reason, policy) }
}

/// What the success of an ``Authenticator`` is worth.
public enum AuthenticatorKind: Sendable, Hashable, CaseIterable {
  /// Success releases a key that cannot be had otherwise, so patching the program gains nothing.
  case keyBound
  /// Success is an answer that the program's own code has to respect; whoever changes the program passes.
  case gate
}

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
