#if !canImport(Darwin)
import OmamoriCore

/// Several ways in which a request can end, of which the first one counts.
enum Contest {
  /// Runs the ways and waits for the first outcome, or for the task to be cancelled; nobody waits for the others.
  ///
  /// - Parameters:
  ///   - timeout: How long it may take; then the system has cancelled it.
  ///   - ways: Each gives an outcome, or `nil` for none; they are cancelled when it is over.
  /// - Returns: The outcome.
  static func outcome(
    within timeout: Duration, of ways: [@Sendable () async -> AuthenticationOutcome?]
  ) async -> AuthenticationOutcome {
    guard !Task.isCancelled else { return .systemCancelled }
    let answer = PendingAnswer<AuthenticationOutcome>()
    var tasks = ways.map { way in
      Task { if let outcome = await way() { answer.give(outcome) } }
    }
    tasks.append(
      Task { if (try? await Task.sleep(for: timeout)) != nil { answer.give(.systemCancelled) } })
    let outcome = await withTaskCancellationHandler {
      await answer.value
    } onCancel: {
      answer.give(.systemCancelled)
    }
    for task in tasks { task.cancel() }
    return Task.isCancelled ? .systemCancelled : outcome
  }
}
#endif
