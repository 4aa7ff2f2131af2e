import CCurl
import OmamoriCore
import OmamoriTransport

/// Resolves names on threads of its own, so that neither the engine nor a cancelled request ever waits for a name server.
///
/// Safe to use from any thread.
final class NameResolver: Sendable {
  /// Addresses, and a number that changes with them.
  struct Entry: Sendable {
    let addresses: [String]
    let generation: UInt64
    fileprivate let expiry: ContinuousClock.Instant
  }

  private typealias Waiter = CheckedContinuation<Result<Entry, TransportError>, Never>

  private struct State {
    var entries: [HostName: Entry] = [:]
    var waiters: [HostName: [UInt64: Waiter]] = [:]
    var queue: [HostName] = []
    var threads = 0
    var lastNumber: UInt64 = 0
    /// Those who ask now, and those of them who gave up before they waited.
    var asking: Set<UInt64> = []
    var cancelled: Set<UInt64> = []
  }

  private static let lifetime = Duration.seconds(60)
  private static let step = Duration.milliseconds(100)
  private static let greatestThreads = 4
  private static let greatestEntries = 4096

  private let state = Protected(State())

  /// The addresses of a name.
  ///
  /// - Parameters:
  ///   - host: The name.
  ///   - timeout: How long to wait for them.
  /// - Returns: The addresses.
  /// - Throws: `TransportError.nameNotResolved`, `TransportError.timedOut`, `TransportError.cancelled`.
  func entry(for host: HostName, within timeout: Duration) async throws(TransportError) -> Entry {
    if let entry = state.withLock({ $0.entries[host] }), entry.expiry > .now { return entry }
    let number = state.withLock { state in
      state.lastNumber += 1
      state.asking.insert(state.lastNumber)
      return state.lastNumber
    }
    let end = ContinuousClock.now + timeout
    let timer = Task { [self] in
      // In short steps, since what a sleep that is cancelled needs in memory is kept until it would have ended.
      while .now < end { try await Task.sleep(for: min(Self.step, end - .now)) }
      give(.failure(.timedOut), to: number, of: host)
    }
    defer { timer.cancel() }
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in wait(continuation, number, host) }
    } onCancel: {
      give(.failure(.cancelled), to: number, of: host)
    }
    state.withLock { state in
      state.asking.remove(number)
      state.cancelled.remove(number)
    }
    return try result.get()
  }

  /// Forgets the addresses of a name, because nobody could be reached there.
  func forget(_ host: HostName) { state.withLock { _ = $0.entries.removeValue(forKey: host) } }

  private func wait(_ continuation: Waiter, _ number: UInt64, _ host: HostName) {
    let (isCancelled, mustStart) = state.withLock { state -> (Bool, Bool) in
      guard state.cancelled.remove(number) == nil else { return (true, false) }
      let isFirst = state.waiters[host] == nil
      state.waiters[host, default: [:]][number] = continuation
      guard isFirst else { return (false, false) }
      state.queue.append(host)
      guard state.threads < Self.greatestThreads else { return (false, false) }
      state.threads += 1
      return (false, true)
    }
    if isCancelled { return continuation.resume(returning: .failure(.cancelled)) }
    guard mustStart, !OwnThread.start({ [self] in work() }) else { return }
    state.withLock { $0.threads -= 1 }
    finish(host, .failure(.system(code: OwnThread.refusal)))
  }

  /// Answers one waiter early; whoever comes before the waiter is noted.
  private func give(_ result: Result<Entry, TransportError>, to number: UInt64, of host: HostName) {
    let waiter = state.withLock { state -> Waiter? in
      guard let waiter = state.waiters[host]?.removeValue(forKey: number) else {
        // A timer may fire when the answer is there already.
        if state.asking.contains(number) { state.cancelled.insert(number) }
        return nil
      }
      return waiter
    }
    waiter?.resume(returning: result)
  }

  /// One thread's work: names, until none is left.
  private func work() {
    while let host = nextHost() {
      finish(host, Result { () throws(TransportError) in try AddressLookup.addresses(of: host) })
    }
  }

  private func nextHost() -> HostName? {
    state.withLock { state in
      guard !state.queue.isEmpty else {
        state.threads -= 1
        return nil
      }
      return state.queue.removeFirst()
    }
  }

  private func finish(_ host: HostName, _ result: Result<[String], TransportError>) {
    let (waiters, answer) = state.withLock { state -> ([Waiter], Result<Entry, TransportError>) in
      let waiters = Array((state.waiters.removeValue(forKey: host) ?? [:]).values)
      switch result {
      case .failure(let error): return (waiters, .failure(error))
      case .success(let addresses):
        state.lastNumber += 1
        let isSame = state.entries[host]?.addresses == addresses
        let entry = Entry(
          addresses: addresses,
          generation: isSame ? state.entries[host]?.generation ?? state.lastNumber : state.lastNumber,
          expiry: .now + Self.lifetime)
        if state.entries.count >= Self.greatestEntries { state.entries = [:] }
        state.entries[host] = entry
        return (waiters, .success(entry))
      }
    }
    for waiter in waiters { waiter.resume(returning: answer) }
  }
}
