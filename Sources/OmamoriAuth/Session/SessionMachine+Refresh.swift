import OmamoriCore

/// Exchanging the refresh token: lock, read, write the intent down, send, write the result, unlock.
extension SessionMachine {
  /// How often a record is written again because others wrote in between.
  static let greatestAttempts = 16

  /// An answer that must not be lost.
  struct Rotation: Sendable {
    let answer: TokenAnswer
    /// The record with the intent that led to it.
    let base: SessionRecord
    /// When the request was sent.
    let sentAt: Duration
    var attempts = 0
  }

  enum Ending: Sendable {
    case success
    /// What callers are told, and for how long nothing is sent.
    case failure(AuthError, pause: Duration?)
  }

  enum Refresh: Sendable {
    case idle
    case locking(serial: UInt64)
    case loading(serial: UInt64, attempts: Int)
    /// The intent is being written.
    case journaling(SessionRecord, serial: UInt64, attempts: Int)
    case sending(SessionRecord, sentAt: Duration)
    /// The server refuses the refresh token; perhaps somebody else has a newer one.
    case rechecking(SessionRecord)
    /// The result is being written.
    case storing(SessionRecord, Rotation)
    /// Somebody else wrote before the result was written.
    case merging(Rotation)
    /// The result could not be written; it is kept here until it can.
    case unsaved(Rotation, until: Duration)
    /// That there is no result is being written.
    case settling(SessionRecord, Ending)

    var isAtWork: Bool {
      switch self {
      case .sending, .rechecking, .storing, .merging, .journaling: true
      case .idle, .locking, .loading, .unsaved, .settling: false
      }
    }
  }

  /// Replaces the tokens with this serial, unless that goes on already.
  mutating func beginRefresh(of serial: UInt64) {
    // What could not be written comes first.
    if case .unsaved(let rotation, _) = refresh { return mergeAgain(rotation) }
    guard case .idle = refresh else { return }
    refresh = .locking(serial: serial)
    perform(.lock)
  }

  mutating func locked(_ error: AuthError?) {
    guard case .locking(let serial) = refresh else { return }
    if let error {
      refresh = .idle
      return settle(error)
    }
    refresh = .loading(serial: serial, attempts: 0)
    perform(.load(.refreshing))
  }

  mutating func loadedForRefresh(_ result: Result<SessionRecord?, AuthError>) {
    switch (refresh, result) {
    case (.loading(let serial, let attempts), .success(let found)): journal(found, serial, attempts)
    case (.loading, .failure(let error)): end(.failure(error, pause: nil))
    case (.rechecking(let base), .success(let found)): refused(base, found)
    case (.rechecking(let base), .failure): refused(base, base)
    case (.merging(let rotation), .success(let found)): merge(rotation, into: found)
    case (.merging(let rotation), .failure(let error)): keep(rotation.base, rotation, error)
    default: break
    }
  }

  /// Looks whether there is still something to do, and writes down what is going to be done.
  private mutating func journal(_ found: SessionRecord?, _ serial: UInt64, _ attempts: Int) {
    guard let found else {
      knowNothing()
      return end(.success)
    }
    guard found.generation >= newest else {
      // Read before this process wrote, or an older state was put back.
      guard attempts < Self.greatestAttempts else { return end(.failure(.session(.conflict), pause: nil)) }
      refresh = .loading(serial: serial, attempts: attempts + 1)
      return perform(.load(.refreshing))
    }
    know(found)
    guard !isLoggingOut, found.identity == identity, case .active(let tokens, let old) = found.state,
      tokens.refresh != nil
    else { return end(.success) }
    let isOpen = old.map { $0.attempts > 0 } == true
    // Somebody else has fetched new ones.
    guard tokens.serial == serial || isOpen else { return end(.success) }
    if isOpen, let old, settlingTime > .zero {
      let age = Duration(rounding: moment.date.timeIntervalSince(old.sentAt))
      // Whoever lost the lock may still be waiting for the answer.
      if age >= .zero, age < settlingTime {
        return end(.failure(.session(.busy), pause: settlingTime - age))
      }
    }
    // What was refused once is not sent again, also if that could not be written.
    if let worthless, worthless.token == tokens.refresh { return giveUp(found, because: worthless.reason) }
    write(found, tokens, old, serial, attempts)
  }

  private mutating func write(
    _ base: SessionRecord, _ tokens: SessionTokens, _ old: RefreshIntent?, _ serial: UInt64, _ attempts: Int
  ) {
    let intent = RefreshIntent(
      sentAt: moment.date, attempts: (old?.attempts ?? 0) + 1, unreadable: old?.unreadable ?? 0)
    let next = base.next(.active(tokens, intent))
    refresh = .journaling(next, serial: serial, attempts: attempts)
    perform(.save(.refreshing, next, replacing: base.generation))
  }

  mutating func savedForRefresh(_ outcome: Saving) {
    switch (refresh, outcome) {
    case (.journaling(let base, _, _), .done):
      know(base)
      // Whoever logged out meanwhile wants nothing to be sent any more.
      guard !isLoggingOut, record?.epoch == base.epoch, let token = base.tokens?.refresh else {
        return end(.success)
      }
      refresh = .sending(base, sentAt: moment.uptime)
      perform(.send(token))
    case (.journaling(_, let serial, let attempts), .conflict):
      guard attempts < Self.greatestAttempts else { return end(.failure(.session(.conflict), pause: nil)) }
      refresh = .loading(serial: serial, attempts: attempts + 1)
      perform(.load(.refreshing))
    case (.journaling, .failed(let error)): end(.failure(error, pause: nil))
    case (.storing(let next, let rotation), .done):
      know(next, sentAt: rotation.sentAt)
      note(SecurityEvent("auth.session.refreshed", .authentication, .information))
      end(.success)
    case (.storing(_, var rotation), .conflict):
      rotation.attempts += 1
      refresh = .merging(rotation)
      perform(.load(.refreshing))
    case (.storing(let next, let rotation), .failed(let error)): keep(next, rotation, error)
    case (.settling(let next, let ending), .done):
      know(next)
      end(ending)
    case (.settling(let next, let ending), .failed):
      // Not to be tried again, whether that can be written or not.
      if case .reauthenticationRequired = next.state { know(next, isWritten: false) }
      end(ending)
    case (.settling(_, let ending), .conflict): end(ending)
    default: break
    }
  }

  /// Lets the next one in, and answers those who waited.
  mutating func end(_ ending: Ending) {
    refresh = .idle
    perform(.unlock)
    switch ending {
    case .success:
      (failures, blocked) = (0, nil)
      serve()
    case .failure(let error, let pause):
      if let pause {
        blocked = (moment.uptime + pause, error)
        perform(.wake(after: pause))
      }
      settle(error)
    }
  }

  // MARK: - Answers

  mutating func answered(_ result: Result<TokenAnswer, AuthError>) {
    guard case .sending(let base, let sentAt) = refresh else { return }
    switch result {
    case .success(let answer): store(Rotation(answer: answer, base: base, sentAt: sentAt), over: base)
    case .failure(let error): failed(base, error)
    }
  }

  /// Writes new tokens over the record that they belong to.
  private mutating func store(_ rotation: Rotation, over base: SessionRecord) {
    let next: SessionRecord
    if IdentityTokenCheck.holds(
      rotation.answer.identityToken, identity.issuer, identity.client, base.subject, base.nonce)
    {
      let tokens = SessionTokens(
        rotation.answer, after: base.tokens, isDoubtful: rotation.base.intent.map { $0.attempts > 1 } == true,
        serial: base.generation + 1)
      next = base.next(.active(tokens, nil))
    } else {
      var refused = base.next(.reauthenticationRequired(.invalidAnswer))
      if canRevoke {
        refused.post(SessionTokens(rotation.answer, after: nil, serial: 0), at: moment.date)
      }
      note(SecurityEvent("auth.session.identity-mismatch", .authentication, .critical))
      next = refused
    }
    refresh = .storing(next, rotation)
    perform(.save(.refreshing, next, replacing: base.generation))
  }

  /// Writes new tokens although somebody else wrote meanwhile.
  private mutating func merge(_ rotation: Rotation, into found: SessionRecord?) {
    guard rotation.attempts <= Self.greatestAttempts else {
      return keep(rotation.base, rotation, .session(.conflict))
    }
    if let found { know(found) } else { knowNothing() }
    if let found, found.epoch == rotation.base.epoch {
      // Who holds newer tokens, or gave the session up, knows more; tokens of the same login are not revoked, since
      // servers revoke all of them together.
      guard found.tokens?.serial == rotation.base.tokens?.serial else { return end(.success) }
      return store(rotation, over: found)
    }
    // Tokens of this server must not be sent to another one, whose session is there now.
    let base = found ?? beginning
    guard canRevoke, base.identity.isSameClient(as: identity) else { return end(.success) }
    var next = base.next(base.state)
    next.post(SessionTokens(rotation.answer, after: rotation.base.tokens, serial: 0), at: moment.date)
    note(SecurityEvent("auth.session.late-tokens", .authentication, .notice))
    refresh = .storing(next, rotation)
    perform(.save(.refreshing, next, replacing: found?.generation))
  }

  /// Keeps tokens that cannot be written, and the lock with them, because nobody may use the old ones any more.
  private mutating func keep(_ next: SessionRecord, _ rotation: Rotation, _ error: AuthError) {
    var rotation = rotation
    // After the pause others may have come to rest.
    rotation.attempts = 0
    failures += 1
    let pause = settings.pause(after: failures, asked: nil, chance: moment.chance)
    note(SecurityEvent("auth.session.save-failed", .authentication, .warning))
    if next.tokens?.serial == next.generation, record?.epoch == next.epoch {
      know(next, sentAt: rotation.sentAt, isWritten: false)
    }
    refresh = .unsaved(rotation, until: moment.uptime + pause)
    perform(.wake(after: pause))
    settle(error)
  }

  mutating func wakeRefresh() {
    if case .unsaved(let rotation, let until) = refresh, isOver(until) { mergeAgain(rotation) }
  }

  private mutating func mergeAgain(_ rotation: Rotation) {
    refresh = .merging(rotation)
    perform(.load(.refreshing))
  }
}

/// Login and logout: they wait for no lock and for no answer of a server.
extension SessionMachine {
  enum ChangeRequest: Sendable {
    case login(UInt64, TokenAnswer, subject: String?)
    case logout(UInt64)
  }

  enum Change: Sendable {
    case idle
    case loading(ChangeRequest, attempts: Int)
    case saving(ChangeRequest, SessionRecord, attempts: Int)
    /// The session could not be wiped; that is tried until it can.
    case paused(until: Duration)
  }

  mutating func request(_ request: ChangeRequest) {
    if case .logout = request {
      isLoggingOut = true
      serve()
    }
    changes.append(request)
    beginChange()
  }

  private mutating func beginChange() {
    switch change {
    case .idle, .paused: break
    case .loading, .saving: return
    }
    guard !changes.isEmpty else { return }
    load(changes.removeFirst(), attempts: 0)
  }

  private mutating func load(_ request: ChangeRequest, attempts: Int) {
    change = .loading(request, attempts: attempts)
    perform(.load(.changing))
  }

  mutating func loadedForChange(_ result: Result<SessionRecord?, AuthError>) {
    guard case .loading(let request, let attempts) = change else { return }
    switch result {
    case .failure(let error): fail(request, error)
    case .success(let found):
      guard let next = next(request, after: found) else {
        if let found { know(found) } else { knowNothing() }
        return succeed(request, nil)
      }
      change = .saving(request, next, attempts: attempts)
      perform(.save(.changing, next, replacing: found?.generation))
    }
  }

  mutating func savedForChange(_ outcome: Saving) {
    guard case .saving(let request, let next, let attempts) = change else { return }
    switch outcome {
    case .done: succeed(request, next)
    case .conflict where attempts < Self.greatestAttempts: load(request, attempts: attempts + 1)
    case .conflict: fail(request, .session(.conflict))
    case .failed(let error): fail(request, error)
    }
  }

  /// The record that a change leads to; `nil` when there is nothing to change.
  private func next(_ request: ChangeRequest, after found: SessionRecord?) -> SessionRecord? {
    var base = found ?? beginning
    // A record that was put back from outside does not take its number with it.
    base.generation = max(base.generation, record?.generation ?? 0)
    var next: SessionRecord
    switch request {
    case .login(_, let answer, let subject):
      let tokens = SessionTokens(answer, after: nil, serial: base.generation + 1)
      next = base.next(.active(tokens, nil))
      next.subject = subject
      next.nonce = subject == nil ? nil : IdentityTokenCheck.nonce(of: answer.identityToken)
      // Tokens of another server must not be sent to this one.
      if !base.identity.isSameClient(as: identity) { next.outbox = [] }
      next.identity = identity
    case .logout:
      guard base.state != .loggedOut, base.identity.isSameClient(as: identity) else { return nil }
      next = base.next(.loggedOut)
      (next.subject, next.nonce) = (nil, nil)
    }
    // A logout that is under way, or was interrupted, still gives the old tokens back.
    if isLoggingOut, canRevoke, base.identity.isSameClient(as: identity), let old = base.tokens {
      next.post(old, at: moment.date)
    }
    next.epoch += 1
    return next
  }

  private mutating func succeed(_ request: ChangeRequest, _ next: SessionRecord?) {
    change = .idle
    isLoggingOut = changes.contains { if case .logout = $0 { true } else { false } }
    wipeFailures = 0
    if let next { know(next) }
    switch request {
    case .login(let caller, _, _):
      (rejected, blocked, failures) = (nil, nil, 0)
      note(SecurityEvent("auth.session.logged-in", .authentication, .information))
      perform(.confirmLogin(caller, nil))
    case .logout(let caller):
      if next != nil { note(SecurityEvent("auth.session.logged-out", .authentication, .information)) }
      if record?.outbox.isEmpty == false {
        leaving.append((caller, moment.uptime + settings.logoutLimit))
        perform(.wake(after: settings.logoutLimit))
      } else {
        perform(.confirmLogout(caller, .success(next == nil || canRevoke ? .nothing : .unsupported)))
      }
    }
    serve()
    beginChange()
  }

  private mutating func fail(_ request: ChangeRequest, _ error: AuthError) {
    change = .idle
    switch request {
    case .login(let caller, _, _): perform(.confirmLogin(caller, error))
    case .logout(let caller):
      note(SecurityEvent("auth.session.wipe-failed", .authentication, .critical))
      perform(.confirmLogout(caller, .failure(error)))
    }
    guard changes.isEmpty else { return beginChange() }
    guard isLoggingOut else { return }
    wipeFailures += 1
    let pause = settings.pause(after: wipeFailures, asked: nil, chance: moment.chance)
    change = .paused(until: moment.uptime + pause)
    perform(.wake(after: pause))
  }

  mutating func wakeChange() {
    guard case .paused(let until) = change, isOver(until) else { return }
    load(.logout(Self.nobody), attempts: 0)
  }

  /// The caller of what is done on the machine's own account.
  static let nobody = UInt64.max
}
