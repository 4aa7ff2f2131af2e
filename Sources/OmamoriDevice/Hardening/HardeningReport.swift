/// What became of each measure that a process was asked to take.
///
/// A value; safe to share between threads.
public struct HardeningReport: Sendable, Hashable {
  /// A measure and what became of it.
  public struct Entry: Sendable, Hashable {
    /// The measure.
    public let measure: HardeningMeasure
    /// What became of it.
    public let outcome: HardeningOutcome

    /// Notes what became of a measure.
    public init(_ measure: HardeningMeasure, _ outcome: HardeningOutcome) {
      (self.measure, self.outcome) = (measure, outcome)
    }
  }

  /// The measures in the order in which they were taken.
  public let entries: [Entry]

  /// Makes a report.
  public init(entries: [Entry]) { self.entries = entries }

  /// What became of a measure; `nil` when it was not asked for.
  public subscript(measure: HardeningMeasure) -> HardeningOutcome? {
    entries.last { $0.measure == measure }?.outcome
  }

  /// The measures that are not in place.
  public var missing: [Entry] { entries.filter { !$0.outcome.isInPlace } }

  /// Refuses when one of these measures is not in place.
  ///
  /// - Parameter measures: What the caller will not work without.
  /// - Throws: ``DeviceError/hardening(_:)``: ``HardeningFault/notOffered`` when it cannot be had or was not asked for,
  ///   ``HardeningFault/denied`` when it was refused.
  public func require(_ measures: Set<HardeningMeasure>) throws(DeviceError) {
    for measure in HardeningMeasure.allCases where measures.contains(measure) {
      switch self[measure] {
      case .applied, .already: continue
      case .refused: throw .hardening(.denied)
      case .unavailable, nil: throw .hardening(.notOffered)
      }
    }
  }
}
