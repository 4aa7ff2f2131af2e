import OmamoriCore

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
