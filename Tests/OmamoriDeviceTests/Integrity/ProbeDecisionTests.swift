import OmamoriCore
@testable import OmamoriDevice
import Testing

/// What the probes make of what they see; the same on every platform.
@Suite("Decisions of integrity probes")
struct ProbeDecisionTests {
  private static let code = MemoryMapping(
    start: 0x10000, end: 0x11000, access: [.read, .execute], offset: 0x1000, inode: 5,
    path: "/usr/lib/liba.so")

  private func signal(
    _ identifier: IntegritySignal.Identifier, _ probe: some IntegrityProbe, _ view: FakeProcess,
    baseline: [MemoryMapping]? = nil, isSettled: Bool = false
  ) throws -> IntegritySignal {
    let scene = IntegrityScene(view, baseline: baseline.map(IntegrityBaseline.init), isSettled: isSettled)
    return try #require(probe.signals(of: scene).first { $0.identifier == identifier })
  }

  @Test("a tracer, with and without its number")
  func tracer() throws {
    let numbered = try signal(.tracer, TracerProbe(), FakeProcess(tracers: [.kernel: 42]))
    #expect(numbered.isThreat(atLeast: .high) && numbered.evidence.first?["process"] == .integer(42))
    let unnumbered = try signal(.tracer, TracerProbe(), FakeProcess(tracers: [.kernel: -1]))
    #expect(unnumbered.isThreat(atLeast: .high) && unnumbered.evidence.first?.facts.isEmpty == true)
    #expect(try signal(.tracer, TracerProbe(), FakeProcess()).state == .clean)
  }

  @Test(
    "a check that fails is neither good nor bad",
    arguments: [
      (DeviceError.unsupported, IntegritySignal.State.unavailable(.platform)),
      (.process(.denied), .unavailable(.denied)), (.process(.absent), .unavailable(.ended)),
      (.process(.unreadable), .error(.process(.unreadable))), (.system(code: 5), .error(.system(code: 5))),
    ])
  func failures(error: DeviceError, state: IntegritySignal.State) {
    let scene = IntegrityScene(FakeProcess(failure: error))
    let probes: [any IntegrityProbe] = [
      TracerProbe(), CodeProbe(), AgentProbe(), ViewProbe(), PreloadProbe(), MappingProbe(),
      EnvironmentProbe(),
    ]
    for signal in probes.flatMap({ $0.signals(of: scene) }) {
      #expect(signal.state == state, "\(signal.identifier.name)")
    }
  }

  private func codeProcess(_ change: (inout [UInt8]) -> Void, relocated: Bool = false) -> FakeProcess {
    let file = SmallELF.bytes(hasTextRelocations: relocated)
    var memory = Array(file[0x1000..<0x2000])
    change(&memory)
    return FakeProcess(
      maps: [Self.code], files: ["/usr/lib/liba.so": .init(bytes: file)], memories: [0x10000: memory],
      changed: [0x10000])
  }

  @Test("code that differs from the file, with a page map and without", arguments: [true, false])
  func code(hasPageMap: Bool) throws {
    var view = codeProcess { ($0[5], $0[0xFFF]) = ($0[5] ^ 0xCC, $0[0xFFF] ^ 1) }
    if !hasPageMap { view.changed = nil }
    let found = try signal(.modifiedCode, CodeProbe(), view)
    #expect(found.isThreat(atLeast: .high))
    #expect(
      found.evidence.first?.facts == [
        .init("name", .publicName("liba.so")), .init("bytes", .integer(2)), .init("pages", .integer(1)),
        .init("offset", .integer(0x1005)), .init("build", .fingerprint([1, 2, 3, 4, 5, 6, 7, 8])),
      ])
  }

  @Test("code that does not differ, differs by right or has no file")
  func innocentCode() throws {
    #expect(try signal(.modifiedCode, CodeProbe(), codeProcess { _ in }).state == .clean)
    let relocated = codeProcess({ $0[0] ^= 1 }, relocated: true)
    #expect(try signal(.modifiedCode, CodeProbe(), relocated).state == .clean)
    var replaced = codeProcess { _ in }
    (replaced.files, replaced.changed) = ([:], [])
    #expect(
      try signal(.modifiedCode, CodeProbe(), replaced).state == .clean, "none of its pages was written to")
  }

  @Test("where only loaded files are listed, nothing else is called clean")
  func listedFilesOnly() throws {
    var view = codeProcess { _ in }
    view.seesAllMemory = false
    #expect(try signal(.modifiedCode, CodeProbe(), view).state == .unavailable(.platform))
    let probe = MappingProbe()
    for identifier in probe.identifiers where identifier != .addedLibrary {
      #expect(try signal(identifier, probe, view, baseline: []).state == .unavailable(.platform))
    }
    #expect(try signal(.addedLibrary, probe, view, baseline: []).state == .detected)
    #expect(try signal(.addedLibrary, probe, view, baseline: [Self.code]).state == .clean)
  }

  @Test("the C library's view against the kernel's")
  func views() throws {
    let lied = FakeProcess(tracers: [.kernel: 9, .library: 0])
    #expect(try signal(.lyingLibrary, ViewProbe(), lied).isThreat(atLeast: .high))
    let hidden = FakeProcess(maps: [Self.code], mapsOfLibrary: [])
    #expect(try signal(.lyingLibrary, ViewProbe(), hidden).isThreat(atLeast: .high))
    #expect(try signal(.lyingLibrary, ViewProbe(), FakeProcess(maps: [Self.code])).state == .clean)
    let outside = FakeProcess(subject: .process(3))
    #expect(try signal(.lyingLibrary, ViewProbe(), outside).state == .unavailable(.insideOnly))
  }

  @Test(
    "orders to the loader",
    arguments: [
      ("LD_PRELOAD", "/tmp/x.so", IntegrityConfidence.medium),
      ("LD_PRELOAD", "/usr/lib/x86_64-linux-gnu/libjemalloc.so.2", .low),
      ("LD_PRELOAD", "/tmp/libjemalloc.so.2", .medium),
      ("LD_PRELOAD", "/usr/lib/../../tmp/libjemalloc.so.2", .medium),
      ("LD_PRELOAD", "#folder/x.so", .medium), ("LD_AUDIT", "/opt/a.so", .high),
      ("DYLD_INSERT_LIBRARIES", "/tmp/x.dylib", .medium),
    ])
  func preload(name: String, value: String, confidence: IntegrityConfidence) throws {
    let found = try signal(.preload, PreloadProbe(), FakeProcess(variables: [.init(name, value)]))
    #expect(found.state == .detected && found.confidence == confidence)
  }

  @Test("folders to search are no order, the system's list is one")
  func lists() throws {
    let folders = FakeProcess(variables: [.init("LD_LIBRARY_PATH", "/tmp"), .init("LD_PRELOAD", "")])
    #expect(try signal(.preload, PreloadProbe(), folders).state == .clean)
    let system = try signal(.preload, PreloadProbe(), FakeProcess(preloads: ["/lib/rootkit.so"]))
    #expect(system.isThreat(atLeast: .medium))
  }

  @Test("an engine's code is of low confidence, and of medium in a program that has no engine")
  func engine() throws {
    let page = MemoryMapping(start: 0x7000, end: 0x8000, access: [.read, .write, .execute])
    for identifier in [IntegritySignal.Identifier.anonymousCode, .writableCode] {
      let view = FakeProcess(maps: [Self.code, page])
      let open = try signal(identifier, MappingProbe(), view, baseline: [Self.code])
      #expect(open.state == .detected && open.confidence == .low)
      let settled = try signal(identifier, MappingProbe(), view, baseline: [Self.code], isSettled: true)
      #expect(settled.confidence == .medium)
      let before = try signal(identifier, MappingProbe(), view, baseline: [Self.code, page], isSettled: true)
      #expect(before.confidence == .low, "it was there at the start")
    }
  }

  @Test("files in memory: an engine's, a library, the program itself")
  func fileless() throws {
    let head = MemoryMapping(
      start: 0x7000, end: 0x8000, access: .read, inode: 8, path: "/memfd:a", isDeleted: true)
    let code = MemoryMapping(
      start: 0x8000, end: 0x9000, access: [.read, .execute], offset: 0x1000, inode: 8, path: "/memfd:a",
      isDeleted: true)
    var view = FakeProcess(maps: [head, code], memories: [0x7000: [0, 0, 0, 0]])
    #expect(try signal(.filelessLibrary, MappingProbe(), view).confidence == .low)
    view.memories[0x7000] = [0x7F, 0x45, 0x4C, 0x46]
    #expect(try signal(.filelessLibrary, MappingProbe(), view).isThreat(atLeast: .medium))
    view.program = "/memfd:a (deleted)"
    #expect(try signal(.filelessLibrary, MappingProbe(), view).state == .clean)
  }

  @Test("libraries that were added")
  func added() throws {
    let view = FakeProcess(maps: [Self.code])
    #expect(try signal(.addedLibrary, MappingProbe(), view).state == .unavailable(.noBaseline))
    #expect(try signal(.addedLibrary, MappingProbe(), view, baseline: [Self.code]).state == .clean)
    let found = try signal(.addedLibrary, MappingProbe(), view, baseline: [])
    #expect(found.confidence == .low && found.evidence.first?["folder"] == .label("system"))
  }

  @Test(
    "agents by their marks",
    arguments: [
      "/memfd:frida-agent-64.so", "gum-js-loop", "/usr/libexec/valgrind/memcheck-amd64-linux",
      "/opt/lib64/release/libdynamorio.so", "/opt/pin/intel64/bin/pinbin",
    ])
  func agents(mark: String) throws {
    #expect(try signal(.instrumentation, AgentProbe(), FakeProcess(threads: [mark])).isThreat(atLeast: .high))
    let code = MemoryMapping(start: 0x7000, end: 0x8000, access: [.read, .execute], inode: 8, path: mark)
    #expect(try signal(.instrumentation, AgentProbe(), FakeProcess(maps: [code])).isThreat(atLeast: .high))
  }

  @Test("a translator is a threat of medium confidence, whatever its name")
  func translators() throws {
    for view in [
      FakeProcess(program: "/usr/bin/qemu-aarch64-static"), FakeProcess(program: "/usr/bin/qemu-arm"),
      FakeProcess(program: "/tmp/anything", translated: true),
    ] {
      let found = try signal(.instrumentation, AgentProbe(), view)
      #expect(found.state == .detected && found.confidence == .medium)
      #expect(found.evidence.map { $0["name"] } == [.label("translator")])
    }
    for view in [
      FakeProcess(program: "/usr/bin/qemu-system-x86_64"), FakeProcess(program: "/usr/bin/qemu-img"),
      FakeProcess(program: "/usr/bin/qemu-arm-tool"), FakeProcess(program: "/opt/my-qemu-arm"),
      FakeProcess(translated: nil),
    ] {
      #expect(try signal(.instrumentation, AgentProbe(), view).state == .clean)
    }
    let both = FakeProcess(threads: ["gum-js-loop"], program: "/usr/bin/qemu-x86_64")
    #expect(try signal(.instrumentation, AgentProbe(), both).confidence == .high)
  }

  @Test("an agent's descriptor in memory is evidence; documents and folders with its name are not")
  func agentDocuments() throws {
    let agent = FakeProcess(descriptors: ["/memfd:frida-agent-64.so (deleted)"])
    #expect(try signal(.instrumentation, AgentProbe(), agent).isThreat(atLeast: .high))
    let editor = FakeProcess(
      maps: [
        MemoryMapping(start: 0x7000, end: 0x8000, access: .read, inode: 8, path: "/srv/frida-agent.pack"),
        MemoryMapping(
          start: 0x8000, end: 0x9000, access: [.read, .execute], inode: 9, path: "/srv/frida-gum/editor"),
      ], descriptors: ["/home/taro/frida-agent.js", "/srv/vgpreload_notes.txt"],
      program: "/srv/frida-gum/editor"
    )
    #expect(try signal(.instrumentation, AgentProbe(), editor).state == .clean)
  }

  @Test("where a process runs is no threat")
  func environment() throws {
    let view = FakeProcess(
      machineFacts: MachineFacts(hypervisor: "KVMKVMKVM", container: "docker"),
      user: ProcessCredentials(user: 0, capabilities: 7))
    let signals = EnvironmentProbe().signals(of: IntegrityScene(view))
    #expect(signals.map(\.state) == [.detected, .detected, .detected, .detected])
    #expect(signals.allSatisfy { !$0.isThreat() && $0.severity == .information })
  }
}
