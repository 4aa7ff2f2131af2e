import OmamoriCore

/// Which connections wait for envelopes of which accounts.
///
/// Safe to use from any thread.
final class ArrivalBoard: Sendable {
  private let waiting = Protected<[Int64: [WakeEvent]]>([:])

  /// Lets an event happen when something arrives for an account.
  func watch(_ account: Int64, _ event: WakeEvent) {
    waiting.withLock { $0[account, default: []].append(event) }
  }

  /// Ends that.
  func forget(_ account: Int64, _ event: WakeEvent) {
    waiting.withLock { waiting in
      waiting[account]?.removeAll { $0 === event }
      if waiting[account]?.isEmpty == true { waiting[account] = nil }
    }
  }

  /// Says that something arrived.
  func announce(_ account: Int64) {
    for event in waiting.withLock({ $0[account] ?? [] }) { event.signal() }
  }
}
