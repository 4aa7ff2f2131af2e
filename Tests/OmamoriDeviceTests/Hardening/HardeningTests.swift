#if os(Linux)
import Foundation
import Glibc
import OmamoriCore
import TestSupport
import Testing

@testable import OmamoriDevice

/// What this machine has.
private enum Machine {
  static func offers(_ measure: HardeningMeasure) -> Bool { Hardening.obstacle(to: measure) == nil }

  static let hasFrida: Bool = {
    let said = try? Intruder([Python.interpreter, "-c", "import frida; print('has' + 'frida')"]).attack()
    return said?.contains("hasfrida") == true
  }()
}

/// Processes that harden themselves, and what they and others can do afterwards.
@Suite(.serialized) struct HardeningTests {
  @Test(.enabled(if: Machine.offers(.denyWriteExecute), "the kernel has no PR_SET_MDWE (Linux 6.3)"))
  func theKernelDeniesWritableCode() async {
    await #expect(processExitsWith: .success) {
      let thread = HardenedProcess.OlderThread()
      try #require(try HardenedProcess.writableCodeErrors() == [0, 0])
      let report = Hardening([.denyWriteExecute, .filterWriteExecute]).apply()
      try #require(report[.denyWriteExecute] == .applied)
      try #require(report[.filterWriteExecute] == .already)
      try #require(HardenedProcess.isRefused(try HardenedProcess.writableCodeErrors()))
      try #require(HardenedProcess.isRefused(try thread.tries()))
      try await HardenedProcess.worksOn()
      try #require(Hardening([.denyWriteExecute]).apply()[.denyWriteExecute] == .already)
    }
  }

  @Test(.enabled(if: Machine.offers(.filterWriteExecute), "the kernel has no filters of system calls"))
  func theFilterDeniesWritableCodeInEveryThread() async {
    await #expect(processExitsWith: .success) {
      let thread = HardenedProcess.OlderThread()
      try #require(try HardenedProcess.writableCodeErrors() == [0, 0])
      try #require(Hardening([.filterWriteExecute]).apply()[.filterWriteExecute] == .applied)
      try #require(try HardenedProcess.writableCodeErrors() == [EPERM, EPERM])
      try #require(try thread.tries() == [EPERM, EPERM])
      try await HardenedProcess.worksOn()
      try #require(Hardening([.filterWriteExecute]).apply()[.filterWriteExecute] == .already)
    }
  }

  @Test func coreFilesAreLimitedToNothing() async {
    await #expect(processExitsWith: .success) {
      try #require(Hardening([.noCoreFiles]).apply()[.noCoreFiles]?.isInPlace == true)
      var limit = rlimit()
      // because the limit is a variable of this closure; 4 is RLIMIT_CORE
      let code = unsafe getrlimit(__rlimit_resource_t(4), &limit)
      try #require([UInt(bitPattern: Int(code)), limit.rlim_cur, limit.rlim_max] == [0, 0, 0])
    }
  }

  @Test(.enabled(if: Program.areInstalled("gdb"), "gdb is not installed"))
  func aDebuggerOfTheSameUserIsKeptOut() async {
    await #expect(processExitsWith: .success) {
      let thread = try HardenedProcess.becomeOrdinary()
      let secret = SecretBytes(copying: HardenedProcess.marker())
      let peek = ["x/2xb \(HardenedProcess.address(of: secret))"]
      let first = HardenedProcess.shown(HardenedProcess.marker())
      let (before, after) = (try Intruder.debugger(peek, of: thread), try Intruder.debugger(peek, of: thread))
      // Without the measure the debugger reads the secret, so the test can tell.
      let open = before.attack()
      try #require(open.contains(first), Comment(rawValue: open))
      try #require(Hardening([.notDumpable]).apply()[.notDumpable] == .applied)
      let said = after.attack()
      let isRefused = said.contains("Operation not permitted") || said.contains("Permission denied")
      try #require(isRefused, Comment(rawValue: said))
      try #require(!said.contains(first))
      try await HardenedProcess.worksOn()
    }
  }

  @Test(
    .enabled(
      if: Program.areInstalled("gdb") && getuid() == 0 && Machine.offers(.secretMemory),
      "it takes gdb, root and a kernel with memfd_secret"))
  func rootCannotReadSecretMemory() async {
    await #expect(processExitsWith: .success) {
      let marker = HardenedProcess.marker()
      let ordinary = SecretBytes(copying: marker)
      try #require(Hardening([.secretMemory]).apply()[.secretMemory] == .applied)
      let hidden = SecretBytes(copying: marker)
      let kinds = [ordinary.isHidden, hidden.isHidden, hidden.isLocked, hidden.isEqual(to: ordinary)]
      try #require(kinds == [false, true, true, true])
      let first = HardenedProcess.shown(marker)
      let places = [HardenedProcess.address(of: ordinary), HardenedProcess.address(of: hidden)]
      let said = try places.map { try Intruder.debugger(["x/2xb \($0)"]).attack() }
      try #require(said[0].contains(first))
      try #require(said[1].contains("Cannot access memory") && !said[1].contains(first))
    }
  }

  @Test(
    .enabled(
      if: Program.areInstalled("gdb") && getuid() == 0 && Machine.offers(.secretMemory),
      "it takes gdb, root and a kernel with memfd_secret"))
  func coreFilesHaveNoSecrets() async {
    await #expect(processExitsWith: .success) {
      let core = try CoreFiles()
      let ordinary = CoreFiles.secret()
      let marked = try core.make(all: false)
      let all = try core.make(all: true)
      try #require(Hardening([.secretMemory]).apply()[.secretMemory] == .applied)
      // The ordinary one is wiped with what it stood in.
      _ = consume ordinary
      let hidden = CoreFiles.secret()
      let hardened = try core.make(all: true)
      let isHidden = hidden.isHidden
      try #require(isHidden)
      // The bytes stand in no other place before all cores are made.
      let found = try [marked, all, hardened].map(core.holdsSecret)
      try #require(found == [false, true, false])
    }
  }

  @Test(
    .enabled(if: Machine.hasFrida, "python has no frida"),
    arguments: ["", HardeningMeasure.denyWriteExecute.rawValue, HardeningMeasure.filterWriteExecute.rawValue])
  func fridaCannotAttach(measure name: String) async {
    await #expect(processExitsWith: .success) { [name = name as String] in
      let code = """
        import frida
        try:
          frida.attach(\(getpid())).create_script("send(1)").load()
          print("att" + "ached")
        except Exception as problem:
          print("kept" + " out:", problem)
        """
      let frida = try Intruder([Python.interpreter, "-c", code])
      let measure = HardeningMeasure(rawValue: name)
      if let measure { try #require(Hardening([measure]).apply()[measure] == .applied) }
      let said = frida.attack()
      try #require(said.contains(measure == nil ? "attached" : "kept out"), Comment(rawValue: said))
    }
  }
}
#endif
