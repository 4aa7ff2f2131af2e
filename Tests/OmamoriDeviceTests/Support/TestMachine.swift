#if os(Linux)
import Foundation
import Glibc
import TestSupport

/// What this machine offers to the tests of integrity.
enum TestMachine {
  static let compiler = Program.find("cc")
  static let debugger = Program.find("gdb")
  /// The debugger, where it can call functions of a program: gdb 13 fails to restore the registers of processors whose
  /// extended state is larger than it knows.
  static let callingDebugger: String? = {
    guard let debugger else { return nil }
    // When the attempt itself fails, the test runs and shows why.
    guard let child = try? LineProgram(["/bin/cat"]) else { return debugger }
    let result = try? Program.run([
      debugger, "-q", "-nx", "-batch", "-p", "\(child.number)",
      "-ex", "call ((int (*)(void))getpid)()",
    ])
    let text = (result?.output ?? "") + (result?.errors ?? "")
    return text.contains("extended state") ? nil : debugger
  }()
  static let strace = Program.find("strace")
  static let valgrind = Program.find("valgrind")
  #if arch(arm64)
  static let emulator = Program.find("qemu-aarch64") ?? Program.find("qemu-aarch64-static")
  #else
  static let emulator = Program.find("qemu-x86_64") ?? Program.find("qemu-x86_64-static")
  #endif
  /// Whether this process was started to be lied to.
  static let isLiedTo = ProcessInfo.processInfo.environment["OMAMORI_IS_LIED_TO"] == "1"
  static let isDeep = ProcessInfo.processInfo.environment["OMAMORI_DEEP"] == "1"

  /// A python that has Frida, when tests of Frida are asked for.
  static let fridaPython: String? = {
    guard let python = ProcessInfo.processInfo.environment["OMAMORI_PYTHON"], isDeep || wantsFrida,
      Program.succeeds([python, "-c", "import frida"])
    else { return nil }
    return python
  }()

  private static let wantsFrida = ProcessInfo.processInfo.environment["OMAMORI_FRIDA"] == "1"

  /// Whether this process may trace one that is not its child.
  static let mayTrace: Bool = {
    if geteuid() == 0 { return true }
    let scope = try? String(contentsOfFile: "/proc/sys/kernel/yama/ptrace_scope", encoding: .utf8)
    return (scope ?? "0").hasPrefix("0")
  }()
}
#endif
