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

/// What an app does about a threat.
///
/// The app says what each means; the toolkit only says when.
public enum IntegrityReaction: Sendable, Hashable {
  /// Tell somebody: write a log, send the report to the server.
  case log
  /// Lock the keychain, so that no further secret is read.
  case lockKeychain
  /// Forget the tokens and keys of the session.
  case wipeSession
  /// Something of the app's own.
  case other(StaticName)
  /// End the process; done last.
  case exit

  /// The name of a reaction of the app's own.
  public struct StaticName: Sendable, Hashable, ExpressibleByStringLiteral {
    /// The name.
    public let name: String
    /// Takes a literal of the program.
    public init(stringLiteral value: StaticString) { name = String(describing: value) }
  }

  /// Reactions happen in rising order: word gets out before the process ends.
  var rank: Int {
    switch self {
    case .log: 0
    case .lockKeychain: 1
    case .wipeSession: 2
    case .other: 3
    case .exit: 4
    }
  }
}

/// Decides which reactions a report calls for; a pure decision that remembers what it has already called for.
public struct ReactionPolicy: Sendable, Equatable {
  /// When to react.
  public struct Rule: Sendable, Hashable {
    /// The least confidence of a threat.
    public let confidence: IntegrityConfidence
    /// The signals that count; `nil` for all threats.
    public let signals: Set<IntegritySignal.Identifier>?
    /// What to do.
    public let reactions: [IntegrityReaction]

    /// Makes a rule.
    ///
    /// - Parameters:
    ///   - confidence: The least confidence of a threat.
    ///   - signals: The signals that count; `nil` for all threats.
    ///   - reactions: What to do.
    public init(
      atLeast confidence: IntegrityConfidence, of signals: Set<IntegritySignal.Identifier>? = nil,
      _ reactions: [IntegrityReaction]
    ) {
      (self.confidence, self.signals, self.reactions) = (confidence, signals, reactions)
    }
  }

  /// The rules; all that apply count.
  public let rules: [Rule]
  /// What was detected in the last report, with its confidence; a threat that stays is not answered again.
  private var answered: [IntegritySignal.Identifier: IntegrityConfidence] = [:]

  /// Makes a policy.
  public init(_ rules: [Rule]) { self.rules = rules }

  /// Only logs, whatever is found.
  public static let logging = ReactionPolicy([Rule(atLeast: .low, [.log])])

  /// Logs everything, and locks the keychain and wipes the session on threats of high confidence.
  public static let careful = ReactionPolicy([
    Rule(atLeast: .low, [.log]), Rule(atLeast: .high, [.lockKeychain, .wipeSession]),
  ])

  /// Takes a report and decides.
  ///
  /// A threat is answered when it appears, when it grows more certain, and when it comes back after it was gone. A check
  /// that could not be made neither answers nor forgets anything.
  ///
  /// - Parameter report: What was found; one of the cheap checks may lack signals.
  /// - Returns: What to do now, each once, in the order in which to do it.
  public mutating func handle(_ report: IntegrityReport) -> [IntegrityReaction] {
    var due: [IntegrityReaction] = []
    for signal in report.signals where signal.identifier.kind == .threat {
      switch signal.state {
      case .detected:
        let before = answered[signal.identifier]
        guard before.map({ signal.confidence > $0 }) ?? true else { continue }
        answered[signal.identifier] = signal.confidence
        for rule in rules where rule.applies(to: signal, since: before) {
          due += rule.reactions.filter { !due.contains($0) }
        }
      case .clean: answered[signal.identifier] = nil
      case .unavailable, .error: break
      }
    }
    return due.enumerated().sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }
      .map(\.element)
  }
}

extension ReactionPolicy.Rule {
  /// Says whether the signal calls for this rule, and did not with the confidence it had before.
  fileprivate func applies(to signal: IntegritySignal, since before: IntegrityConfidence?) -> Bool {
    guard signal.confidence >= confidence, before.map({ $0 < confidence }) ?? true else { return false }
    return signals?.contains(signal.identifier) ?? true
  }
}
