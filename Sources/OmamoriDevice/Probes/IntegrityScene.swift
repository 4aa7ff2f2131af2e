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
