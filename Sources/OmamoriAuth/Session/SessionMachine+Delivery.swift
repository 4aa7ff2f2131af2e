import OmamoriCore

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
