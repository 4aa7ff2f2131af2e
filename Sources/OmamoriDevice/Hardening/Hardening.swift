/// A set of measures by which a process makes itself harder to change and to read.
///
/// Take them early, before secrets are read: ``apply()`` at the start of `main`. None can be undone, and all but
/// ``HardeningMeasure/notDumpable`` and ``HardeningMeasure/secretMemory`` hold in programs that the process starts too, so start those that compile code at run time
/// (Java, Node) before. No measure stops root, or whoever started the process: what changes the program before it
/// hardens itself stays in it. Safe to use from any thread.
public struct Hardening: Sendable {
  /// The measures in the order in which they are taken.
  public let measures: [HardeningMeasure]
  private let system: any HardeningSystem

  /// Chooses measures.
  ///
  /// - Parameter measures: What to do, in order. With the kernel's own refusal of writable code first, the filter is only
  ///   installed where the kernel has none.
  public init(_ measures: [HardeningMeasure] = HardeningMeasure.allCases) {
    self.init(measures, on: ProcessHardening())
  }

  init(_ measures: [HardeningMeasure], on system: any HardeningSystem) {
    (self.measures, self.system) = (measures, system)
  }

  /// Takes the measures, each whatever became of the others.
  ///
  /// - Returns: What became of each; it is for the caller to decide what it will not work without, see
  ///   ``HardeningReport/require(_:)``.
  public func apply() -> HardeningReport {
    HardeningReport(entries: measures.map { HardeningReport.Entry($0, outcome(of: $0)) })
  }

  /// Why a measure cannot be had here, without taking it.
  ///
  /// - Parameter measure: The measure.
  /// - Returns: The obstacle; `nil` when there is none, though the system may still refuse it.
  public static func obstacle(to measure: HardeningMeasure) -> HardeningOutcome.Obstacle? {
    ProcessHardening().obstacle(to: measure)
  }

  private func outcome(of measure: HardeningMeasure) -> HardeningOutcome {
    if system.isInPlace(measure) { return .already }
    switch system.enact(measure) {
    case .done: return system.isInPlace(measure) ? .applied : .refused(.ineffective)
    case .absent(let obstacle): return .unavailable(obstacle)
    case .failed(let code): return .refused(.system(code: code))
    }
  }
}
