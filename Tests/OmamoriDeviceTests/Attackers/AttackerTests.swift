#if os(Linux)
import Foundation
import Glibc
import OmamoriCore
import TestSupport
@testable import OmamoriDevice
import Testing

/// Real attackers, seen from outside the process that they attack.
@Suite(
  "Integrity against attackers", .serialized,
  .enabled(if: TestMachine.compiler != nil && TestMachine.mayTrace))
struct AttackerTests {
  private typealias Identifier = IntegritySignal.Identifier

  private func report(_ target: LineProgram) async throws -> IntegrityReport {
    try await IntegrityChecker.observing(process: target.number).check()
  }

  @Test("a program that nobody attacks is clean")
  func nobody() async throws {
    let target = try AttackTarget.start()
    let report = try await report(target)
    #expect(report.threats().isEmpty)
    for identifier in [
      Identifier.tracer, .modifiedCode, .instrumentation, .preload, .addedLibrary, .anonymousCode,
    ] {
      #expect(report[identifier]?.state == .clean, "\(identifier.name)")
    }
  }

  @Test("gdb attached with a breakpoint", .enabled(if: TestMachine.debugger != nil))
  func debuggerWithBreakpoint() async throws {
    let target = try AttackTarget.start()
    let gdb = try LineProgram([TestMachine.debugger ?? "", "-q", "-nx", "-p", "\(target.number)"])
    gdb.send("break secret")
    gdb.send("continue &")
    gdb.send("echo attached\\n")
    try gdb.wait(for: "attached")
    var report = try await report(target)
    // Breakpoints are written when the program goes on, which gdb does a moment later.
    for _ in 0..<100 where report[.modifiedCode]?.state != .detected {
      usleep(20_000)
      report = try await self.report(target)
    }
    #expect(report[.tracer]?.isThreat(atLeast: .high) == true)
    #expect(report[.tracer]?.evidence.first?["process"] == .integer(Int(gdb.number)))
    #expect(report[.modifiedCode]?.isThreat(atLeast: .high) == true)
    let names = report[.modifiedCode]?.evidence.compactMap { $0["name"] } ?? []
    #expect(names.contains(.publicName("target")))
  }

  @Test(
    "gdb that makes the program load a library and leaves",
    .enabled(if: TestMachine.callingDebugger != nil, "gdb cannot call functions on this processor"))
  func debuggerInjects() async throws {
    let library = try AttackTarget.shared.get().library
    let target = try AttackTarget.start()
    let (careless, settled) = try checkers(target)
    let result = try Program.run([
      TestMachine.callingDebugger ?? "",
      "-q", "-nx", "-batch", "-p", "\(target.number)", "-ex",
      #"call ((void *(*)(const char *, int))dlopen)("\#(library)", 2)"#,
    ])
    #expect(result.status == 0 && (result.output + result.errors).contains("$1 = (void *) 0x"))
    #expect(await careless.check()[.tracer]?.state == .clean)
    let weak = await careless.check()[.addedLibrary]
    #expect(weak?.isThreat() == true && weak?.confidence == .low)
    #expect(weak?.evidence.compactMap { $0["name"] } == [.publicName("libguest.so")])
    #expect(await settled.check()[.addedLibrary]?.confidence == .medium)
  }

  private func checkers(_ target: LineProgram) throws -> (IntegrityChecker, IntegrityChecker) {
    (
      try .observing(process: target.number),
      try .observing(process: target.number, settings: .init(isSettled: true))
    )
  }

  @Test(
    "strace, attached and from the start", .enabled(if: TestMachine.strace != nil), arguments: [true, false])
  func strace(attaches: Bool) async throws {
    let strace = TestMachine.strace ?? ""
    let target = try AttackTarget.start(under: attaches ? [] : [strace, "-o", "/dev/null"])
    // Under strace the program is its child.
    let process = attaches ? target.number : try #require(Self.child(of: target.number))
    defer { if !attaches { kill(process, SIGKILL) } }
    let tracer = attaches ? try LineProgram([strace, "-o", "/dev/null", "-p", "\(process)"]) : target
    let checker = try IntegrityChecker.observing(process: process, probes: [TracerProbe()])
    var signal: IntegritySignal?
    for _ in 0..<200 where signal?.state != .detected {
      usleep(10_000)
      signal = await checker.checkCheaply()[.tracer]
    }
    #expect(signal?.isThreat(atLeast: .high) == true)
    #expect(signal?.evidence.first?["process"] == .integer(Int(tracer.number)))
  }

  private static func child(of process: pid_t) -> pid_t? {
    let text = try? String(contentsOfFile: "/proc/\(process)/task/\(process)/children", encoding: .utf8)
    return text?.split(separator: " ").first.flatMap { pid_t($0) }
  }

  @Test("strace on a single thread that is not the first", .enabled(if: TestMachine.strace != nil))
  func tracedThread() async throws {
    let target = try AttackTarget.start()
    target.send("thread")
    try target.wait(for: "done")
    let threads = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(target.number)/task")
    let thread = try #require(threads.first { $0 != "\(target.number)" })
    let tracer = try LineProgram([TestMachine.strace ?? "", "-o", "/dev/null", "-p", thread])
    let checker = try IntegrityChecker.observing(process: target.number, probes: [TracerProbe()])
    var signal: IntegritySignal?
    for _ in 0..<200 where signal?.state != .detected {
      usleep(10_000)
      signal = await checker.check()[.tracer]
    }
    #expect(signal?.evidence.first?["process"] == .integer(Int(tracer.number)))
  }

  @Test("a hook in a program that removes its file to hide it")
  func hiddenHook() async throws {
    let copy = try AttackTarget.shared.get().folder + "/hiding"
    try? FileManager.default.removeItem(atPath: copy)
    try FileManager.default.copyItem(atPath: AttackTarget.shared.get().program, toPath: copy)
    let target = try LineProgram([copy])
    try target.wait(for: "ready")
    let checker = try IntegrityChecker.observing(process: target.number)
    target.send("remove \(copy)")
    try target.wait(for: "done")
    #expect(await checker.check()[.modifiedCode]?.state == .clean, "as after an update")
    target.send("patch")
    try target.wait(for: "done")
    #expect(await checker.check()[.modifiedCode]?.state == .unavailable(.fileGone))
  }

  @Test("a process of which only the name is left, and one whose first thread has ended")
  func remains() async throws {
    let dead = try AttackTarget.start()
    let checker = try IntegrityChecker.observing(process: dead.number)
    kill(dead.number, SIGKILL)
    let path = "/proc/\(dead.number)/stat"
    for _ in 0..<200 where try !String(contentsOfFile: path, encoding: .utf8).contains(") Z ") {
      usleep(10_000)
    }
    #expect(await checker.check().signals.allSatisfy { $0.state == .unavailable(.ended) })
    #expect(throws: DeviceError.process(.absent)) {
      try IntegrityChecker.observing(process: dead.number)
    }
    let headless = try AttackTarget.start()
    for word in ["thread", "leave"] {
      headless.send(word)
      try headless.wait(for: "done")
    }
    usleep(50_000)
    let report = try await report(headless)
    for identifier in [Identifier.modifiedCode, .instrumentation, .filelessLibrary] {
      #expect(report[identifier]?.state == .error(.process(.unreadable)), "\(identifier.name)")
    }
  }

  @Test("as many mappings as a process may have", .timeLimit(.minutes(1)))
  func crowd() async throws {
    let target = try AttackTarget.start()
    target.send("crowd")
    try target.wait(for: "done")
    let report = try await report(target)
    #expect((report[.anonymousCode]?.evidenceCount ?? 0) > 20_000)
    #expect(report[.anonymousCode]?.evidence.count == IntegritySignal.greatestEvidence)
    #expect(report[.modifiedCode]?.state == .clean)
    #expect(report.took < .seconds(15), "\(report.took)")
  }

  @Test("valgrind", .enabled(if: TestMachine.valgrind != nil))
  func valgrind() async throws {
    let target = try AttackTarget.start(under: [TestMachine.valgrind ?? "", "-q"])
    let report = try await report(target)
    #expect(report[.instrumentation]?.isThreat(atLeast: .high) == true)
    #expect(report[.instrumentation]?.evidence.first?["name"] == .label("valgrind"))
    #expect(report[.anonymousCode]?.state == .detected && report[.anonymousCode]?.confidence == .low)
  }

  @Test("QEMU's user mode", .enabled(if: TestMachine.emulator != nil, "qemu-user is not installed"))
  func emulator() async throws {
    let target = try AttackTarget.start(under: [TestMachine.emulator ?? ""])
    let signal = try await report(target)[.instrumentation]
    #expect(signal?.state == .detected && signal?.confidence == .medium)
    #expect(signal?.evidence.first?["name"] == .label("translator"))
  }

  @Test("libraries by LD_PRELOAD and LD_AUDIT", arguments: ["LD_PRELOAD", "LD_AUDIT"])
  func loader(variable: String) async throws {
    let attack = try AttackTarget.shared.get()
    let library = variable == "LD_AUDIT" ? attack.auditor : attack.library
    let target = try AttackTarget.start(environment: [variable: library])
    let signal = try await report(target)[.preload]
    #expect(signal?.isThreat(atLeast: variable == "LD_AUDIT" ? .high : .medium) == true)
    #expect(signal?.evidence.first?["place"] == .publicName(variable))
    #expect(signal?.evidence.first?["folder"] == .label("temporary"))
  }

  @Test("code that the program changed itself")
  func patched() async throws {
    let target = try AttackTarget.start()
    let checker = try IntegrityChecker.observing(process: target.number)
    #expect(await checker.check()[.modifiedCode]?.state == .clean)
    target.send("patch")
    try target.wait(for: "done")
    let signal = await checker.check()[.modifiedCode]
    #expect(signal?.isThreat(atLeast: .high) == true)
    #expect(signal?.evidence.first?["bytes"] == .integer(1))
    #expect(signal?.evidence.first?["name"] == .publicName("target"))
    target.send("patch")  // The same bit back.
    try target.wait(for: "done")
    #expect(await checker.check()[.modifiedCode]?.state == .clean)
  }

  @Test("a library without a file, memory as of an engine, a library that is removed")
  func memory() async throws {
    let attack = try AttackTarget.shared.get()
    let target = try AttackTarget.start()
    let checker = try IntegrityChecker.observing(process: target.number)
    target.send("memory \(attack.library)")
    target.send("jit")
    let copy = attack.folder + "/libcopy.so"
    try? FileManager.default.removeItem(atPath: copy)
    try FileManager.default.copyItem(atPath: attack.library, toPath: copy)
    for line in ["load \(copy)", "remove \(copy)", "call"] { target.send(line) }
    for _ in 0..<5 { try target.wait(for: "done") }
    let report = await checker.check()
    #expect(report[.filelessLibrary]?.isThreat(atLeast: .medium) == true)
    #expect(report[.anonymousCode]?.state == .detected && report[.anonymousCode]?.confidence == .low)
    #expect(report[.writableCode]?.state == .detected && report[.writableCode]?.confidence == .low)
    #expect(report[.deletedLibrary]?.state == .detected && report[.deletedLibrary]?.confidence == .low)
  }

  @Test("a process that ended is not taken for clean")
  func ended() async throws {
    let target = try AttackTarget.start()
    let checker = try IntegrityChecker.observing(process: target.number)
    target.stop()
    let report = await checker.check()
    #expect(report.signals.allSatisfy { $0.state == .unavailable(.ended) })
    #expect(report.unanswered.count == report.signals.count)
  }
}
#endif
