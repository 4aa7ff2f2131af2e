#if os(Linux)
import Foundation
import Glibc

/// What this machine offers to the tests of integrity.
enum TestMachine {
  static let compiler = find("cc")
  static let debugger = find("gdb")
  static let strace = find("strace")
  static let valgrind = find("valgrind")
  #if arch(arm64)
  static let emulator = find("qemu-aarch64") ?? find("qemu-aarch64-static")
  #else
  static let emulator = find("qemu-x86_64") ?? find("qemu-x86_64-static")
  #endif
  /// Whether this process was started to be lied to.
  static let isLiedTo = ProcessInfo.processInfo.environment["OMAMORI_IS_LIED_TO"] == "1"
  static let isDeep = ProcessInfo.processInfo.environment["OMAMORI_DEEP"] == "1"

  /// A python that has Frida, when tests of Frida are asked for.
  static let fridaPython: String? = {
    guard let python = ProcessInfo.processInfo.environment["OMAMORI_PYTHON"], isDeep || wantsFrida,
      (try? SpawnedProgram.output(of: python, ["-c", "import frida"]))?.status == 0
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

  static func find(_ name: String) -> String? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
    return folders.map { "\($0)/\(name)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
  }
}
#endif
