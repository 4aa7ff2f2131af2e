import OmamoriCore

/// When the keys of an issuer are used, fetched and fetched again; without a clock and without a network.
///
/// A value; safe to share between threads.
struct KeySetCache: Sendable {
  /// What to do for a token.
  enum Decision: Sendable {
    /// Use the keys.
    case use(JSONWebKeySet)
    /// Use the keys, and fetch new ones meanwhile.
    case useAndFetch(JSONWebKeySet)
    /// Fetch keys and wait for them.
    case fetch
    /// There are none, and it is too early to ask again.
    case refuse(AuthError)
  }

  /// The shortest and the longest time that keys are fresh, whatever the server says.
  static let lifetimes: ClosedRange<TimeInterval> = 60...86_400
  /// How long keys are fresh when the server does not say.
  static let defaultLifetime: TimeInterval = 600
  /// How long keys are used after that while the server cannot be reached.
  static let staleLimit: TimeInterval = 86_400
  /// The time between two requests for a name that is not in the set.
  static let interval: TimeInterval = 30
  /// How long a name that was not in a new set is not asked for again.
  static let absence: TimeInterval = 300
  /// The most bytes of a name that is asked for.
  static let nameLimit = 256
  /// The most absent names that are remembered.
  static let absentLimit = 64
  /// The longest time between two requests after failures.
  static let longestBackoff: TimeInterval = 600

  private var keys: JSONWebKeySet?
  private var fetched = Date.distantPast
  private var lifetime = defaultLifetime
  private var asked: Date?
  private var failures = 0
  private var failure = AuthError.timedOut
  private var absent: [(name: String, until: Date)] = []

  /// What to do for a token with a key of this name, or of none.
  func decision(for name: String?, at now: Date) -> Decision {
    guard let keys, age(of: fetched, at: now) < lifetime + Self.staleLimit else {
      return mayAsk(after: failures == 0 ? 0 : pause, at: now) ? .fetch : .refuse(failure)
    }
    if let name, keys[name] == nil {
      let isKnownAbsent =
        name.utf8.count > Self.nameLimit || absent.contains { $0.name == name && $0.until > now }
      return !isKnownAbsent && mayAsk(after: max(Self.interval, pause), at: now) ? .fetch : .use(keys)
    }
    let isFresh = age(of: fetched, at: now) < lifetime
    return !isFresh && mayAsk(after: pause, at: now) ? .useAndFetch(keys) : .use(keys)
  }

  /// The keys, if they are not too old and the one of this name is among them.
  func usable(for name: String?, at now: Date) -> JSONWebKeySet? {
    switch decision(for: name, at: now) {
    case .use(let keys), .useAndFetch(let keys): name.map { keys[$0] != nil } ?? true ? keys : nil
    case .fetch, .refuse: nil
    }
  }

  /// Notes that a request is being sent.
  mutating func begin(at now: Date) { asked = now }

  /// Takes over new keys.
  ///
  /// - Parameters:
  ///   - keys: The keys.
  ///   - lifetime: How long the server lets them be kept, in seconds, if it says so.
  ///   - now: The time.
  mutating func succeed(_ keys: JSONWebKeySet, lifetime: TimeInterval?, at now: Date) {
    let asked = lifetime ?? Self.defaultLifetime
    self.lifetime = min(max(asked, Self.lifetimes.lowerBound), Self.lifetimes.upperBound)
    (self.keys, fetched, failures) = (keys, now, 0)
    absent.removeAll { $0.until <= now }
  }

  /// Notes why there are no new keys.
  mutating func fail(_ error: AuthError) {
    failure = error
    failures = min(failures + 1, 16)
  }

  /// The keys to use after a request was answered, or failed, for a token that waited for it.
  mutating func settle(for name: String?, at now: Date) throws(AuthError) -> JSONWebKeySet {
    guard let keys, age(of: fetched, at: now) < lifetime + Self.staleLimit else { throw failure }
    if let name, name.utf8.count <= Self.nameLimit, keys[name] == nil, failures == 0 {
      absent.removeAll { $0.name == name }
      if absent.count >= Self.absentLimit { absent.removeFirst() }
      absent.append((name, now + Self.absence))
    }
    return keys
  }

  /// The time to let pass after failures: 30 s, then twice as much each time.
  private var pause: TimeInterval {
    failures == 0 ? 0 : min(Self.interval * Double(1 << (failures - 1)), Self.longestBackoff)
  }

  private func mayAsk(after pause: TimeInterval, at now: Date) -> Bool {
    asked.map { age(of: $0, at: now) >= pause } ?? true
  }

  /// How long ago something was; endless when the clock was set back.
  private func age(of date: Date, at now: Date) -> TimeInterval {
    let age = now.timeIntervalSince(date)
    return age < 0 ? .infinity : age
  }
}
