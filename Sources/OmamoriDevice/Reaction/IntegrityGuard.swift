import OmamoriCore

/// Checks again and again, and does what a policy calls for.
///
/// The cheap checks run at every tick, all of them at every so many. Safe to use from any thread.
public final class IntegrityGuard: Sendable {
  /// What the app does; it gets the report that calls for it.
  public typealias Action = @Sendable (IntegrityReport) async -> Void

  private let checker: IntegrityChecker
  private let policy: Protected<ReactionPolicy>
  private let actions: [IntegrityReaction: Action]
  private let patience: Duration

  /// Makes a guard.
  ///
  /// - Parameters:
  ///   - checker: Makes the checks.
  ///   - policy: Decides.
  ///   - actions: What each reaction means in this app; one without an action is passed over.
  ///   - patience: How long one action may keep the next one waiting: who cuts the network off must not keep the
  ///     keychain open.
  public init(
    _ checker: IntegrityChecker, policy: ReactionPolicy, actions: [IntegrityReaction: Action],
    patience: Duration = .seconds(5)
  ) {
    (self.checker, self.policy, self.actions) = (checker, Protected(policy), actions)
    self.patience = patience
  }

  /// Does what a report calls for, one after the other.
  ///
  /// Each action is waited for until it is done, its time is over or this task is cancelled; it goes on in a task of its
  /// own then, and the next one begins, so that what was called for happens in any case.
  ///
  /// - Parameter report: What was found.
  /// - Returns: The reactions that had an action, in their order.
  @discardableResult
  public func respond(to report: IntegrityReport) async -> [IntegrityReaction] {
    let due = policy.withLock { $0.handle(report) }
    var done: [IntegrityReaction] = []
    for reaction in due {
      guard let action = actions[reaction] else { continue }
      await wait(for: action, report)
      done.append(reaction)
    }
    return done
  }

  private func wait(for action: @escaping Action, _ report: IntegrityReport) async {
    let (end, source) = AsyncStream.makeStream(of: Void.self)
    Task {
      await action(report)
      source.finish()
    }
    let watch = Task { [patience] in
      // because only cancelling ends the sleep early, once nobody waits any more
      try? await Task.sleep(for: patience)
      source.finish()
    }
    for await _ in end {}
    watch.cancel()
  }

  /// Checks and responds until the task is cancelled.
  ///
  /// The first check is a full one. Checks are `interval` apart, counted from the end of one to the start of the next, so
  /// that slow ones do not pile up.
  ///
  /// - Parameters:
  ///   - interval: The time between two checks; a second unless told otherwise.
  ///   - full: Every how many checks all probes run, at least 1.
  ///   - clock: Waits.
  public func run(
    every interval: Duration = .seconds(1), full: Int = 30, clock: some Clock<Duration> = ContinuousClock()
  ) async {
    var count = 0
    while !Task.isCancelled {
      let report = count % max(full, 1) == 0 ? await checker.check() : await checker.checkCheaply()
      await respond(to: report)
      count &+= 1
      // because only cancelling ends the wait early, which the loop looks at
      try? await clock.sleep(for: interval)
    }
  }
}
