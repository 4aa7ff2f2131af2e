import OmamoriCore

/// Looks for a process that traces this one: a debugger, or a tool such as strace.
///
/// Linux names the tracer, and is asked without the C library; Apple systems only say that there is one. A tracer can
/// attach to a single thread: a full check asks for all of them, a cheap one only for the first.
public struct TracerProbe: IntegrityProbe {
  /// Makes the probe.
  public init() {}

  /// ``IntegritySignal/Identifier/tracer``.
  public var identifiers: [IntegritySignal.Identifier] { [.tracer] }

  /// Cheap.
  public var isCheap: Bool { true }

  /// Asks the system.
  public func signals(of scene: IntegrityScene) -> [IntegritySignal] {
    do {
      let tracer = try scene.isThorough ? scene.view.threadTracer() : scene.view.tracer(.kernel)
      guard tracer != 0 else { return [IntegritySignal(.tracer, .clean)] }
      let facts = tracer > 0 ? [IntegrityEvidence.Fact("process", .integer(Int(tracer)))] : []
      return [IntegritySignal(.tracer, [IntegrityEvidence("tracer", facts)], confidence: .high)]
    } catch {
      return [IntegritySignal(.tracer, failure: error)]
    }
  }
}
