/// Decides which reactions a report calls for; a pure decision that remembers what it has already called for.
///
/// A value; safe to share between threads.
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
