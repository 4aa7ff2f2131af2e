package import OmamoriCore

/// Sends requests again as their rules say, and waits in between; a wait ends at once when its task is cancelled or the
/// session is closed.
///
/// Safe to use from any thread.
package final class RetryLoop<WaitClock: Clock>: Sendable where WaitClock.Duration == Duration {
  private struct State {
    var waits: [Int: Task<Void, any Error>] = [:]
    var lastNumber = 0
    var isClosed = false
  }

  private let clock: WaitClock
  private let dates: any WallClock
  private let randomness: any Randomness
  private let state = Protected(State())

  /// Makes a loop.
  ///
  /// - Parameters:
  ///   - clock: What measures times and waits.
  ///   - dates: The time of day, by which a moment in `Retry-After` is judged.
  ///   - randomness: What makes the waits of many clients differ.
  package init(clock: WaitClock, dates: any WallClock, randomness: any Randomness = SystemRandomness()) {
    (self.clock, self.dates, self.randomness) = (clock, dates, randomness)
  }

  /// Sends a request until it is answered, or its rule is exhausted.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - rule: When it is sent again.
  ///   - attempt: Sends it once, within the time that is left, if that has a limit.
  ///   - head: The status and the header fields of an answer.
  ///   - drop: Gives up an answer because of which the request is sent again.
  /// - Returns: The last answer.
  /// - Throws: What the last attempt ended with, ``TransportError/cancelled`` and ``TransportError/closed``.
  package func run<Answer>(
    _ request: HTTPRequest, rule: RetryRule,
    attempt: (_ timeLeft: Duration?) async throws(TransportError) -> Answer,
    head: (Answer) -> (status: Int, fields: ResponseFields), drop: (Answer) -> Void = { _ in }
  ) async throws(TransportError) -> Answer {
    var machine = RetryMachine(request, rule: rule)
    guard machine.isOn else { return try await attempt(nil) }
    let start = clock.now
    while true {
      let timeLeft = rule.total - start.duration(to: clock.now)
      let result: Result<Answer, TransportError>
      let outcome: RetryMachine.Outcome
      do throws(TransportError) {
        let answer = try await attempt(timeLeft)
        let (status, fields) = head(answer)
        (result, outcome) = (
          .success(answer), .answered(status: status, retryAfter: fields.values("Retry-After"))
        )
      } catch {
        (result, outcome) = (.failure(error), .failed(error))
      }
      guard let wait = nextWait(&machine, outcome, since: start) else { return try result.get() }
      if case .success(let answer) = result { drop(answer) }
      try await sleep(for: wait)
    }
  }

  /// Ends all waits with ``TransportError/closed``, now and later.
  package func close() {
    let waits = state.withLock { state in
      state.isClosed = true
      return state.waits.values.map(\.self)
    }
    for wait in waits { wait.cancel() }
  }

  private func nextWait(
    _ machine: inout RetryMachine, _ outcome: RetryMachine.Outcome, since start: WaitClock.Instant
  ) -> Duration? {
    // Chance protects servers from crowds and nothing else: without it the wait is the whole one.
    let chance = (try? randomness.integer(in: 0...1000)) ?? 1000
    return machine.wait(
      after: outcome, elapsed: start.duration(to: clock.now), date: dates.date, chance: chance)
  }

  private func sleep(for duration: Duration) async throws(TransportError) {
    let task = Task { [clock] in try await clock.sleep(for: duration) }
    let number = state.withLock { state -> Int in
      state.lastNumber += 1
      if state.isClosed { task.cancel() } else { state.waits[state.lastNumber] = task }
      return state.lastNumber
    }
    let result = await withTaskCancellationHandler {
      await task.result
    } onCancel: {
      task.cancel()
    }
    state.withLock { state in _ = state.waits.removeValue(forKey: number) }
    guard case .failure = result else { return }
    throw Task.isCancelled ? .cancelled : .closed
  }
}

/// Decides whether a request is sent again, and after which wait; does nothing itself.
struct RetryMachine: Sendable {
  /// What an attempt ended with.
  enum Outcome: Sendable {
    /// No response.
    case failed(TransportError)
    /// A response, with the values of its `Retry-After`.
    case answered(status: Int, retryAfter: [String])
  }

  private let rule: RetryRule
  private let isRepeatable: Bool
  private var attempts = 0
  private var nextWait: Duration

  /// Begins.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - rule: When it is sent again.
  init(_ request: HTTPRequest, rule: RetryRule) {
    self.rule = rule
    isRepeatable = request.body.isRepeatable && (request.method.isIdempotent || rule.repeatsAnyMethod)
    nextWait = max(.zero, min(rule.firstWait, rule.longestWait))
  }

  /// Whether there can be more than one attempt.
  var isOn: Bool { isRepeatable && rule.attempts > 1 }

  /// The wait before the next attempt; `nil` for none.
  ///
  /// - Parameters:
  ///   - outcome: What this attempt ended with.
  ///   - elapsed: The time since the first attempt began.
  ///   - date: The time of day, by which a moment in `Retry-After` is judged.
  ///   - chance: A number from 0 to 1000, by which the waits of many clients differ.
  /// - Returns: The wait.
  mutating func wait(after outcome: Outcome, elapsed: Duration, date: Date, chance: Int) -> Duration? {
    attempts += 1
    guard isOn, attempts < min(rule.attempts, RetryRule.greatestAttempts) else { return nil }
    var asked = Duration.zero
    switch outcome {
    case .failed(.nameNotResolved), .failed(.notConnected), .failed(.connectionLost): break
    case .answered(let status, let values) where [429, 502, 503, 504].contains(status):
      asked = RetryAfter.duration(values, now: date) ?? .zero
    default: return nil
    }
    let wait = max(asked, nextWait / 2 + nextWait / 2000 * min(max(chance, 0), 1000))
    nextWait = min(nextWait, max(.zero, rule.longestWait) / 2) * 2
    return wait < rule.total - elapsed ? wait : nil
  }
}
