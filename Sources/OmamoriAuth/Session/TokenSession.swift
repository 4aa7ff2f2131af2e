public import OmamoriCore

/// A login that lasts: it gives out access tokens that are valid, and fetches new ones before they expire.
///
/// ```swift
/// let session = TokenSession(identity, grant: client, store: KeychainSessionStore(keychain))
/// try await session.adopt(answer, subject: subject)   // after a login
/// let token = try await session.accessToken()         // everywhere else, as often as needed
/// ```
///
/// However many tasks and processes ask, a refresh token is sent once: it is written down before it is sent, and the new
/// one is on the disk before anybody sees it. A network that fails logs nobody out; a server that refuses the refresh
/// token does, once nobody else is found to have a newer one. A caller that is cancelled goes away, and what it waited for
/// goes on. Documentation/token-session.md says what survives what. Safe to use from any thread.
public actor TokenSession {
  /// Where the session belongs.
  public nonisolated let identity: SessionIdentity

  var machine: SessionMachine
  let grant: any TokenGrant
  let store: any TokenSessionStore
  let clock: SessionClock
  let randomness: any Randomness
  let events: any SecurityEvents
  nonisolated let broadcast = StateBroadcast()

  var lock: (any SessionLock)?
  var lastCaller: UInt64 = 0
  var waiting: [UInt64: CheckedContinuation<Result<AccessToken, AuthError>, Never>] = [:]
  var loggingIn: [UInt64: CheckedContinuation<AuthError?, Never>] = [:]
  var loggingOut: [UInt64: CheckedContinuation<Result<LogoutResult, AuthError>, Never>] = [:]

  /// Makes a session; nothing is read before it is used.
  ///
  /// - Parameters:
  ///   - identity: The server, the client and the key that the session belongs to.
  ///   - grant: The server.
  ///   - store: Where the session is kept.
  ///   - settings: How early tokens are replaced, and how long anything is waited for.
  ///   - events: Hears of logins, logouts, failed refreshes and refused tokens.
  ///   - wall: The time of day.
  public init(
    _ identity: SessionIdentity, grant: any TokenGrant, store: any TokenSessionStore,
    settings: SessionSettings = SessionSettings(), events: any SecurityEvents = .discarded,
    wall: any WallClock = SystemWallClock()
  ) {
    self.init(
      identity, grant: grant, store: store, settings: settings, events: events,
      clock: SessionClock(ContinuousClock(), wall: wall), randomness: SystemRandomness())
  }

  init(
    _ identity: SessionIdentity, grant: any TokenGrant, store: any TokenSessionStore,
    settings: SessionSettings, events: any SecurityEvents, clock: SessionClock, randomness: any Randomness
  ) {
    (self.identity, self.grant, self.store, self.events) = (identity, grant, store, events)
    (self.clock, self.randomness) = (clock, randomness)
    machine = SessionMachine(
      identity: identity, settings: settings, canRevoke: grant.canRevoke, settlingTime: store.settlingTime,
      at: clock.moment(randomness))
  }

  // MARK: - Tokens

  /// An access token that is valid now.
  ///
  /// - Parameter minimum: How long it is to be valid at least. A server whose tokens do not last that long gives the
  ///   longest-lasting one that it has.
  /// - Returns: The token.
  /// - Throws: ``AuthError``: `session(.notLoggedIn)`, `session(.reauthenticationRequired(_:))`,
  ///   `session(.refreshUnavailable)` when the token has expired and there is no new one at the moment, `session(.busy)`,
  ///   `cancelled`, and what the store throws.
  public func accessToken(validFor minimum: Duration = .zero) async throws(AuthError) -> AccessToken {
    try await token(minimum, isForced: false)
  }

  /// Fetches a new access token although the old one may be valid; callers at the same time get the same one.
  ///
  /// - Returns: The token.
  /// - Throws: As ``accessToken(validFor:)``.
  @discardableResult
  public func refresh() async throws(AuthError) -> AccessToken { try await token(.zero, isForced: true) }

  /// Takes note that a server refused a token with status 401, so that it is not given out again.
  ///
  /// A token that has been replaced since says nothing of the present one, and nothing happens.
  ///
  /// - Parameter token: The token that was refused.
  public func invalidate(_ token: AccessToken) { feed(.rejected(token.text)) }

  // MARK: - Login and logout

  /// Begins a session with the tokens of a login, in place of the one that was there.
  ///
  /// - Parameters:
  ///   - answer: What the server granted.
  ///   - subject: The person, as the verified identity token names them; tokens for anybody else are refused later on.
  /// - Throws: ``AuthError``, when the session cannot be stored; the earlier one is intact then.
  public func adopt(_ answer: TokenAnswer, subject: String? = nil) async throws(AuthError) {
    let caller = nextCaller()
    let error = await withCheckedContinuation { continuation in
      loggingIn[caller] = continuation
      feed(.adopted(caller, answer, subject: subject))
    }
    if let error { throw error }
  }

  /// Ends the session: wipes it here first, for all processes, then gives the tokens back to the server.
  ///
  /// Tokens that a refresh brings afterwards are given back as well. What cannot be given back now is kept for that alone,
  /// until it can, also by another process.
  ///
  /// - Returns: What came of giving the tokens back.
  /// - Throws: ``AuthError``, when the stored session cannot be wiped; this process gives out nothing any more, and goes
  ///   on trying to wipe it.
  @discardableResult
  public func logout() async throws(AuthError) -> LogoutResult {
    let caller = nextCaller()
    let result = await withCheckedContinuation { continuation in
      loggingOut[caller] = continuation
      feed(.logoutWanted(caller))
    }
    return try result.get()
  }

  // MARK: - State

  /// The state of the session, now and whenever it changes.
  public nonisolated var states: SessionStates { SessionStates { [broadcast] in broadcast.listen() } }

  /// The state of the session; reads it when that has not been done yet.
  ///
  /// - Returns: The state.
  public func currentState() async -> SessionState {
    if machine.state == .unknown { await restore() }
    return machine.state
  }

  /// Whether somebody is logged in, by what is stored.
  ///
  /// Throws what the store throws when it has never been read, as while the device is locked: that says nothing of a login.
  public var isAuthenticated: Bool {
    get async throws(AuthError) {
      let state = await currentState()
      if state == .unknown, let failure = machine.readFailure { throw failure }
      return state.isAuthenticated
    }
  }

  /// Reads the stored session, goes on with a refresh that was interrupted, and gives back what was to be given back.
  ///
  /// That happens by itself with the first use; a program calls it at its start to know the state early.
  public func restore() async {
    // because only the reading matters here: the states tell what was found
    _ = try? await token(.zero, isForced: false)
  }

  /// How far the server's clock is ahead of the local one, as the last answer showed; for checking dates in tokens on
  /// machines whose clock is wrong.
  public var serverClockOffset: Duration { machine.serverOffset }

  /// The identity token of the login or of the last refresh, for ending the session at the server.
  public var identityToken: SecretText? { machine.tokens?.identityToken }

  func nextCaller() -> UInt64 {
    lastCaller += 1
    return lastCaller
  }
}

/// Does what the machine decides.
///
/// Whatever waits runs in a task of its own, so that nobody who waits for a token can cancel it.
extension TokenSession {
  func token(_ minimum: Duration, isForced: Bool) async throws(AuthError) -> AccessToken {
    guard !Task.isCancelled else { throw .cancelled }
    let caller = nextCaller()
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        waiting[caller] = continuation
        feed(.demanded(caller, validFor: minimum, isForced: isForced))
      }
    } onCancel: {
      Task { await self.abandon(caller) }
    }
    return try result.get()
  }

  private func abandon(_ caller: UInt64) {
    guard let continuation = waiting.removeValue(forKey: caller) else { return }
    feed(.abandoned(caller))
    continuation.resume(returning: .failure(.cancelled))
  }

  func feed(_ event: SessionMachine.Event) {
    for action in machine.handle(event, at: clock.moment(randomness)) { perform(action) }
  }

  private func perform(_ action: SessionMachine.Action) {
    switch action {
    case .load(let track): load(track)
    case .save(let track, let record, let generation): save(track, record, replacing: generation)
    case .lock: acquire()
    case .unlock: release()
    case .send(let token): send(token)
    case .revoke(let token, let kind): revoke(token, kind)
    case .wake(let pause): wake(after: pause)
    case .give(let caller, let result): waiting.removeValue(forKey: caller)?.resume(returning: result)
    case .confirmLogin(let caller, let error):
      loggingIn.removeValue(forKey: caller)?.resume(returning: error)
    case .confirmLogout(let caller, let result):
      loggingOut.removeValue(forKey: caller)?.resume(returning: result)
    case .publish(let state): broadcast.send(state)
    case .note(let event): events.record(event)
    }
  }

  private func load(_ track: SessionMachine.Track) {
    Task.detached { [self, store] in
      let result: Result<SessionRecord?, AuthError>
      do throws(AuthError) {
        if let stored = try await store.load() {
          result = .success(try SessionRecord(stored))
        } else {
          result = .success(nil)
        }
      } catch {
        result = .failure(error)
      }
      await feed(.loaded(track, result))
    }
  }

  private func save(_ track: SessionMachine.Track, _ record: SessionRecord, replacing generation: UInt64?) {
    Task.detached { [self, store] in
      let outcome: SessionMachine.Saving
      do throws(AuthError) {
        try await store.save(record.stored(), replacing: generation)
        outcome = .done
      } catch .session(.conflict) {
        outcome = .conflict
      } catch {
        outcome = .failed(error)
      }
      await feed(.saved(track, outcome))
    }
  }

  private func acquire() {
    let limit = machine.settings.lockLimit
    Task.detached { [self, store] in
      do throws(AuthError) {
        let lock = try await store.lock(within: limit)
        await hold(lock)
      } catch {
        await feed(.locked(error))
      }
    }
  }

  private func hold(_ lock: any SessionLock) {
    self.lock = lock
    feed(.locked(nil))
  }

  private func release() {
    guard let lock else { return }
    self.lock = nil
    Task.detached { await lock.release() }
  }

  private func send(_ token: SecretText) {
    Task.detached { [self, grant] in
      let result: Result<TokenAnswer, AuthError>
      do throws(AuthError) {
        result = .success(try await grant.refresh(token))
      } catch {
        result = .failure(error)
      }
      await feed(.answered(result))
    }
  }

  private func revoke(_ token: SecretText, _ kind: TokenHint) {
    Task.detached { [self, grant] in
      do throws(AuthError) {
        try await grant.revoke(token, kind: kind)
        await feed(.revoked(nil))
      } catch {
        await feed(.revoked(error))
      }
    }
  }

  /// A pause keeps nothing alive.
  private func wake(after pause: Duration) {
    Task.detached { [weak self, clock] in
      await clock.sleep(pause)
      await self?.feed(.woke)
    }
  }
}

extension TokenSession {
  /// Waits until no refresh is under way, also one in the background; for a program that ends afterwards.
  ///
  /// A process that ends before loses what the server answers, or what could not be written yet.
  ///
  /// - Parameter limit: How long to wait at most.
  package func settle(within limit: Duration) async {
    let end = ContinuousClock.now + limit
    while !machine.isSettled, ContinuousClock.now < end {
      do { try await Task.sleep(for: .milliseconds(20)) } catch { return }
    }
  }
}

extension SessionMachine {
  /// Whether no refresh is under way, and none has a result that is not written.
  var isSettled: Bool {
    if case .idle = refresh { true } else { false }
  }
}
