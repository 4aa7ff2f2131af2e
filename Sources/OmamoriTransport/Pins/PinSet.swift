public import OmamoriCore

/// The pins of a host: which keys its validated chain must have, and until when that is known.
///
/// The lists are conditions that all hold: the server's certificate has a pin of `leaf`, a certificate above it one of
/// `authorities`, any certificate of the chain one of `anywhere`. An empty list is no condition. Pins come on top of the
/// validation of the chain and never in its place.
public struct PinSet: Sendable, Hashable {
  /// What a mismatch leads to.
  public enum Mode: Sendable, Hashable, CaseIterable {
    /// The connection is refused.
    case enforced
    /// The connection goes on, and the verdict says that it would have been refused.
    case reportOnly
  }

  /// The most pins of a set.
  package static let greatestCount = 64

  /// Pins of which the server's own certificate must have one.
  public let leaf: [CertificatePin]
  /// Pins of which a certificate above the server's must have one.
  public let authorities: [CertificatePin]
  /// Pins of which any certificate of the chain must have one.
  public let anywhere: [CertificatePin]
  /// The greatest depth at which a pin counts, or `nil` for any; 0 is the server's certificate.
  public let greatestDepth: Int?
  /// When the set was last known to be right; after it every connection is refused, never let through unpinned.
  public let expiry: Date?
  /// How long before the expiry the verdict warns, in seconds.
  public let warningPeriod: TimeInterval
  /// What a mismatch leads to.
  public let mode: Mode

  /// Makes a set.
  ///
  /// - Parameters:
  ///   - leaf: Pins of which the server's own certificate must have one.
  ///   - authorities: Pins of which a certificate above the server's must have one.
  ///   - anywhere: Pins of which any certificate of the chain must have one.
  ///   - greatestDepth: The greatest depth at which a pin counts, 0 or more; `nil` for any.
  ///   - expiry: After this moment every connection is refused.
  ///   - warningPeriod: How long before the expiry the verdict warns, in seconds; 30 days.
  ///   - mode: What a mismatch leads to.
  ///   - requiresBackup: Whether each list must have a backup pin of a key that none of its primary pins is for;
  ///     without one a lost key shuts the app out.
  /// - Throws: ``TransportError/policy(_:)`` for no pin at all, more than 64, a missing backup, or pins
  ///   that `greatestDepth` keeps from ever matching.
  public init(
    leaf: [CertificatePin] = [], authorities: [CertificatePin] = [], anywhere: [CertificatePin] = [],
    greatestDepth: Int? = nil,
    expiry: Date? = nil,
    warningPeriod: TimeInterval = 30 * 86_400, mode: Mode = .enforced, requiresBackup: Bool = true
  ) throws(TransportError) {
    let lists = [leaf, authorities, anywhere]
    guard lists.contains(where: { !$0.isEmpty }) else { throw .policy(.noPins) }
    guard lists.reduce(0, { $0 + $1.count }) <= Self.greatestCount else { throw .policy(.tooManyPins) }
    for list in lists where requiresBackup && !list.isEmpty {
      // The key in use is no reserve for itself.
      let primary = Set(list.filter { $0.role == .primary }.map(\.digest))
      guard Set(list.map(\.digest)).count > 1,
        list.contains(where: { $0.role == .backup && !primary.contains($0.digest) })
      else { throw .policy(.noBackupPin) }
    }
    if let greatestDepth, greatestDepth < (authorities.isEmpty ? 0 : 1) { throw .policy(.unreachablePins) }
    (self.leaf, self.authorities, self.anywhere) = (leaf, authorities, anywhere)
    (self.greatestDepth, self.expiry, self.warningPeriod) = (greatestDepth, expiry, warningPeriod)
    self.mode = mode
  }
}
