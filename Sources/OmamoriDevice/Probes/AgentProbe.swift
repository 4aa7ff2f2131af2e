import OmamoriCore

/// Looks for tools that instrument programs, by the names and marks that they leave.
///
/// Names can be changed by whoever builds the tool anew; the code that it changes and the library that it brings are
/// other probes' signals.
public struct AgentProbe: IntegrityProbe {
  /// Makes the probe.
  public init() {}

  /// ``IntegritySignal/Identifier/instrumentation``.
  public var identifiers: [IntegritySignal.Identifier] { [.instrumentation] }

  /// Looks.
  public func signals(of scene: IntegrityScene) -> [IntegritySignal] {
    var found: [IntegrityEvidence] = []
    var failure: DeviceError?
    do {
      var last = ""
      // A tool inside has code; files that are only read may be anybody's documents.
      for mapping in try scene.mappings() where mapping.isExecutable && mapping.path != last {
        last = mapping.path
        Self.note(last, .label("mapping"), in: &found)
      }
    } catch { failure = error }
    do {
      for target in try scene.view.descriptorTargets() where Self.isNoDocument(target) {
        Self.note(target, .label("descriptor"), in: &found)
      }
    } catch { failure = failure ?? error }
    do {
      for name in try scene.view.threadNames() { Self.note(name, .label("thread"), in: &found) }
    } catch { failure = failure ?? error }
    // because these two only add to what the others see, and are not asked for everywhere
    if let path = try? scene.view.executable() { Self.note(path, .label("program"), in: &found) }
    if (try? scene.view.runsOnValgrind()) == true {
      Self.add(.valgrind, .label("processor"), to: &found)
    }
    if found.isEmpty, let failure { return [IntegritySignal(.instrumentation, failure: failure)] }
    return [IntegritySignal(.instrumentation, found, confidence: .high)]
  }

  /// Whether a descriptor leads to something that stands on no disk.
  private static func isNoDocument(_ target: String) -> Bool {
    target.hasBytePrefix("/memfd:") || !target.hasBytePrefix("/")
  }

  private static func note(_ text: String, _ place: SecurityEvent.Value, in found: inout [IntegrityEvidence])
  {
    guard let agent = InstrumentationAgent(in: text) else { return }
    add(agent, place, to: &found)
  }

  private static func add(
    _ agent: InstrumentationAgent, _ place: SecurityEvent.Value, to found: inout [IntegrityEvidence]
  ) {
    let evidence = IntegrityEvidence("agent", [.init("name", agent.label), .init("place", place)])
    if !found.contains(evidence) { found.append(evidence) }
  }
}
