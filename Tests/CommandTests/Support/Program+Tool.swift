import Foundation
import TestSupport

extension Program {
  /// What every program of these tests sees: nothing of the person who runs them.
  static let environment: [String: String] = [
    "PATH": Omamori.buildFolder.path + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? ""),
    "LC_ALL": "C", "TERM": "xterm", "HOME": "/nonexistent", "SWIFT_BACKTRACE": "enable=no",
  ]

  /// Starts `executable` in a clean environment.
  ///
  /// - Parameters:
  ///   - executable: The program.
  ///   - words: Its arguments.
  ///   - folder: The working folder.
  ///   - environment: Variables besides the usual ones.
  ///   - input: A file of the folder that is standard input; nothing by default.
  ///   - terminal: Takes both outputs when it is given.
  ///   - isControlled: Whether the terminal is also standard input and what `/dev/tty` stands for, in a session of its own.
  /// - Throws: When the program cannot be started.
  convenience init(
    _ executable: String, _ words: [String], in folder: TemporaryFolder, environment: [String: String] = [:],
    input: String? = nil, terminal: PseudoTerminal? = nil, isControlled: Bool = false
  ) throws {
    let session = isControlled ? ["setsid", "--ctty", "--wait"] : []
    let keyboard = isControlled ? terminal.map(Input.terminal) : nil
    try self.init(
      session + [executable] + words, environment: Self.environment.merging(environment) { $1 }, in: folder,
      input: keyboard ?? input.map { .file(folder.path($0)) } ?? .nothing, terminal: terminal)
  }
}
