import OmamoriCore

/// Decides whether a request is sent again, and after which wait; does nothing itself.
///
/// A value; safe to share between threads.
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
  init(_ request: Request, rule: RetryRule) {
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
