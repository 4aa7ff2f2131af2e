import OmamoriCore

/// A task that waits until its event is durable.
///
/// The first answer counts. Safe to use from any thread.
final class AppendWaiter: Sendable {
  private enum State {
    case new
    case waiting(CheckedContinuation<Result<UInt64, AuditLogError>, Never>)
    case answered(Result<UInt64, AuditLogError>)
    case done
  }

  private let state = Protected(State.new)

  /// Waits for the answer.
  func wait() async -> Result<UInt64, AuditLogError> {
    await withCheckedContinuation { continuation in
      let answer = state.withLock { state -> Result<UInt64, AuditLogError>? in
        guard case .answered(let answer) = state else {
          state = .waiting(continuation)
          return nil
        }
        state = .done
        return answer
      }
      if let answer { continuation.resume(returning: answer) }
    }
  }

  /// Gives the answer: the number of the record, or why there is none.
  func answer(_ answer: Result<UInt64, AuditLogError>) {
    let continuation = state.withLock { state -> CheckedContinuation<Result<UInt64, AuditLogError>, Never>? in
      switch state {
      case .new: state = .answered(answer)
      case .waiting(let continuation):
        state = .done
        return continuation
      case .answered, .done: break
      }
      return nil
    }
    continuation?.resume(returning: answer)
  }
}
