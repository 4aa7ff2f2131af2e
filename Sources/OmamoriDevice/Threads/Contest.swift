#if !canImport(Darwin)
import OmamoriCore

/// Several ways in which a request can end, of which the first one counts.
enum Contest {
  /// Runs the ways and waits for the first answer, for the task to be cancelled or for the time to run out; nobody
  /// waits for the others.
  ///
  /// - Parameters:
  ///   - timeout: How long it may take.
  ///   - nothing: What to return when the time has run out or the task is cancelled.
  ///   - ways: Each gives an answer, or `nil` for none; they are cancelled when it is over.
  /// - Returns: The first answer.
  static func first<Value: Sendable>(
    within timeout: Duration, otherwise nothing: Value, of ways: [@Sendable () async -> Value?]
  ) async -> Value {
    guard !Task.isCancelled else { return nothing }
    let answer = PendingAnswer<Value>()
    var tasks = ways.map { way in
      Task { if let value = await way() { answer.give(value) } }
    }
    tasks.append(Task { if (try? await Task.sleep(for: timeout)) != nil { answer.give(nothing) } })
    let value = await withTaskCancellationHandler {
      await answer.value
    } onCancel: {
      answer.give(nothing)
    }
    for task in tasks { task.cancel() }
    return Task.isCancelled ? nothing : value
  }
}
#endif
