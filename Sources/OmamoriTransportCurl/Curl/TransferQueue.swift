import CCurl
import OmamoriCore
import OmamoriTransport

/// Requests that wait until others are done, in the order in which they came.
struct TransferQueue {
  typealias Continuation = CheckedContinuation<CurlEngine.Answer, Never>

  private var entries: [(transfer: Transfer, continuation: Continuation)?] = []
  private var start = 0
  private(set) var count = 0

  var isEmpty: Bool { count == 0 }

  mutating func append(_ transfer: Transfer, _ continuation: Continuation) {
    // Places that were left in the middle are not kept for ever, however long there is somebody waiting.
    if entries.count >= 64, entries.count > 2 * count {
      (entries, start) = (entries[start...].filter { $0 != nil }, 0)
    }
    entries.append((transfer, continuation))
    count += 1
  }

  mutating func popFirst() -> (Transfer, Continuation)? {
    while start < entries.count {
      defer { start += 1 }
      guard let entry = entries[start] else { continue }
      entries[start] = nil
      count -= 1
      return entry
    }
    (entries, start) = ([], 0)
    return nil
  }

  mutating func remove(_ transfer: Transfer) -> Continuation? {
    for index in start..<entries.count {
      guard let entry = entries[index], entry.transfer === transfer else { continue }
      entries[index] = nil
      count -= 1
      return entry.continuation
    }
    return nil
  }

  mutating func removeExpired(at now: ContinuousClock.Instant) -> [Continuation] {
    var expired: [Continuation] = []
    for index in start..<entries.count {
      guard let entry = entries[index], now >= entry.transfer.hop.deadline else { continue }
      entries[index] = nil
      count -= 1
      expired.append(entry.continuation)
    }
    return expired
  }
}

/// A hop under way; the caller holds it to cancel, the engine to know what it is about.
final class Transfer: Sendable {
  /// What is asked.
  let hop: Hop
  private let isCancelledBox = Protected(false)

  init(_ hop: Hop) { self.hop = hop }

  /// Whether the caller gave up, perhaps before the engine heard of it.
  var isCancelled: Bool { isCancelledBox.current }

  /// Notes that the caller gave up.
  func markCancelled() { isCancelledBox.withLock { $0 = true } }
}

/// The TLS sessions of an engine, which later connections may resume; wiped when it goes.
// because the engine's thread alone uses it, and frees it after all handles
@safe
final class SessionShare {
  let pointer: UnsafeMutableRawPointer

  init?() {
    guard let pointer = unsafe curl_share_init() else { return nil }
    unsafe self.pointer = unsafe pointer
    guard unsafe omamori_curl_share_sessions(pointer) == CURLSHE_OK else { return nil }
  }

  deinit { unsafe _ = curl_share_cleanup(pointer) }
}
