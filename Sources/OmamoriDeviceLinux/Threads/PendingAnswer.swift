import Dispatch
import OmamoriCore

/// An answer that is given once, by whoever comes first, and awaited by one task or one thread.
///
/// Whatever is given later is thrown away. Safe to use from any thread.
final class PendingAnswer<Value: Sendable>: Sendable {
  private struct State: Sendable {
    var value: Value?
    var continuation: CheckedContinuation<Value, Never>?
  }

  private let state = Protected(State())
  private let isThere = DispatchSemaphore(value: 0)

  /// Gives the answer; `false` when there is one already, which stays.
  @discardableResult
  func give(_ value: Value) -> Bool {
    let (isFirst, continuation) = state.withLock { state in
      guard state.value == nil else { return (false, CheckedContinuation<Value, Never>?.none) }
      state.value = value
      return (true, state.continuation.take())
    }
    guard isFirst else { return false }
    isThere.signal()
    continuation?.resume(returning: value)
    return true
  }

  /// The answer, as soon as it is there.
  var value: Value {
    get async {
      await withCheckedContinuation { continuation in
        let value = state.withLock { state in
          if state.value == nil { state.continuation = continuation }
          return state.value
        }
        if let value { continuation.resume(returning: value) }
      }
    }
  }

  /// Has the calling thread wait for the answer; only for threads of our own.
  ///
  /// - Returns: The answer; `nil` is impossible once the wait has ended.
  func wait() -> Value? {
    isThere.wait()
    return state.current.value
  }
}

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
