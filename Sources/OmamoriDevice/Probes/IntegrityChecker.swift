public import OmamoriCore

/// Checks a process, once or again and again, and reports what it finds.
///
/// It notes what is loaded when it is made, so make it as early as possible. Checks run one after the other on a thread
/// of their own. Safe to use from any thread.
public final class IntegrityChecker: Sendable {
  /// The process that is checked.
  public let subject: IntegritySubject
  private let view: any ProcessView
  private let probes: [any IntegrityProbe]
  private let settings: IntegrityCheckSettings
  private let events: any SecurityEvents
  private let clock: any WallClock
  private let baseline: IntegrityBaseline?
  private let start = ContinuousClock.now
  /// When the process started; `nil` for the own one, whose number cannot pass to another.
  private let startTime: UInt64?
  private let gate = SerialGate()
  /// What each check said last, whether full or cheap.
  private let known = Protected<[IntegritySignal.Identifier: IntegritySignal]>([:])

  /// Makes a checker of the calling process and notes what is loaded now.
  ///
  /// - Parameters:
  ///   - probes: What to look for.
  ///   - settings: What the app says of itself.
  ///   - events: Where changes are reported to.
  ///   - clock: Dates the reports.
  public convenience init(
    probes: [any IntegrityProbe] = IntegrityChecker.standardProbes,
    settings: IntegrityCheckSettings = .init(),
    events: any SecurityEvents = .discarded, clock: any WallClock = SystemWallClock()
  ) {
    self.init(
      SystemView.ownProcess, probes: probes, settings: settings, events: events, clock: clock, startTime: nil)
  }

  package init(
    _ view: any ProcessView, probes: [any IntegrityProbe] = IntegrityChecker.standardProbes,
    settings: IntegrityCheckSettings = .init(), events: any SecurityEvents = .discarded,
    clock: any WallClock = SystemWallClock(), startTime: UInt64?
  ) {
    (subject, self.view, self.probes, self.settings) = (view.subject, view, probes, settings)
    (self.events, self.clock, self.startTime) = (events, clock, startTime)
    // because a view without a map only lacks the baseline, which the reports then say
    baseline = (try? view.mappings(.kernel)).map(IntegrityBaseline.init)
  }

  /// Makes a checker of another process, which cannot lie to it as easily as to one inside.
  ///
  /// - Parameters:
  ///   - number: The process's number.
  ///   - probes: What to look for.
  ///   - settings: What is known of the program.
  ///   - events: Where changes are reported to.
  /// - Returns: The checker; once the process has ended, its checks say so, also when its number was given away again.
  /// - Throws: ``DeviceError/process(_:)`` when there is no such process; ``DeviceError/unsupported`` where no process
  ///   can look at another.
  public static func observing(
    process number: Int32, probes: [any IntegrityProbe] = IntegrityChecker.standardProbes,
    settings: IntegrityCheckSettings = .init(), events: any SecurityEvents = .discarded
  ) throws(DeviceError) -> IntegrityChecker {
    guard number > 0 else { throw .process(.absent) }
    let view = try SystemView.process(number)
    return IntegrityChecker(
      view, probes: probes, settings: settings, events: events, startTime: try view.startTime())
  }

  /// Everything that the toolkit looks for.
  public static var standardProbes: [any IntegrityProbe] {
    [
      TracerProbe(), CodeProbe(), AgentProbe(), ViewProbe(), PreloadProbe(), MappingProbe(),
      EnvironmentProbe(),
      ScreenLockProbe(),
    ]
  }

  /// Makes all checks.
  ///
  /// - Returns: What was found; the changes since the last check have been reported.
  public func check() async -> IntegrityReport { await run(cheapOnly: false) }

  /// Makes only the checks that take microseconds, such as that for a debugger; for every few seconds, or before a
  /// secret is used.
  ///
  /// - Returns: What was found; the changes since the last check have been reported.
  public func checkCheaply() async -> IntegrityReport { await run(cheapOnly: true) }

  /// Makes all checks on the calling thread, for programs without tasks; it reads files.
  ///
  /// - Returns: What was found; nothing is reported.
  public func checkBlocking() -> IntegrityReport { report(cheapOnly: false) }

  /// Makes the cheap checks on the calling thread.
  ///
  /// - Returns: What was found; nothing is reported.
  public func checkCheaplyBlocking() -> IntegrityReport { report(cheapOnly: true) }

  private func run(cheapOnly: Bool) async -> IntegrityReport {
    await gate.enter()
    defer { gate.leave() }
    let report: IntegrityReport
    do throws(DeviceError) {
      report = try await OwnThread.run { () throws(DeviceError) in self.report(cheapOnly: cheapOnly) }
    } catch {
      report = failed(error, cheapOnly)
    }
    let before = known.withLock { known in
      let before = known
      for signal in report.signals { known[signal.identifier] = signal }
      return before
    }
    for event in report.events(since: before) { events.record(event) }
    return report
  }

  private func report(cheapOnly: Bool) -> IntegrityReport {
    let (date, begin) = (clock.date, ContinuousClock.now)
    guard isStillThere else { return failed(.process(.absent), cheapOnly) }
    let scene = IntegrityScene(
      view, baseline: baseline, isSettled: settings.isSettled, readsMap: !cheapOnly)
    let signals = probes.filter { $0.isCheap || !cheapOnly }.flatMap { probe in
      let found = probe.signals(of: scene)
      return probe.identifiers.map { identifier in
        found.first { $0.identifier == identifier } ?? IntegritySignal(identifier, .error(.unsupported))
      }
    }
    let end = ContinuousClock.now
    // What was read of a process that ended meanwhile may be another's.
    guard isStillThere else { return failed(.process(.absent), cheapOnly) }
    return IntegrityReport(
      subject: subject, signals: signals, date: date, took: end - begin,
      baselineAge: baseline == nil ? nil : begin - start)
  }

  private var isStillThere: Bool {
    guard let startTime else { return true }
    // because a process that cannot be read any more has ended
    return (try? view.startTime()) == startTime
  }

  private func failed(_ error: DeviceError, _ cheapOnly: Bool) -> IntegrityReport {
    let identifiers = probes.filter { $0.isCheap || !cheapOnly }.flatMap(\.identifiers)
    return IntegrityReport(
      subject: subject, signals: identifiers.map { IntegritySignal($0, failure: error) }, date: clock.date,
      took: .zero, baselineAge: nil)
  }
}

/// A check of a process.
///
/// The toolkit brings its own; an app adds others for what only it knows. Safe to use from any thread.
public protocol IntegrityProbe: Sendable {
  /// What it looks for; it gives one signal for each.
  var identifiers: [IntegritySignal.Identifier] { get }

  /// Whether it takes microseconds, so that it can be repeated often.
  var isCheap: Bool { get }

  /// Looks, on a thread where it may read files.
  ///
  /// - Parameter scene: What is looked at.
  /// - Returns: One signal for each of ``identifiers``; one that is missing is reported as failed.
  func signals(of scene: IntegrityScene) -> [IntegritySignal]
}

extension IntegrityProbe {
  /// Not cheap.
  public var isCheap: Bool { false }
}

/// What the probes of one check look at.
///
/// Safe to use from any thread.
public struct IntegrityScene: Sendable {
  /// The process.
  public let subject: IntegritySubject
  /// How it is seen.
  package let view: any ProcessView
  /// What was noted at the start; `nil` when nothing was.
  package let baseline: IntegrityBaseline?
  /// Whether the app says that all of its libraries are loaded and that it compiles nothing at run time.
  package let isSettled: Bool
  /// What is mapped, read once a check; `nil` for a cheap one.
  private let map: Result<[MemoryMapping], DeviceError>?

  /// Makes a scene.
  package init(
    _ view: any ProcessView, baseline: IntegrityBaseline? = nil, isSettled: Bool = false,
    readsMap: Bool = true
  ) {
    (subject, self.view, self.baseline, self.isSettled) = (view.subject, view, baseline, isSettled)
    map = readsMap ? Result { () throws(DeviceError) in try view.mappings(.kernel) } : nil
  }

  /// Whether this is a full check.
  package var isThorough: Bool { map != nil }

  /// What is mapped into the process's memory.
  package func mappings() throws(DeviceError) -> [MemoryMapping] {
    guard let map else { return try view.mappings(.kernel) }
    return try map.get()
  }
}

/// What an app says of itself, so that signals can be weighed.
public struct IntegrityCheckSettings: Sendable, Hashable {
  /// Whether all libraries are loaded when the checker is made, and nothing is compiled at run time.
  ///
  /// New libraries and new code outside files are then of medium confidence; otherwise innocent programs have them too,
  /// and they are of low confidence.
  public var isSettled: Bool

  /// Makes settings.
  ///
  /// - Parameter isSettled: See ``isSettled``; `false` unless the app knows.
  public init(isSettled: Bool = false) { self.isSettled = isSettled }
}

/// What was mapped when the checker was made, so that later additions can be told from it.
package struct IntegrityBaseline: Sendable, Hashable {
  /// A file that code comes from.
  package struct Module: Sendable, Hashable {
    let device: UInt64
    let inode: UInt64
    let path: String

    init(_ mapping: MemoryMapping) {
      (device, inode, path) = (mapping.device, mapping.inode, mapping.path)
    }
  }

  /// The files that code came from.
  package let modules: Set<Module>
  /// How much memory of other origins could be run.
  package let anonymousCode: Int
  package let writableCode: Int

  /// Notes what is mapped.
  package init(_ mappings: [MemoryMapping]) {
    let code = mappings.filter(\.isExecutable)
    modules = Set(code.filter { $0.origin != .anonymous && $0.origin != .kernel }.map(Module.init))
    anonymousCode = code.count { $0.origin == .anonymous }
    writableCode = code.count { $0.access.contains(.write) }
  }
}
