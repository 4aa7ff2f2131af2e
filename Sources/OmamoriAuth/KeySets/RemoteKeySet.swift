public import OmamoriCore
public import OmamoriTransport

/// The public keys that an issuer publishes at a URL, kept as long as the issuer lets them be.
///
/// A token with a name that is not in the set makes it ask again, at most every 30 s, and not for that name in the next
/// five minutes: an issuer may change its keys at any time, and nobody can make this flood it. When keys grow old they
/// are used on while new ones are fetched, for a day at most. All callers share one request. A redirect is not followed,
/// and a set with private or secret keys is refused. Safe to use from any thread.
public final class RemoteKeySet: KeySource {
  /// Where the keys are.
  public let url: RequestURL
  private let exchange: any HTTPExchange
  private let clock: any WallClock
  private let state = Protected(State())

  private struct State {
    var cache = KeySetCache()
    var fetching: Task<Void, Never>?
  }

  /// What a caller does.
  private enum Step {
    case use(JSONWebKeySet)
    case wait(Task<Void, Never>)
    case refuse(AuthError)
  }

  /// Makes a source that fetches when it is asked for the first time.
  ///
  /// - Parameters:
  ///   - url: Where the keys are, the `jwks_uri` of the issuer's metadata.
  ///   - exchange: Sends the requests.
  ///   - clock: The time of day.
  public init(url: RequestURL, exchange: any HTTPExchange, clock: any WallClock = SystemWallClock()) {
    (self.url, self.exchange, self.clock) = (url, exchange, clock)
  }

  /// The keys for a token.
  ///
  /// - Parameter header: The unverified header of the token, of which only the name of the key is looked at.
  /// - Returns: The keys.
  /// - Throws: ``AuthError`` when there are none that are young enough.
  public func keys(for header: TokenHeader) async throws(AuthError) -> JSONWebKeySet {
    let name = header.keyIdentifier
    switch step(for: name, at: clock.date) {
    case .use(let keys): return keys
    case .refuse(let error): throw error
    case .wait(let task):
      await task.value
      let now = clock.date
      return try state.withLock { state throws(AuthError) in try state.cache.settle(for: name, at: now) }
    }
  }

  private func step(for name: String?, at now: Date) -> Step {
    state.withLock { state in
      if let fetching = state.fetching {
        // Whoever finds its key in the old set need not wait.
        return state.cache.usable(for: name, at: now).map(Step.use) ?? .wait(fetching)
      }
      switch state.cache.decision(for: name, at: now) {
      case .use(let keys): return .use(keys)
      case .refuse(let error): return .refuse(error)
      case .useAndFetch(let keys):
        _ = begin(&state, at: now)
        return .use(keys)
      case .fetch: return .wait(begin(&state, at: now))
      }
    }
  }

  /// Begins to fetch; a caller that goes away does not end it.
  private func begin(_ state: inout State, at now: Date) -> Task<Void, Never> {
    state.cache.begin(at: now)
    let task = Task { await self.fetch() }
    state.fetching = task
    return task
  }

  private func fetch() async {
    do throws(AuthError) {
      let answer = try await answer()
      let (keys, lifetime, now) = (try Self.keys(in: answer), Self.lifetime(answer.fields), clock.date)
      state.withLock { state in
        state.cache.succeed(keys, lifetime: lifetime, at: now)
        state.fetching = nil
      }
    } catch {
      state.withLock { state in
        state.cache.fail(error)
        state.fetching = nil
      }
    }
  }

  private func answer() async throws(AuthError) -> HTTPAnswer {
    do throws(TransportError) {
      var headers = HeaderFields()
      try headers.add("Accept", "application/jwk-set+json, application/json")
      return try await exchange.answer(to: try HTTPRequest(.get, url, headers: headers))
    } catch { throw .transport(error) }
  }

  /// The public keys in an answer.
  private static func keys(in answer: HTTPAnswer) throws(AuthError) -> JSONWebKeySet {
    switch answer.status {
    case 200: break
    case 300...399: throw .response(.unexpectedRedirect)
    default: throw .response(.status(answer.status))
    }
    let keys = try JSONWebKeySet(json: answer.body)
    guard !keys.hasSecretParts else { throw .key(.useNotAllowed) }
    return keys
  }

  /// How long an answer may be kept, in seconds; 0 when it may not be kept at all.
  static func lifetime(_ fields: ResponseFields) -> TimeInterval? {
    var lifetime: TimeInterval?
    for value in fields.values("Cache-Control") {
      for directive in value.utf8.split(separator: UInt8(ascii: ",")) {
        let text = String(decoding: directive.filter { $0 != 0x20 && $0 != 0x09 }, as: UTF8.self).lowercased()
        if text == "no-store" || text == "no-cache" { return 0 }
        guard text.hasPrefix("max-age="), let seconds = UInt32(text.dropFirst(8)) else { continue }
        lifetime = min(lifetime ?? .infinity, TimeInterval(seconds))
      }
    }
    return lifetime
  }
}

/// When the keys of an issuer are used, fetched and fetched again; without a clock and without a network.
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

/// Gives the keys that a token may have been signed with; a port.
///
/// What a header says is not verified: an implementation may look for the name of a key in what its owner configured,
/// and never follows a URL or uses a key that a header brings. Safe to use from any thread.
public protocol KeySource: Sendable {
  /// The keys among which the verifier chooses.
  ///
  /// - Parameter header: The unverified header of the token.
  /// - Returns: The keys.
  /// - Throws: ``AuthError`` when they cannot be had.
  func keys(for header: TokenHeader) async throws(AuthError) -> JSONWebKeySet
}

/// Keys that are known beforehand.
public struct StaticKeys: KeySource {
  /// The keys.
  public let keys: JSONWebKeySet

  /// Takes a set of keys.
  public init(_ keys: JSONWebKeySet) { self.keys = keys }

  /// Takes one key.
  ///
  /// - Parameter key: The key.
  /// - Throws: Nothing for one key.
  public init(_ key: JSONWebKey) throws(AuthError) { keys = try JSONWebKeySet([key]) }

  /// The keys, whatever the header says.
  public func keys(for header: TokenHeader) -> JSONWebKeySet { keys }
}
