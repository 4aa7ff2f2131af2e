import OmamoriReport

/// Runs a check for no longer than its time, also one that does not hear of it.
enum BoundedCheck {
  /// The result, or that there was none in time; a check that goes on nevertheless is not listened to.
  static func result(of check: any SecurityCheck, within deadline: Duration) async -> CheckResult {
    guard !Task.isCancelled else { return .unavailable(.cancelled) }
    let answer = FirstAnswer<CheckResult>()
    let work = Task { answer.give(await check.run()) }
    let timer = Task {
      // because a sleep ends early only when nobody waits any more
      try? await Task.sleep(for: deadline)
      answer.give(.unavailable(.deadline))
    }
    let result = await withTaskCancellationHandler {
      await answer.value
    } onCancel: {
      answer.give(.unavailable(.cancelled))
    }
    work.cancel()
    timer.cancel()
    return result
  }
}
