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
    var found = Findings()
    var failure: DeviceError?
    do {
      var last = ""
      // A tool inside has code; files that are only read may be anybody's documents.
      for mapping in try scene.mappings() where mapping.isExecutable && mapping.path != last {
        last = mapping.path
        found.note(last, .label("mapping"))
      }
    } catch { failure = error }
    do {
      for target in try scene.view.descriptorTargets() where Self.isNoDocument(target) {
        found.note(target, .label("descriptor"))
      }
    } catch { failure = failure ?? error }
    do {
      for name in try scene.view.threadNames() { found.note(name, .label("thread")) }
    } catch { failure = failure ?? error }
    // because these three only add to what the others see, and are not asked for everywhere
    if let path = try? scene.view.executable() { found.note(path, .label("program")) }
    if (try? scene.view.runsOnValgrind()) == true { found.add(.valgrind, .label("processor")) }
    // What has no known name shows itself by what it answers for the kernel.
    if found.evidence.isEmpty, (try? scene.view.isTranslated()) == true {
      found.add(.translator, .label("program"))
    }
    if found.evidence.isEmpty, let failure {
      return [IntegritySignal(.instrumentation, failure: failure)]
    }
    return [IntegritySignal(.instrumentation, found.evidence, confidence: found.confidence)]
  }

  /// Whether a descriptor leads to something that stands on no disk.
  private static func isNoDocument(_ target: String) -> Bool {
    target.hasBytePrefix("/memfd:") || !target.hasBytePrefix("/")
  }

  /// The agents that were found, each with its places.
  private struct Findings {
    private(set) var evidence: [IntegrityEvidence] = []
    private(set) var confidence = IntegrityConfidence.low

    mutating func note(_ text: String, _ place: SecurityEvent.Value) {
      guard let agent = InstrumentationAgent(in: text) else { return }
      add(agent, place)
    }

    mutating func add(_ agent: InstrumentationAgent, _ place: SecurityEvent.Value) {
      let new = IntegrityEvidence("agent", [.init("name", agent.label), .init("place", place)])
      if !evidence.contains(new) { evidence.append(new) }
      confidence = max(confidence, agent.confidence)
    }
  }
}
