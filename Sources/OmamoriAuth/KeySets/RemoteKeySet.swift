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
      return try await exchange.answer(to: try Request(.get, url, headers: headers))
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
