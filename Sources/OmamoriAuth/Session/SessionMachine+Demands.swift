import OmamoriCore

/// Callers that want a token.
extension SessionMachine {
  struct Demand: Sendable {
    let caller: UInt64
    let minimum: Duration
    let isForced: Bool
    /// When the caller came.
    let since: Duration
    /// The tokens that were known then.
    let serial: UInt64?
  }

  private enum Verdict {
    case give(SessionTokens)
    case refuse(AuthError)
    case refresh(serial: UInt64)
    case wait
  }

  mutating func demand(_ caller: UInt64, _ minimum: Duration, _ isForced: Bool) {
    demands.append(
      Demand(
        caller: caller, minimum: minimum, isForced: isForced, since: moment.uptime,
        serial: record?.tokens?.serial))
    if let readAt, moment.uptime - readAt < settings.rereadInterval { return serve() }
    read()
  }

  /// Reads the store, once at a time.
  mutating func read() {
    guard reading == nil else { return }
    reading = .some(record?.generation)
    perform(.load(.reading))
  }

  mutating func finishReading(_ result: Result<SessionRecord?, AuthError>) {
    let known = reading.flatMap(\.self)
    reading = nil
    switch result {
    case .success(let found?):
      readFailure = nil
      know(found)
      resolveIntent()
    case .success(nil):
      readFailure = nil
      // What was written while the store was read counts more.
      if record?.generation == known { knowNothing() }
    case .failure(let error):
      readFailure = error
      // What is known goes on to serve, and not every caller waits for a store that does not answer.
      if record != nil { readAt = moment.uptime }
    }
    serve()
  }

  /// An attempt without a result is not left alone: servers with a grace period give the same tokens again for seconds.
  private mutating func resolveIntent() {
    guard let tokens, let intent = record?.intent, intent.attempts > 0, case .idle = refresh else { return }
    if let blocked, blocked.until > moment.uptime { return }
    beginRefresh(of: tokens.serial)
  }

  /// Answers the callers that can be answered, and does what the others wait for.
  mutating func serve() {
    var waiting: [Demand] = []
    var needed: UInt64?
    for demand in demands {
      switch verdict(demand) {
      case .give(let tokens): perform(.give(demand.caller, .success(AccessToken(tokens))))
      case .refuse(let error): perform(.give(demand.caller, .failure(error)))
      case .wait: waiting.append(demand)
      case .refresh(let serial):
        waiting.append(demand)
        needed = serial
      }
    }
    let served = demands.count - waiting.count
    demands = waiting
    if let needed {
      beginRefresh(of: needed)
    } else if served > 0 {
      refreshAhead()
    }
  }

  /// Gives what is still valid to all who wait, and an error to the others.
  mutating func settle(_ error: AuthError) {
    for demand in demands {
      if let tokens, !demand.isForced, isUsable(tokens) {
        perform(.give(demand.caller, .success(AccessToken(tokens))))
      } else {
        perform(.give(demand.caller, .failure(fault ?? error)))
      }
    }
    demands = []
  }

  /// Fetches new tokens in the background when the old ones still serve for a while.
  private mutating func refreshAhead() {
    guard let tokens, tokens.refresh != nil, let remaining, let window, remaining <= window.soft,
      case .idle = refresh
    else { return }
    if let blocked, blocked.until > moment.uptime { return }
    beginRefresh(of: tokens.serial)
  }

  /// Why there are no tokens.
  private var fault: AuthError? {
    if isLoggingOut { return .session(.notLoggedIn) }
    if let identityFault { return identityFault.error }
    switch record?.state {
    case nil, .loggedOut: return .session(.notLoggedIn)
    case .reauthenticationRequired(let reason): return .session(.reauthenticationRequired(reason))
    case .active: return nil
    }
  }

  private func isUsable(_ tokens: SessionTokens) -> Bool {
    rejected != tokens.serial && remaining.map { $0 > .zero } != false
  }

  private func verdict(_ demand: Demand) -> Verdict {
    guard readAt != nil || isLoggingOut else {
      if let readFailure { return .refuse(readFailure) }
      return .wait
    }
    // Somebody may have logged in since the store could be read.
    if let fault { return .refuse(isLoggingOut ? fault : readFailure ?? fault) }
    guard let tokens else { return .refuse(.session(.notLoggedIn)) }
    let isOwn = received.map { $0.serial == tokens.serial && $0.sentAt >= demand.since } == true
    let isRejected = rejected == tokens.serial
    if demand.isForced {
      if isOwn || demand.serial.map({ $0 != tokens.serial }) == true { return .give(tokens) }
    } else if !isRejected {
      // What was fetched for this caller is as good as it gets, however short it lasts.
      guard !isOwn, let remaining, let window, let lifetime = tokens.lifetime else { return .give(tokens) }
      if remaining > max(window.hard, window.attainable(demand.minimum, of: lifetime)) {
        return .give(tokens)
      }
    }
    let isGood = isUsable(tokens) && !demand.isForced
    guard tokens.refresh != nil else {
      return isGood ? .give(tokens) : .refuse(.session(.reauthenticationRequired(.noRefreshToken)))
    }
    if let blocked, blocked.until > moment.uptime {
      return isGood ? .give(tokens) : .refuse(blocked.error)
    }
    return .refresh(serial: tokens.serial)
  }
}

/// Giving tokens back to the server, one at a time, until the outbox is empty.
extension SessionMachine {
  enum Delivery: Sendable {
    case idle
    case revoking(PendingRevocation)
    /// What was given back is being taken out of the record.
    case loading(PendingRevocation, attempts: Int)
    case saving(PendingRevocation, SessionRecord, attempts: Int)
    case paused(until: Duration)
  }

  /// Begins with the first token when nothing is in the way.
  mutating func deliver() {
    guard case .idle = delivery, let record, record.identity.isSameClient(as: identity) else { return }
    guard let entry = record.outbox.first else {
      for caller in leaving { perform(.confirmLogout(caller.caller, .success(.revoked))) }
      leaving = []
      return
    }
    let age = Duration(rounding: moment.date.timeIntervalSince(entry.since))
    guard canRevoke, age < PendingRevocation.greatestAge else { return remove(entry, attempts: 0) }
    delivery = .revoking(entry)
    perform(.revoke(entry.token, entry.kind))
  }

  mutating func revoked(_ error: AuthError?) {
    guard case .revoking(let entry) = delivery else { return }
    guard let error else {
      deliveryFailures = 0
      return remove(entry, attempts: 0)
    }
    note(
      SecurityEvent("auth.session.revocation-failed", .authentication, .notice)
        .with("verdict", RefreshVerdict(error).label))
    switch RefreshVerdict(error) {
    case .refused: remove(entry, attempts: 0)
    case .misconfigured, .unreadable:
      // It will not take it another time either.
      leave(.unsupported)
      remove(entry, attempts: 0)
    case .unused(let asked): pauseDelivery(asked)
    case .unanswered, .failed: pauseDelivery(nil)
    }
  }

  private mutating func pauseDelivery(_ asked: Duration?) {
    deliveryFailures += 1
    let pause = settings.pause(after: deliveryFailures, asked: asked, chance: moment.chance)
    delivery = .paused(until: moment.uptime + pause)
    perform(.wake(after: pause))
    leave(.pending)
  }

  /// Tells those who wait for their logout what came of it.
  private mutating func leave(_ result: LogoutResult) {
    for caller in leaving { perform(.confirmLogout(caller.caller, .success(result))) }
    leaving = []
  }

  private mutating func remove(_ entry: PendingRevocation, attempts: Int) {
    delivery = .loading(entry, attempts: attempts)
    perform(.load(.delivering))
  }

  mutating func loadedForDelivery(_ result: Result<SessionRecord?, AuthError>) {
    guard case .loading(let entry, let attempts) = delivery else { return }
    switch result {
    case .success(let found?):
      guard found.outbox.contains(entry) else {
        delivery = .idle
        know(found)
        return forget(entry)
      }
      var next = found.next(found.state)
      next.outbox.removeAll { $0 == entry }
      delivery = .saving(entry, next, attempts: attempts)
      perform(.save(.delivering, next, replacing: found.generation))
    case .success(nil):
      delivery = .idle
      knowNothing()
      leave(.revoked)
    case .failure: pauseDelivery(nil)
    }
  }

  mutating func savedForDelivery(_ outcome: Saving) {
    guard case .saving(let entry, let next, let attempts) = delivery else { return }
    switch outcome {
    case .done:
      delivery = .idle
      know(next)
    case .conflict where attempts < Self.greatestAttempts: remove(entry, attempts: attempts + 1)
    case .conflict, .failed: pauseDelivery(nil)
    }
  }

  mutating func wakeDelivery() {
    if leaving.contains(where: { $0.until <= moment.uptime }) { leave(.pending) }
    guard case .paused(let until) = delivery, isOver(until) else { return }
    delivery = .idle
  }
}
