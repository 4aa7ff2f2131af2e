/// How much each of many may still do: a bucket for each that is refilled in time (the token bucket of ITU-T I.371).
///
/// A value; one thread at a time.
struct RateLimiter<Key: Hashable & Sendable>: Sendable {
  private struct Bucket: Sendable {
    var level: Double
    var time: Int64
  }

  private let capacity: Double
  private let perMillisecond: Double
  private let greatestCount: Int
  private var buckets: [Key: Bucket] = [:]

  /// Makes a limiter.
  ///
  /// - Parameters:
  ///   - capacity: What can be done at once.
  ///   - perHour: What can be done in the long run.
  ///   - greatestCount: The most keys that are remembered; when all of them did something lately, others may do nothing.
  init(capacity: Int, perHour: Int, greatestCount: Int = 50_000) {
    (self.capacity, perMillisecond) = (Double(capacity), Double(perHour) / 3_600_000)
    self.greatestCount = greatestCount
  }

  /// Takes one from a bucket.
  ///
  /// - Parameters:
  ///   - key: Whose bucket.
  ///   - now: Milliseconds since 1970.
  /// - Returns: 0 when it was there, or the seconds until it is.
  mutating func take(_ key: Key, now: Int64) -> Int {
    if buckets[key] == nil, buckets.count >= greatestCount { forgetFull(now) }
    guard buckets[key] != nil || buckets.count < greatestCount else { return 60 }
    var bucket = buckets[key] ?? Bucket(level: capacity, time: now)
    bucket.level = level(bucket, now)
    bucket.time = now
    defer { buckets[key] = bucket }
    guard bucket.level >= 1 else {
      guard perMillisecond > 0 else { return 3600 }
      return max(1, Int(((1 - bucket.level) / perMillisecond / 1000).rounded(.up)))
    }
    bucket.level -= 1
    return 0
  }

  private func level(_ bucket: Bucket, _ now: Int64) -> Double {
    // A clock that was set back gives nothing and takes nothing.
    min(capacity, bucket.level + Double(max(0, now - bucket.time)) * perMillisecond)
  }

  private mutating func forgetFull(_ now: Int64) {
    buckets = buckets.filter { level($0.value, now) < capacity }
  }
}
