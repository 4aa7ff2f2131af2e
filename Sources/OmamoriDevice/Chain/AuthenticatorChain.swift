public import OmamoriCore

/// Several authenticators, of which the next one asks when one cannot or when the person wants another way.
///
/// A wrong proof ends the request, and so does cancelling; a lockout goes on, since it concerns one of the ways only.
/// Safe to use from any thread.
public struct AuthenticatorChain: Authenticator {
  private let authenticators: [any Authenticator]

  /// Makes a chain.
  ///
  /// - Parameter authenticators: In the order in which they ask, such as a fingerprint reader and then a password; an
  ///   empty chain is never available.
  public init(_ authenticators: [any Authenticator]) { self.authenticators = authenticators }

  /// Key-bound only when all of them are: a chain is as strong as its weakest way.
  public var kind: AuthenticatorKind {
    let isBound = !authenticators.isEmpty && authenticators.allSatisfy { $0.kind == .keyBound }
    return isBound ? .keyBound : .gate
  }

  /// Asks the person, by one after the other.
  ///
  /// - Parameter request: Each of them gets it; those that cannot keep to its policy say that they are not available.
  /// - Returns: The first outcome that decides, else the first that says more than "not available".
  public func authenticate(_ request: AuthenticationRequest) async -> AuthenticationOutcome {
    var reason = AuthenticationOutcome.notAvailable
    for authenticator in authenticators {
      let outcome = await authenticator.authenticate(request)
      guard !Task.isCancelled else { return .systemCancelled }
      switch outcome {
      case .fallback, .lockout, .notEnrolled, .notAvailable, .passcodeNotSet:
        if reason == .notAvailable { reason = outcome }
      case .success, .failed, .cancelled, .invalidated, .systemCancelled: return outcome
      }
    }
    return reason
  }
}

/// An authenticator whose outcomes are also told to a sink of security events, such as the audit log.
///
/// An event says the outcome and what a success is worth, never who was asked or what was typed. Safe to use from any
/// thread.
public struct ReportedAuthenticator: Authenticator {
  private let authenticator: any Authenticator
  private let events: any SecurityEvents

  /// Names an authenticator and a sink.
  public init(_ authenticator: any Authenticator, to events: any SecurityEvents) {
    (self.authenticator, self.events) = (authenticator, events)
  }

  /// What a success is worth: as with the authenticator itself.
  public var kind: AuthenticatorKind { authenticator.kind }

  /// Asks the person and reports the outcome.
  ///
  /// - Parameter request: What to show and which ways are allowed.
  /// - Returns: The outcome.
  public func authenticate(_ request: AuthenticationRequest) async -> AuthenticationOutcome {
    let outcome = await authenticator.authenticate(request)
    events.record(Self.event(outcome, kind))
    return outcome
  }

  /// What stands for what is enrolled: as with the authenticator itself.
  ///
  /// - Returns: Its bytes; `nil` when it does not say.
  public func enrolmentState() async -> Data? { await authenticator.enrolmentState() }

  private static func event(_ outcome: AuthenticationOutcome, _ kind: AuthenticatorKind) -> SecurityEvent {
    let event =
      switch outcome {
      case .success: SecurityEvent("device.person.admitted", .authentication, .information)
      case .failed, .lockout, .invalidated: SecurityEvent("device.person.refused", .authentication, .warning)
      case .cancelled, .fallback, .notEnrolled, .notAvailable, .systemCancelled, .passcodeNotSet:
        SecurityEvent("device.person.refused", .authentication, .notice)
      }
    return event.with("outcome", label(outcome)).with("key-bound", .flag(kind == .keyBound))
  }

  private static func label(_ outcome: AuthenticationOutcome) -> SecurityEvent.Value {
    switch outcome {
    case .success: .label("success")
    case .failed: .label("failed")
    case .cancelled: .label("cancelled")
    case .fallback: .label("fallback")
    case .lockout: .label("lockout")
    case .notEnrolled: .label("not-enrolled")
    case .notAvailable: .label("not-available")
    case .invalidated: .label("invalidated")
    case .systemCancelled: .label("system-cancelled")
    case .passcodeNotSet: .label("passcode-not-set")
    }
  }
}
