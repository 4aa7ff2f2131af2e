#if os(Linux)
import Foundation
import Glibc

/// A program that waits to attack this process: started before the process hardens itself, so that it inherits nothing.
final class Intruder {
  private let process = Process()
  private let (input, output) = (Pipe(), Pipe())

  init(_ arguments: [String]) throws {
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    // The threads of Swift's tasks block signals; a debugger that did so too would wait for one for ever.
    process.arguments =
      ["-c", "read go; exec env --default-signal timeout -s KILL 60 \"$@\" 2>&1", "sh"] + arguments
    (process.standardInput, process.standardOutput) = (input, output)
    try process.run()
  }

  /// A debugger that attaches to this process, or to one of its threads, and then follows commands.
  static func debugger(_ commands: [String], of thread: pid_t = getpid()) throws -> Intruder {
    // The symbols of another program are enough, and are read at once.
    let quiet = ["set exec-file-mismatch off", "set auto-solib-add off", "set confirm off"]
    return try Intruder(
      ["gdb", "-nx", "-batch"] + quiet.flatMap { ["-iex", $0] } + ["/bin/true", "-p", "\(thread)"]
        + commands.flatMap { ["-ex", $0] })
  }

  /// Lets it go, and gives what it says.
  func attack() throws -> String {
    try input.fileHandleForWriting.write(contentsOf: Data("go\n".utf8))
    try input.fileHandleForWriting.close()
    let said = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: said, as: UTF8.self)
  }

  /// Whether a program is installed.
  static func has(_ program: String) -> Bool {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
      .contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(program)") }
  }
}
#endif
