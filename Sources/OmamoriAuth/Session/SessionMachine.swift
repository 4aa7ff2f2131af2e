import OmamoriCore

/// Every decision of a session, without anything that waits: events go in, actions come out.
///
/// What the machine knows is what it last read or wrote; what is stored decides. A value.
struct SessionMachine: Sendable {
  let identity: SessionIdentity
  let settings: SessionSettings
  /// Whether the server takes tokens back.
  let canRevoke: Bool
  /// How long a process that lost the lock may still be waiting for an answer.
  let settlingTime: Duration

  // MARK: - What is known

  /// The record that was read or written last, or one that could not be written yet.
  private(set) var record: SessionRecord?
  /// The newest generation that was seen in the store.
  private(set) var newest: UInt64 = 0
  private var isUnwritten = false
  /// When the store was read last; `nil` before the first time.
  var readAt: Duration?
  /// Why the store could not be read, when that was so the last time.
  var readFailure: AuthError?
  /// When the access token expires, by the time that never jumps; of the tokens with this serial.
  private var expiry: (serial: UInt64, at: Duration?, window: ExpiryWindow?)?
  /// The tokens that came for this process's own request, and when that was sent.
  var received: (serial: UInt64, sentAt: Duration)?
  /// The tokens that a server refused.
  var rejected: UInt64?
  /// The refresh token that the server does not take any more.
  var worthless: (token: SecretText, reason: ReauthenticationReason)?
  /// A logout is under way: nothing is given out and nothing is sent.
  var isLoggingOut = false

  // MARK: - What is going on

  var demands: [Demand] = []
  var reading: UInt64??
  var refresh = Refresh.idle
  var change = Change.idle
  var changes: [ChangeRequest] = []
  var delivery = Delivery.idle
  /// Logouts that wait for the server to take the tokens back.
  var leaving: [(caller: UInt64, until: Duration)] = []
  /// Until when nothing is sent, and why.
  var blocked: (until: Duration, error: AuthError)?
  var failures = 0
  var deliveryFailures = 0
  var wipeFailures = 0

  var moment: SessionMoment
  private var actions: [Action] = []
  private var published = SessionState.unknown

  init(
    identity: SessionIdentity, settings: SessionSettings, canRevoke: Bool, settlingTime: Duration = .zero,
    at moment: SessionMoment
  ) {
    (self.identity, self.settings, self.canRevoke) = (identity, settings, canRevoke)
    (self.settlingTime, self.moment) = (settlingTime, moment)
  }

  /// Takes an event and says what is to be done, in this order.
  mutating func handle(_ event: Event, at moment: SessionMoment) -> [Action] {
    self.moment = moment
    switch event {
    case .startWanted: read()
    case .demanded(let caller, let minimum, let isForced): demand(caller, minimum, isForced)
    case .abandoned(let caller): demands.removeAll { $0.caller == caller }
    case .rejected(let token):
      if let tokens = record?.tokens, tokens.access == token { rejected = tokens.serial }
    case .adopted(let caller, let answer, let subject):
      request(.login(caller, answer, subject: subject))
    case .logoutWanted(let caller): request(.logout(caller))
    case .loaded(.reading, let result): finishReading(result)
    case .loaded(.refreshing, let result): loadedForRefresh(result)
    case .loaded(.changing, let result): loadedForChange(result)
    case .loaded(.delivering, let result): loadedForDelivery(result)
    case .saved(.reading, _): break
    case .saved(.refreshing, let outcome): savedForRefresh(outcome)
    case .saved(.changing, let outcome): savedForChange(outcome)
    case .saved(.delivering, let outcome): savedForDelivery(outcome)
    case .locked(let error): locked(error)
    case .answered(let result): answered(result)
    case .revoked(let error): revoked(error)
    case .woke: wake()
    }
    deliver()
    if state != published {
      published = state
      perform(.publish(published))
    }
    defer { actions = [] }
    return actions
  }

  mutating func perform(_ action: Action) { actions.append(action) }

  mutating func note(_ event: SecurityEvent) { perform(.note(event)) }

  // MARK: - Knowing

  /// Takes note of a record; an older one than the one that is known came too late.
  ///
  /// - Parameters:
  ///   - found: What was read or written, or would have been.
  ///   - sentAt: When the tokens in it were asked for, if that was by this process just now.
  ///   - isWritten: Whether it is in the store; one that is not counts until the store has another one than before.
  mutating func know(_ found: SessionRecord, sentAt: Duration? = nil, isWritten: Bool = true) {
    if isWritten {
      guard found.generation >= newest, !isUnwritten || found.generation > newest else { return }
      newest = found.generation
    }
    (record, isUnwritten) = (found, !isWritten)
    (readAt, readFailure) = (moment.uptime, nil)
    guard let tokens = found.tokens, expiry?.serial != tokens.serial else { return }
    let end: Duration?
    if let sentAt {
      received = (tokens.serial, sentAt)
      end = tokens.lifetime.map { sentAt + $0 }
    } else {
      end = tokens.remaining(at: moment.date).map { moment.uptime + $0 }
    }
    let window = tokens.lifetime.map {
      ExpiryWindow(lifetime: $0, leeway: settings.leeway, chance: moment.chance)
    }
    expiry = (tokens.serial, end, window)
  }

  /// Takes note of that a token has been given back, also in a record that could not be written yet and so still has it.
  mutating func forget(_ entry: PendingRevocation) { record?.outbox.removeAll { $0 == entry } }

  /// Takes note of that there is no record.
  mutating func knowNothing() {
    (record, newest, isUnwritten) = (nil, 0, false)
    (readAt, readFailure) = (moment.uptime, nil)
  }

  /// The record before the first one.
  ///
  /// It counts from the time of day, so that the numbers of a record that was removed from outside do not come again.
  var beginning: SessionRecord {
    let number = UInt64(max(1, Duration(rounding: moment.date.timeIntervalSince1970).milliseconds)) - 1
    return SessionRecord(
      generation: max(number, record?.generation ?? 0), epoch: max(number, record?.epoch ?? 0),
      identity: identity, subject: nil, state: .loggedOut, outbox: [])
  }

  /// The tokens, unless they are somebody else's.
  var tokens: SessionTokens? {
    guard !isLoggingOut, let record, record.identity == identity else { return nil }
    return record.tokens
  }

  /// How long the access token lasts; `nil` when nobody knows.
  var remaining: Duration? { expiry?.at.map { $0 - moment.uptime } }
  /// When the access token is replaced; `nil` when nobody knows how long it lasts.
  var window: ExpiryWindow? { expiry?.window }

  /// How far the server's clock is ahead of the local one.
  var serverOffset: Duration { record?.tokens?.serverOffset ?? .zero }

  /// What others may know of the session.
  var state: SessionState {
    guard readAt != nil || isLoggingOut else { return .unknown }
    let waiting = record?.outbox.count ?? 0
    guard !isLoggingOut, let record else { return .loggedOut(pendingRevocations: waiting) }
    if let reason = identityFault { return reason.state }
    switch record.state {
    case .loggedOut: return .loggedOut(pendingRevocations: waiting)
    case .reauthenticationRequired(let reason): return .reauthenticationRequired(reason)
    case .active(let tokens, let intent):
      if refresh.isAtWork { return .refreshing }
      if intent.map({ $0.attempts > 0 }) == true { return .outcomeUnknown }
      let isExpired = rejected == tokens.serial || remaining.map { $0 <= .zero } == true
      return tokens.refresh == nil && isExpired ? .reauthenticationRequired(.noRefreshToken) : .active
    }
  }

  /// Why the stored session is not this one's.
  var identityFault: IdentityFault? {
    guard let found = record?.identity, found != identity else { return nil }
    guard case .active = record?.state else { return nil }
    return found.isSameClient(as: identity) ? .keyLost : .other
  }

  enum IdentityFault {
    case keyLost
    case other

    var state: SessionState {
      switch self {
      case .keyLost: .reauthenticationRequired(.keyLost)
      case .other: .loggedOut(pendingRevocations: 0)
      }
    }

    var error: AuthError {
      switch self {
      case .keyLost: .session(.reauthenticationRequired(.keyLost))
      case .other: .session(.otherIdentity)
      }
    }
  }

  /// Whether a pause is over that ends at a moment; asks to be woken then if it is not.
  mutating func isOver(_ end: Duration) -> Bool {
    if end > moment.uptime { perform(.wake(after: end - moment.uptime)) }
    return end <= moment.uptime
  }

  /// Does what had to wait.
  private mutating func wake() {
    wakeRefresh()
    wakeChange()
    wakeDelivery()
    serve()
  }
}

/// The times that a decision is made by, and a little chance.
struct SessionMoment: Sendable, Equatable {
  /// The time of day, which may jump.
  var date: Date
  /// The time since some moment, which never does.
  var uptime: Duration
  /// 0 to 1.
  var chance: Double
}

extension SessionMachine {
  /// Four things go on at the same time, and each has one call of the store under way at most.
  enum Track: Sendable, Equatable, CaseIterable {
    /// Looking at what others did.
    case reading
    /// Exchanging the refresh token, with the lock held.
    case refreshing
    /// Login and logout, which wait for nobody.
    case changing
    /// Giving tokens back.
    case delivering
  }

  enum Saving: Sendable, Equatable {
    case done
    /// Somebody else wrote in between.
    case conflict
    case failed(AuthError)
  }

  enum Event: Sendable {
    /// A caller wants a token; a forced one wants another than there was.
    case demanded(UInt64, validFor: Duration, isForced: Bool)
    /// A caller does not wait any more.
    case abandoned(UInt64)
    /// A server refused a token.
    case rejected(SecretText)
    /// Somebody logged in.
    case adopted(UInt64, TokenAnswer, subject: String?)
    case logoutWanted(UInt64)
    case startWanted

    case loaded(Track, Result<SessionRecord?, AuthError>)
    case saved(Track, Saving)
    case locked(AuthError?)
    case answered(Result<TokenAnswer, AuthError>)
    case revoked(AuthError?)
    /// A pause may be over.
    case woke
  }

  enum Action: Sendable, Equatable {
    case load(Track)
    case save(Track, SessionRecord, replacing: UInt64?)
    case lock
    case unlock
    case send(SecretText)
    case revoke(SecretText, TokenHint)
    case wake(after: Duration)
    case give(UInt64, Result<AccessToken, AuthError>)
    case confirmLogin(UInt64, AuthError?)
    case confirmLogout(UInt64, Result<LogoutResult, AuthError>)
    case publish(SessionState)
    case note(SecurityEvent)
  }
}

/// What becomes of a refresh that brought no tokens.
extension SessionMachine {
  mutating func failed(_ base: SessionRecord, _ error: AuthError) {
    guard case .active(let tokens, let intent?) = base.state else { return end(.failure(error, pause: nil)) }
    let verdict = RefreshVerdict(error)
    note(
      SecurityEvent("auth.session.refresh-failed", .authentication, .notice)
        .with("attempts", .integer(intent.attempts)).with("verdict", verdict.label))
    let isWanted = !isLoggingOut && record?.epoch == base.epoch
    switch verdict {
    case .refused:
      refresh = .rechecking(base)
      perform(.load(.refreshing))
    case .unanswered where intent.attempts == 1 && isWanted:
      repeatOnce(base, tokens, intent)
    case .unanswered, .failed:
      let isTold = error.refreshFailure == .configuration
      end(.failure(isTold ? error : .session(.refreshUnavailable), pause: pause(nil)))
    case .unused(let asked):
      settle(base, withdrawing: intent, tokens, .failure(.session(.refreshUnavailable), pause: pause(asked)))
    case .misconfigured:
      settle(base, withdrawing: intent, tokens, .failure(error, pause: pause(nil)))
    case .unreadable: unreadable(base, tokens, intent)
    }
  }

  /// A connection that breaks says nothing; the same token is sent once more, at once, since servers with a grace period
  /// answer the same again for a few seconds only.
  private mutating func repeatOnce(_ base: SessionRecord, _ tokens: SessionTokens, _ intent: RefreshIntent) {
    let again = RefreshIntent(
      sentAt: moment.date, attempts: intent.attempts + 1, unreadable: intent.unreadable)
    let next = base.next(.active(tokens, again))
    refresh = .journaling(next, serial: tokens.serial, attempts: 0)
    perform(.save(.refreshing, next, replacing: base.generation))
  }

  /// The attempt counts for nothing.
  private mutating func settle(
    _ base: SessionRecord, withdrawing intent: RefreshIntent, _ tokens: SessionTokens, _ ending: Ending
  ) {
    var earlier: RefreshIntent? = intent
    earlier?.attempts -= 1
    if intent.attempts <= 1, intent.unreadable == 0 { earlier = nil }
    write(base.next(.active(tokens, earlier)), over: base, ending)
  }

  /// One refusal that cannot be read may come from anything between here and the server, two in a row are its own.
  private mutating func unreadable(_ base: SessionRecord, _ tokens: SessionTokens, _ intent: RefreshIntent) {
    var next = intent
    next.attempts -= 1
    next.unreadable += 1
    guard next.unreadable < 2 else { return giveUp(base, because: reason(base)) }
    write(
      base.next(.active(tokens, next)), over: base,
      .failure(.session(.refreshUnavailable), pause: pause(nil)))
  }

  /// The server does not take the token; the store was read again since.
  mutating func refused(_ base: SessionRecord, _ found: SessionRecord?) {
    guard let found else {
      knowNothing()
      return end(.success)
    }
    know(found)
    // What somebody gave back meanwhile changes the record, too, but not what was refused.
    guard found.epoch == base.epoch, found.tokens?.serial == base.tokens?.serial,
      found.intent?.attempts == base.intent?.attempts
    else { return end(.success) }
    giveUp(found, because: reason(base))
  }

  /// A token that is refused after an attempt without a result was taken by that one, or that one ended the session when
  /// it reached the server after all.
  private func reason(_ base: SessionRecord) -> ReauthenticationReason {
    let isDoubtful = base.intent.map { $0.attempts > 1 } == true || base.tokens?.doubtfulSince != nil
    return isDoubtful ? .refreshOutcomeUnknown : .refused
  }

  mutating func giveUp(_ base: SessionRecord, because reason: ReauthenticationReason) {
    let isOutcomeUnknown = reason == .refreshOutcomeUnknown
    worthless = base.tokens?.refresh.map { ($0, reason) }
    // A token that is refused though nothing went wrong here was used by somebody else, or withdrawn.
    note(
      SecurityEvent("auth.session.ended", .authentication, isOutcomeUnknown ? .notice : .warning)
        .with("reason", isOutcomeUnknown ? .label("outcome-unknown") : .label("refused"))
        .with("possible-reuse", .flag(!isOutcomeUnknown)))
    write(
      base.next(.reauthenticationRequired(reason)), over: base,
      .failure(.session(.reauthenticationRequired(reason)), pause: nil))
  }

  private mutating func write(_ next: SessionRecord, over base: SessionRecord, _ ending: Ending) {
    refresh = .settling(next, ending)
    perform(.save(.refreshing, next, replacing: base.generation))
  }

  private mutating func pause(_ asked: Duration?) -> Duration {
    failures += 1
    return settings.pause(after: failures, asked: asked, chance: moment.chance)
  }
}
