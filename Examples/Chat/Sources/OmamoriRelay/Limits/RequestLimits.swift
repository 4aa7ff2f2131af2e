import OmamoriCore

/// Everything that is counted by who asks, behind one lock.
///
/// Safe to use from any thread.
final class RequestLimits: Sendable {
  private struct State: Sendable {
    var nonces: NonceMemory
    var requests: RateLimiter<Int64>
    var registrations: RateLimiter<PeerAddress>
    var bundles: RateLimiter<Int64>
    var pairs: RateLimiter<[Int64]>
    var entries: RateLimiter<Int64>
    /// The bytes of attachments that came on a day, counted from 1970.
    var uploads: (day: Int64, sizes: [PeerAddress: Int64]) = (0, [:])
  }

  private let state: Protected<State>

  /// Makes the counters.
  init(_ limits: RelayLimits) {
    state = Protected(
      State(
        nonces: NonceMemory(limit: limits.nonces),
        requests: RateLimiter(capacity: limits.requests, perHour: limits.requestsPerSecond * 3600),
        registrations: RateLimiter(
          capacity: limits.registrationsPerHour, perHour: limits.registrationsPerHour),
        bundles: RateLimiter(capacity: limits.bundlesPerHour, perHour: limits.bundlesPerHour),
        pairs: RateLimiter(
          capacity: limits.oneTimeEntriesPerPairPerHour, perHour: limits.oneTimeEntriesPerPairPerHour),
        entries: RateLimiter(capacity: limits.oneTimeEntriesPerHour, perHour: limits.oneTimeEntriesPerHour)))
  }

  /// Takes a nonce of an account, once.
  func admit(_ nonce: [UInt8], at time: Int64, of account: Int64) -> NonceMemory.Admission {
    state.withLock { $0.nonces.admit(nonce, at: time, of: account) }
  }

  /// Counts a request of an account; gives 0, or the seconds to wait.
  func countRequest(of account: Int64, now: Int64) -> Int {
    state.withLock { $0.requests.take(account, now: now) }
  }

  /// Counts a registration from an address of the network; gives 0, or the seconds to wait.
  func countRegistration(from peer: PeerAddress, now: Int64) -> Int {
    state.withLock { $0.registrations.take(peer, now: now) }
  }

  /// How many bytes of attachments came from an address of the network on a day, counted from 1970.
  func uploads(from peer: PeerAddress, on day: Int64) -> Int64 {
    state.withLock { $0.uploads.day == day ? $0.uploads.sizes[peer] ?? 0 : 0 }
  }

  /// Counts an attachment that was stored, so that no more is remembered than there is.
  func countUpload(of size: Int, from peer: PeerAddress, on day: Int64) {
    state.withLock { state in
      if state.uploads.day != day { state.uploads = (day, [:]) }
      state.uploads.sizes[peer, default: 0] += Int64(size)
    }
  }

  /// Counts a bundle for an account; gives 0, or the seconds to wait.
  func countBundle(for account: Int64, now: Int64) -> Int {
    state.withLock { $0.bundles.take(account, now: now) }
  }

  /// Whether one account may have a one-time entry of another one now; it counts when it may.
  func allowsEntry(of target: Int64, for account: Int64, now: Int64) -> Bool {
    state.withLock { state in
      state.pairs.take([account, target], now: now) == 0 && state.entries.take(target, now: now) == 0
    }
  }
}
