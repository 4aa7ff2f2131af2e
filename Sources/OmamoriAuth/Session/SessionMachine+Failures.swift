import OmamoriCore

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
