/// The decisions of a biometric login, as a machine: it takes events and says what to do.
///
/// One operation at a time; what is stored and cannot be used any more is removed.
package struct BiometricLoginMachine: Sendable {
  /// What happened.
  @nonexhaustive
  package enum Event: Sendable, Hashable {
    /// Somebody looked whether there is a login.
    case found(Bool)
    /// An operation is asked for.
    case begin(BiometricLoginState.Operation)
    /// The operation succeeded.
    case succeeded
    /// The operation did not succeed.
    case failed(BiometricLoginProblem)
    /// The sealed token was exchanged for a new one, or could not be.
    case resealed(BiometricLoginProblem?)
    /// The session ended, and the copies were removed, or could not be.
    case ended(BiometricLoginProblem?)
  }

  /// What is to be done.
  @nonexhaustive
  package enum Action: Sendable, Hashable {
    /// Nothing.
    case none
    /// Do the operation.
    case run(BiometricLoginState.Operation)
    /// Refuse it: another one is going on.
    case refuseBusy
    /// Refuse it: there is no login.
    case refuseDisabled
    /// Refuse it: other biometrics are enrolled.
    case refuseInvalidated
    /// Remove every copy of the login.
    case removeCopies
  }

  /// What a screen needs to know.
  package private(set) var state = BiometricLoginState()

  /// Makes a machine that knows nothing.
  package init() {}

  /// Takes an event.
  ///
  /// - Parameter event: What happened.
  /// - Returns: What is to be done.
  package mutating func handle(_ event: Event) -> Action {
    switch event {
    case .found(let isThere):
      guard state.operation == nil, state.phase != .invalidated || isThere else { return .none }
      state.phase = isThere ? .enabled : .disabled
      return .none
    case .begin(let operation): return begin(operation)
    case .succeeded: return succeed()
    case .failed(let problem): return fail(problem)
    case .resealed(let problem):
      guard let problem else { return .none }
      state.problem = problem
      // A token that was exchanged elsewhere must not be shown to the server again.
      state.phase = problem == .biometricsChanged ? .invalidated : .disabled
      return .removeCopies
    case .ended(let problem):
      if let problem { state.problem = problem } else { state.phase = .disabled }
      return .none
    }
  }

  private mutating func begin(_ operation: BiometricLoginState.Operation) -> Action {
    guard state.operation == nil else { return .refuseBusy }
    if operation == .authenticating {
      switch state.phase {
      case .enabled: break
      case .invalidated: return .refuseInvalidated
      case .unknown, .disabled: return .refuseDisabled
      }
    }
    (state.operation, state.problem) = (operation, nil)
    return .run(operation)
  }

  private mutating func succeed() -> Action {
    switch state.operation {
    case .enabling: state.phase = .enabled
    case .disabling: state.phase = .disabled
    case .authenticating, nil: break
    }
    state.operation = nil
    return .none
  }

  private mutating func fail(_ problem: BiometricLoginProblem) -> Action {
    let operation = state.operation
    (state.operation, state.problem) = (nil, problem)
    switch operation {
    case .enabling:
      state.phase = .disabled
      return .removeCopies
    case .authenticating where problem.endsLogin:
      state.phase = problem == .biometricsChanged ? .invalidated : .disabled
      return .removeCopies
    case .authenticating, .disabling, nil: return .none
    }
  }
}
