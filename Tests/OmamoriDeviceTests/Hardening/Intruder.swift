#if os(Linux)
import Foundation
import Glibc
import TestSupport

/// A program that waits to attack this process: started before the process hardens itself, so that it inherits nothing.
final class Intruder {
  private let program: LineProgram

  init(_ arguments: [String]) throws {
    program = try LineProgram(
      ["/bin/sh", "-c", "read go; exec timeout -s KILL 60 \"$@\"", "sh"] + arguments, mergesErrors: true)
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
  func attack() -> String {
    program.send("go")
    program.endInput()
    return program.readToEnd()
  }
}
#endif
