#if os(Linux)
import Foundation
import Glibc
import OmamoriCore
import TestSupport
@testable import OmamoriDevice
import Testing

/// The checks of a process by itself.
@Suite("Integrity of the own process", .serialized, .enabled(if: TestMachine.compiler != nil))
struct OwnProcessTests {
  @Test("a process that nobody attacks has no threats of high confidence, and every check is answered")
  func clean() async {
    let report = await IntegrityChecker().check()
    #expect(report.threats(atLeast: .high).isEmpty, "\(report.threats(atLeast: .high))")
    #expect(report.unanswered.map(\.identifier) == [.screenLock])
    #expect(report.baselineAge != nil && report.subject == .thisProcess)
  }

  @Test("a library that is loaded, and a hook that is written into its code")
  func hook() async throws {
    let checker = IntegrityChecker(settings: .init(isSettled: true))
    #expect(await checker.check()[.modifiedCode]?.state == .clean)
    let path = try AttackTarget.shared.get().library
    guard let library = unsafe dlopen(path, RTLD_NOW), let code = unsafe dlsym(library, "guest") else {
      Issue.record("the library cannot be loaded")
      return
    }
    defer { unsafe _ = dlclose(library) }
    let added = await checker.check()[.addedLibrary]
    #expect(added?.isThreat(atLeast: .medium) == true)
    #expect(added?.evidence.contains { $0["name"] == .publicName("libguest.so") } == true)
    unsafe try Self.flip(code)
    let changed = await checker.check()[.modifiedCode]
    #expect(changed?.isThreat(atLeast: .high) == true)
    #expect(changed?.evidence.map { $0["name"] } == [.publicName("libguest.so")])
    #expect(changed?.evidence.first?["bytes"] == .integer(1))
    unsafe try Self.flip(code)
    #expect(await checker.check()[.modifiedCode]?.state == .clean)
  }

  /// Changes a bit of code, as a hook does.
  private static func flip(_ code: UnsafeMutableRawPointer) throws {
    let size = Int(sysconf(Int32(_SC_PAGESIZE)))
    let page = unsafe try #require(
      UnsafeMutableRawPointer(bitPattern: UInt(bitPattern: code) & ~UInt(size - 1)))
    try #require(unsafe mprotect(page, 2 * size, PROT_READ | PROT_WRITE | PROT_EXEC) == 0)
    unsafe code.assumingMemoryBound(to: UInt8.self).pointee ^= 1
    try #require(unsafe mprotect(page, 2 * size, PROT_READ | PROT_EXEC) == 0)
  }

  @Test("both routes read the same")
  func routes() throws {
    let view = ProcFolder.ownProcess
    #expect(try !view.isTranslated())
    #expect(try view.tracer(.kernel) == view.tracer(.library))
    #expect(try view.credentials().user == geteuid())
    #expect(try view.threadNames().isEmpty == false)
    let path = try view.executable()
    let mapped = try view.mappings(.kernel)
    #expect(mapped.contains { $0.path == path && $0.isExecutable })
    let marker: [UInt8] = Array("omamori".utf8)
    let copy = try unsafe marker.withUnsafeBytes { bytes in
      try view.memory(at: UInt64(UInt(bitPattern: bytes.baseAddress)), count: bytes.count)
    }
    #expect(copy == marker)
    #expect(throws: DeviceError.self) { try view.memory(at: 16, count: 8) }
  }

  @Test("the page map and a comparison of every byte agree")
  func everyByte() throws {
    let mapped = try ProcFolder.ownProcess.mappings(.kernel)
    let program = try ProcFolder.ownProcess.executable()
    let code = mapped.filter {
      $0.isExecutable && $0.origin == .file && ($0.path == program || $0.name == "libc.so.6")
    }
    #expect(code.count >= 2)
    let scene = IntegrityScene(BlindView(maps: code))
    #expect(CodeProbe().signals(of: scene).map(\.state) == [.clean])
  }

  /// The own process without a page map.
  private struct BlindView: ProcessView {
    let maps: [MemoryMapping]
    var subject: IntegritySubject { .thisProcess }
    func tracer(_ route: ObservationRoute) throws(DeviceError) -> Int32 { 0 }
    func mappings(_ route: ObservationRoute) throws(DeviceError) -> [MemoryMapping] { maps }
    func memory(at address: UInt64, count: Int) throws(DeviceError) -> [UInt8] {
      try ProcFolder.ownProcess.memory(at: address, count: count)
    }
    func moduleFile(of mapping: MemoryMapping) throws(DeviceError) -> any ModuleFile {
      try ProcFolder.ownProcess.moduleFile(of: mapping)
    }
  }

  /// The same program again, under strace and with a library that hides it, runs the suite below.
  @Test("a C library that hides the tracer", .enabled(if: TestMachine.strace != nil && TestMachine.mayTrace))
  func liar() throws {
    let liar = try AttackTarget.shared.get().liar
    let program = try ProcFolder.ownProcess.executable()
    let result = try Program.run([
      TestMachine.strace ?? "",
      "-f", "-qq", "-o", "/dev/null", "-e", "trace=none", "-E", "LD_PRELOAD=\(liar)", "-E",
      "OMAMORI_IS_LIED_TO=1",
      program, "--testing-library", "swift-testing", "--filter", "LiedToTests",
    ])
    let text = result.output + result.errors
    #expect(result.status == 0 && text.contains("Test run with 1 test"), "\(text)")
  }
}

/// Runs in the process that ``OwnProcessTests/liar()`` starts.
@Suite("Integrity under a lying C library", .enabled(if: TestMachine.isLiedTo))
struct LiedToTests {
  @Test("the kernel names the tracer, the C library does not, and the difference is seen")
  func liedTo() async throws {
    let view = ProcFolder.ownProcess
    #expect(try view.tracer(.library) == 0)
    #expect(try view.tracer(.kernel) == getppid())
    let report = await IntegrityChecker().check()
    #expect(report[.tracer]?.isThreat(atLeast: .high) == true)
    #expect(report[.lyingLibrary]?.isThreat(atLeast: .high) == true)
    #expect(report[.lyingLibrary]?.evidence.first?["about"] == .label("tracer"))
    #expect(report[.preload]?.isThreat(atLeast: .medium) == true)
  }
}
#endif
