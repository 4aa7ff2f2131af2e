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

/// One way in which a process makes itself harder to change or to read.
///
/// Sources: prctl(2), PR_SET_MDWE(2const), seccomp(2), core(5),
/// memfd_secret(2).
public enum HardeningMeasure: String, Sendable, Hashable, CaseIterable, Codable {
  /// The kernel refuses memory that is writable and executable, and executable memory that was not so from the start
  /// (`PR_SET_MDWE`, Linux 6.3). Programs that this process starts inherit it.
  case denyWriteExecute
  /// A filter of system calls refuses the same, for older kernels: in every thread, and in programs that this process
  /// starts, which also gain no rights by set-user-ID any more.
  case filterWriteExecute
  /// Other processes of the same user can neither trace this one nor read its memory, and no core file is written.
  case notDumpable
  /// Core files are limited to nothing (`RLIMIT_CORE`), here and in programs that this process starts.
  case noCoreFiles
  /// New secrets lie in memory that the kernel takes out of its own reach (`memfd_secret`, Linux 5.14).
  case secretMemory
}

/// What became of a ``HardeningMeasure``.
public enum HardeningOutcome: Sendable, Hashable {
  /// Why a measure cannot be had here at all.
  public enum Obstacle: Sendable, Hashable, CaseIterable {
    /// The kernel is too old for it, or was built or started without it.
    case kernel
    /// The operating system has no such thing.
    case platform
  }

  /// Why a measure that exists is not in place.
  public enum Refusal: Sendable, Hashable {
    /// The system refused it with this error number.
    case system(code: Int32)
    /// The system accepted it, and a trial shows that it does not hold; something stands between the process and the
    /// kernel.
    case ineffective
  }

  /// It was put in place now, and a trial or the kernel's own answer confirms it.
  case applied
  /// What it protects from was refused already, by this measure or another one.
  case already
  /// It cannot be had here.
  case unavailable(Obstacle)
  /// It is not in place.
  case refused(Refusal)

  /// Whether the protection holds now.
  public var isInPlace: Bool { self == .applied || self == .already }
}

/// What became of each measure that a process was asked to take.
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

/// What a system answers to a process that wants to harden itself.
protocol HardeningSystem: Sendable {
  /// Whether what the measure protects from is refused now, as the system says or a trial shows.
  func isInPlace(_ measure: HardeningMeasure) -> Bool

  /// Why the measure cannot be had here; `nil` when it can.
  func obstacle(to measure: HardeningMeasure) -> HardeningOutcome.Obstacle?

  /// Takes the measure.
  func enact(_ measure: HardeningMeasure) -> HardeningAnswer
}

/// What a system said to a measure.
enum HardeningAnswer: Hashable {
  case done
  case absent(HardeningOutcome.Obstacle)
  case failed(code: Int32)
}
