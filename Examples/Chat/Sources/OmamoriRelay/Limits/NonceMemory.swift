/// The nonces of the newest requests of each account.
///
/// An account fills its own part alone, so that nobody's requests are refused for those of others. A request that was
/// taken is either remembered or not newer than the newest one that was forgotten, whatever the relay's clock does. A value;
/// one thread at a time.
struct NonceMemory: Sendable {
  /// What a nonce is.
  enum Admission: Sendable {
    case new, replayed
    /// So many newer requests of the account came since that it is not known whether this one came before.
    case late
  }

  private struct Request: Sendable {
    /// When it was signed, in milliseconds since 1970.
    let time: Int64
    /// Eight bytes made of the nonce: where two have the same, which is next to impossible, the second is refused.
    let nonce: Int
  }

  private struct Past: Sendable {
    var requests: [Request] = []
    /// The latest time of a request that was taken and is not remembered.
    var forgotten = Int64.min
  }

  private let limit: Int
  private var pasts: [Int64: Past] = [:]

  /// Makes a memory.
  ///
  /// - Parameter limit: The most requests of one account that are remembered.
  init(limit: Int) { self.limit = max(1, limit) }

  /// Takes a nonce, once.
  ///
  /// - Parameters:
  ///   - nonce: The nonce.
  ///   - time: When the request was signed, in milliseconds since 1970.
  ///   - account: Whose request it is.
  /// - Returns: Whether it may be served.
  mutating func admit(_ nonce: [UInt8], at time: Int64, of account: Int64) -> Admission {
    let request = Request(time: time, nonce: nonce.hashValue)
    return Self.admit(request, to: &pasts[account, default: Past()], limit)
  }

  private static func admit(_ request: Request, to past: inout Past, _ limit: Int) -> Admission {
    guard !past.requests.contains(where: { $0.nonce == request.nonce }) else { return .replayed }
    guard request.time > past.forgotten else { return .late }
    guard past.requests.count >= limit else {
      past.requests.append(request)
      return .new
    }
    let oldest = past.requests.indices.min { past.requests[$0].time < past.requests[$1].time } ?? 0
    past.forgotten = min(past.requests[oldest].time, request.time)
    if request.time > past.requests[oldest].time { past.requests[oldest] = request }
    return .new
  }
}
