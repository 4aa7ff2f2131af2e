#if os(Linux)
import Foundation
import Glibc
import OmamoriCore
import TestSupport
@testable import OmamoriDevice
import Testing

/// Frida, when the python that OMAMORI_PYTHON names has it and OMAMORI_FRIDA or OMAMORI_DEEP is 1.
@Suite(
  "Integrity against Frida", .serialized,
  .enabled(if: TestMachine.fridaPython != nil && TestMachine.compiler != nil && TestMachine.mayTrace))
struct FridaTests {
  private func frida(_ arguments: [String]) throws -> LineProgram {
    try LineProgram([TestMachine.fridaPython ?? "", "-c", Self.script] + arguments)
  }

  @Test("attached, with a function intercepted; and gone again")
  func attach() async throws {
    let target = try AttackTarget.start()
    let checker = try IntegrityChecker.observing(process: target.number, settings: .init(isSettled: true))
    let frida = try frida(["attach", "\(target.number)"])
    try frida.wait(for: "inside")
    var report = await checker.check()
    #expect(report[.tracer]?.state == .clean, "Frida does not stay a tracer")
    #expect(report[.instrumentation]?.isThreat(atLeast: .high) == true)
    #expect(report[.instrumentation]?.evidence.first?["name"] == .label("Frida"))
    #expect(report[.modifiedCode]?.isThreat(atLeast: .high) == true)
    let names = report[.modifiedCode]?.evidence.map { $0["name"] } ?? []
    #expect(names.contains(.publicName("target")), "the function that was intercepted")
    #expect(report[.filelessLibrary]?.isThreat(atLeast: .medium) == true)
    #expect(report[.anonymousCode]?.isThreat(atLeast: .medium) == true)
    frida.send("leave")
    try frida.wait(for: "left")
    report = await checker.check()
    #expect(report[.addedLibrary]?.state == .detected, "libraries that it brought stay")
  }

  @Test("a program that it started")
  func spawn() async throws {
    let target = try AttackTarget.shared.get()
    let frida = try frida(["spawn", target.program])
    let line = try frida.readLine()
    let process = try #require(Int32(line.split(separator: " ").last ?? ""))
    let report = try await IntegrityChecker.observing(process: process).check()
    #expect(report[.instrumentation]?.isThreat(atLeast: .high) == true)
    #expect(report[.modifiedCode]?.isThreat(atLeast: .high) == true)
    #expect(report[.filelessLibrary]?.isThreat(atLeast: .medium) == true)
    frida.send("leave")
    try frida.wait(for: "left")
  }

  @Test("a library that it injected")
  func inject() async throws {
    let target = try AttackTarget.start()
    let checker = try IntegrityChecker.observing(process: target.number, settings: .init(isSettled: true))
    let frida = try frida(["inject", "\(target.number)", AttackTarget.shared.get().library])
    try frida.wait(for: "inside")
    var added = await checker.check()[.addedLibrary]
    // The library is loaded by a thread of its own, which Frida does not wait for.
    for _ in 0..<100 where added?.state != .detected {
      usleep(20_000)
      added = await checker.check()[.addedLibrary]
    }
    #expect(added?.isThreat(atLeast: .medium) == true)
    #expect(added?.evidence.contains { $0["name"] == .publicName("libguest.so") } == true)
  }

  private static let script = """
    import frida, sys
    hook = "Interceptor.attach(Process.mainModule.getExportByName('secret'), { onEnter() {} });"
    device = frida.get_local_device()
    what, whom = sys.argv[1], sys.argv[2]
    if what == "inject":
        device.inject_library_file(int(whom), sys.argv[3], "stay", "")
        print("inside", flush=True)
        sys.stdin.readline()
        sys.exit(0)
    process = device.spawn([whom], stdio="pipe") if what == "spawn" else int(whom)
    session = device.attach(process)
    script = session.create_script(hook)
    script.load()
    if what == "spawn":
        device.resume(process)
    print("inside", process, flush=True)
    sys.stdin.readline()
    if what == "spawn":
        device.kill(process)
    else:
        script.unload()
        session.detach()
    print("left", flush=True)
    """
}
#endif
