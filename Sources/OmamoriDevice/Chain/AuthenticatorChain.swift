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
