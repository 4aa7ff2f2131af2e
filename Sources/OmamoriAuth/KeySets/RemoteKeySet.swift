public import OmamoriCore
public import OmamoriTransport

/// The public keys that an issuer publishes at a URL, kept as long as the issuer lets them be.
///
/// A token with a name that is not in the set makes it ask again, at most every 30 s, and not for that name in the next
/// five minutes: an issuer may change its keys at any time, and nobody can make this flood it. When keys grow old they
/// are used on while new ones are fetched, for a day at most. All callers share one request. A redirect is not followed,
/// and a set with private or secret keys is refused. Safe to use from any thread.
public actor RemoteKeySet: KeySource {
  /// Where the keys are.
  public nonisolated let url: RequestURL
  private let exchange: any HTTPExchange
  private let clock: any WallClock
  private var cache = KeySetCache()
  private var fetching: Task<Void, Never>?

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
    if let fetching {
      // Whoever finds its key in the old set need not wait.
      if let keys = cache.usable(for: name, at: clock.date) { return keys }
      await fetching.value
      return try cache.settle(for: name, at: clock.date)
    }
    switch cache.decision(for: name, at: clock.date) {
    case .use(let keys): return keys
    case .useAndFetch(let keys):
      fetch()
      return keys
    case .refuse(let error): throw error
    case .fetch:
      await fetch().value
      return try cache.settle(for: name, at: clock.date)
    }
  }

  /// Begins to fetch; a caller that goes away does not end it.
  @discardableResult
  private func fetch() -> Task<Void, Never> {
    cache.begin(at: clock.date)
    let task = Task { await self.fetchOnce() }
    fetching = task
    return task
  }

  private func fetchOnce() async {
    do throws(AuthError) {
      let answer = try await answer()
      cache.succeed(try Self.keys(in: answer), lifetime: Self.lifetime(answer.fields), at: clock.date)
    } catch {
      cache.fail(error)
    }
    fetching = nil
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
    guard !keys.keys.contains(where: \.isPrivate) else { throw .key(.useNotAllowed) }
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
