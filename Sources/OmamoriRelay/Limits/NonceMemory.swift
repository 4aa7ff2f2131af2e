/// The nonces of the requests of the last minutes, in bounded memory.
///
/// They are kept in two generations, each as long as a request can be valid; the older one is dropped as a whole. A value;
/// one thread at a time.
struct NonceMemory: Sendable {
  /// What a nonce is.
  enum Admission: Sendable {
    case new, replayed
    /// There is no room to remember it, so that it must not be taken.
    case full
  }

  private struct Key: Hashable, Sendable {
    let account: Int64
    let nonce: [UInt8]
  }

  private let limit: Int
  private let period: Int64
  private var beginning: Int64
  private var current: Set<Key> = []
  private var former: Set<Key> = []

  /// Makes a memory.
  ///
  /// - Parameters:
  ///   - limit: The most nonces.
  ///   - period: For how long a request can be valid, in milliseconds.
  ///   - now: Milliseconds since 1970.
  init(limit: Int, period: Int64, now: Int64) {
    (self.limit, self.period, beginning) = (limit, period, now)
  }

  /// Takes a nonce, once.
  mutating func admit(_ nonce: [UInt8], of account: Int64, now: Int64) -> Admission {
    if now - beginning >= 2 * period {
      (current, former, beginning) = ([], [], now)
    } else if now - beginning >= period {
      (former, current, beginning) = (current, [], now)
    }
    let key = Key(account: account, nonce: nonce)
    guard !former.contains(key), !current.contains(key) else { return .replayed }
    guard current.count + former.count < limit else { return .full }
    current.insert(key)
    return .new
  }
}
