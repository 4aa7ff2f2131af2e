public import OmamoriCore

/// What became of a host's pins on one connection.
///
/// A value; safe to share between threads.
public struct PinVerdict: Sendable, Hashable {
  /// A list of a ``PinSet``.
  public enum List: String, Sendable, Hashable, CaseIterable {
    /// The pins of the server's own certificate.
    case leaf
    /// The pins of the certificates above it.
    case authorities
    /// The pins of any certificate.
    case anywhere
  }

  /// A pin that the chain has.
  public struct Match: Sendable, Hashable {
    /// The list it is in.
    public let list: List
    /// Its place in the list, counted from 0.
    public let index: Int
    /// The pin.
    public let pin: Pin
    /// The depth of the certificate that has it; 0 is the server's.
    public let depth: Int

    /// Makes a match.
    public init(list: List, index: Int, pin: Pin, depth: Int) {
      (self.list, self.index, self.pin, self.depth) = (list, index, pin, depth)
    }
  }

  /// What was found.
  public enum Outcome: Sendable, Hashable {
    /// The policy has no pins for the host.
    case notPinned
    /// Every list has its match.
    case matched([Match])
    /// These lists have none.
    case mismatched([List])
    /// The set expired at this moment.
    case expired(Date)
  }

  /// What was found.
  public let outcome: Outcome
  /// What a mismatch leads to.
  public let mode: PinSet.Mode
  /// When the set expires, if that is near.
  public let expiresSoon: Date?

  /// Makes a verdict.
  public init(outcome: Outcome, mode: PinSet.Mode = .enforced, expiresSoon: Date? = nil) {
    (self.outcome, self.mode, self.expiresSoon) = (outcome, mode, expiresSoon)
  }

  /// Whether the connection may go on as far as pins are concerned.
  public var admits: Bool {
    switch outcome {
    case .notPinned, .matched: true
    case .mismatched, .expired: mode == .reportOnly
    }
  }

  /// Whether a backup pin was the one that matched, so that the pins should be renewed.
  public var usesBackup: Bool {
    guard case .matched(let matches) = outcome else { return false }
    return matches.contains { $0.pin.role == .backup }
  }
}
