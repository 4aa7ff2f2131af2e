import OmamoriCore

/// Looks for tools that instrument programs, by the names and marks that they leave.
///
/// Names can be changed by whoever builds the tool anew; the code that it changes and the library that it brings are
/// other probes' signals.
package struct AgentProbe: IntegrityProbe {
  /// Makes the probe.
  package init() {}

  /// ``IntegritySignal/Identifier/instrumentation``.
  package var identifiers: [IntegritySignal.Identifier] { [.instrumentation] }

  /// Looks.
  package func signals(of scene: IntegrityScene) -> [IntegritySignal] {
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

/// A tool that instruments programs.
enum InstrumentationAgent: Sendable, Hashable, CaseIterable {
  case frida, valgrind, dynamoRIO, pin
  /// A program that runs programs of another processor, or of this one, as QEMU's user mode does.
  case translator

  /// The tool that a path or a thread's name gives away.
  init?(in text: String) {
    let bytes = Array(text.utf8)
    let name = bytes[(bytes.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0)...]
    if Self.isTranslator(name) {
      self = .translator
      return
    }
    let found = Self.marks.first { mark, _ in
      Self.contains(mark, in: mark.contains(UInt8(ascii: "/")) ? bytes[...] : name)
    }
    guard let found else { return nil }
    self = found.agent
  }

  private static let marks = allCases.flatMap { agent in
    agent.names.map { (mark: Array($0.utf8), agent: agent) }
  }

  /// Parts of names that nothing else bears: of the last part of a path, or of the whole path where they have a slash.
  private var names: [String] {
    switch self {
    case .frida: ["frida-agent", "frida-gadget", "frida-helper", "frida-gum", "gum-js-loop", "/re.frida."]
    case .valgrind:
      ["vgpreload_", "/valgrind/memcheck-", "/valgrind/callgrind-", "/valgrind/none-", "/valgrind/lackey-"]
    case .dynamoRIO: ["libdynamorio.so", "libdrpreload.so"]
    case .pin: ["/pinbin", "libpinvm", "libpindwarf.so"]
    case .translator: []
    }
  }

  /// Whether the last part of a path, or the name of a thread, is the whole name of QEMU's user mode.
  private static func isTranslator(_ name: ArraySlice<UInt8>) -> Bool {
    // The path of a program that was deleted ends so.
    let mark = Array(" (deleted)".utf8)
    let name = name.suffix(mark.count).elementsEqual(mark) ? name.dropLast(mark.count) : name
    // The system cuts the names of threads to 15 bytes.
    return translators.contains { $0.elementsEqual(name) || (name.count == 15 && $0.starts(with: name)) }
  }

  private static let translators: [[UInt8]] = [
    "x86_64", "i386", "aarch64", "arm", "riscv64", "ppc64le", "s390x", "loongarch64",
  ].flatMap { processor -> [[UInt8]] in
    [Array("qemu-\(processor)".utf8), Array("qemu-\(processor)-static".utf8)]
  }

  /// How certain it is that somebody watches or changes the program: a translator could, and containers that were made for
  /// another processor run under one, too.
  var confidence: IntegrityConfidence { self == .translator ? .medium : .high }

  /// Searches byte by byte, which takes a hundredth of the time that a search by characters takes.
  private static func contains(_ mark: [UInt8], in text: ArraySlice<UInt8>) -> Bool {
    guard text.count >= mark.count else { return false }
    for start in text.startIndex...(text.endIndex - mark.count) where text[start] == mark[0] {
      var length = 1
      while length < mark.count, text[start + length] == mark[length] { length += 1 }
      if length == mark.count { return true }
    }
    return false
  }

  /// The name in evidence.
  var label: SecurityEvent.Value {
    switch self {
    case .frida: .label("Frida")
    case .valgrind: .label("valgrind")
    case .dynamoRIO: .label("DynamoRIO")
    case .pin: .label("Pin")
    case .translator: .label("translator")
    }
  }
}
