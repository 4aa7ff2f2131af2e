package import Foundation

/// How a program ended, and what it wrote.
package struct Ended: Sendable {
  /// The bytes of standard output.
  package let bytes: Data
  /// Standard error, as text.
  package let errors: String
  /// The exit code, or the number of the signal that ended the program as a negative number.
  package let status: Int32
  package let seconds: Double

  /// Standard output, as text.
  package var output: String { String(decoding: bytes, as: UTF8.self) }
}

/// A program did not do what was waited for in time.
package struct Overdue: Error {
  let command: String
  let errors: String

  package init(command: String, errors: String) { (self.command, self.errors) = (command, errors) }
}

/// A program that had to succeed did not.
package struct Failed: Error {
  let command: String
  let status: Int32
  let errors: String
}

/// A program that was started, with its output in files; killed with this object.
package final class Program: Sendable {
  /// What a program reads.
  package enum Input {
    case nothing
    case bytes(Data)
    case file(String)
    case terminal(PseudoTerminal)
  }

  private let child: ChildProcess
  private let words: [String]
  private let (output, errors): (OpenFile, OpenFile)
  /// The working folder, which has to stay for as long as the program runs.
  private let folder: TemporaryFolder?
  private let start = ContinuousClock.now

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - words: The program, as a path or a name, and its arguments.
  ///   - environment: All its variables; this process's unless given.
  ///   - folder: The working folder.
  ///   - path: The path of the working folder, where that is none of a test's own.
  ///   - input: What it reads; nothing by default.
  ///   - terminal: Takes both outputs when it is given.
  /// - Throws: `POSIXError` when it cannot be started.
  package init(
    _ words: [String], environment: [String: String]? = nil, in folder: TemporaryFolder? = nil,
    at path: String? = nil, input: Input = .nothing, terminal: PseudoTerminal? = nil
  ) throws {
    (self.words, self.folder) = (words, folder)
    (output, errors) = (try OpenFile(), try OpenFile())
    // The program has its own copy, and this process's is closed in the end.
    var opened: OpenFile?
    let descriptor: Int32?
    switch input {
    case .nothing: descriptor = nil
    case .terminal(let terminal): descriptor = terminal.terminal
    case .bytes(let bytes):
      opened = try OpenFile(holding: bytes)
      descriptor = opened?.descriptor
    case .file(let path):
      opened = try OpenFile(opening: path)
      descriptor = opened?.descriptor
    }
    child = try ChildProcess(
      words, environment: environment, in: path ?? folder?.path, input: descriptor,
      output: terminal?.terminal ?? output.descriptor, errors: terminal?.terminal ?? errors.descriptor)
    withExtendedLifetime(opened) {}
  }

  /// The number of the process.
  package var number: Int32 { child.number }

  /// Whether it has not ended yet.
  package var isRunning: Bool { child.status == nil }

  /// What was written to standard error so far.
  package func errorsSoFar() throws -> String { try String(decoding: errors.contents(), as: UTF8.self) }

  /// What was written to standard output so far.
  package func outputSoFar() throws -> String { try String(decoding: output.contents(), as: UTF8.self) }

  /// Sends a signal.
  package func signal(_ number: Int32) { child.signal(number) }

  /// Ends the program at once and waits for its end.
  package func stop() {
    child.signal(SIGKILL)
    _ = child.wait(seconds: 10)
  }

  /// Waits for the end; a program that takes longer than `seconds` from now on is killed with its group.
  ///
  /// - Parameters:
  ///   - seconds: How long to wait.
  ///   - watching: Is called again and again while the program runs, and once when it has ended.
  /// - Returns: How it ended.
  /// - Throws: ``Overdue``.
  package func wait(seconds: Double = 120, watching: () -> Void = {}) throws -> Ended {
    let limit = ContinuousClock.now + .seconds(seconds)
    while isRunning {
      watching()
      guard ContinuousClock.now < limit else {
        child.signal(SIGKILL, toGroup: true)
        _ = child.wait(seconds: 10)
        throw Overdue(command: words.joined(separator: " "), errors: try errorsSoFar())
      }
      usleep(1_000)
    }
    watching()
    return try Ended(
      bytes: output.contents(), errors: errorsSoFar(), status: child.status ?? 0,
      seconds: (ContinuousClock.now - start) / .seconds(1))
  }
}

extension Program {
  /// Runs a program to its end; it is killed after some seconds.
  package static func run(
    _ words: [String], environment: [String: String]? = nil, in folder: TemporaryFolder? = nil,
    at path: String? = nil, input: Data = Data(), seconds: Double = 120
  ) throws -> Ended {
    try Program(words, environment: environment, in: folder, at: path, input: .bytes(input))
      .wait(seconds: seconds)
  }

  /// Runs a program to its end, which has to be a good one, and gives what it wrote to standard output.
  @discardableResult
  package static func output(
    of words: [String], environment: [String: String]? = nil, in folder: TemporaryFolder? = nil,
    at path: String? = nil, input: Data = Data(), seconds: Double = 120
  ) throws -> Data {
    let ended = try run(
      words, environment: environment, in: folder, at: path, input: input, seconds: seconds)
    guard ended.status == 0 else {
      throw Failed(command: words.joined(separator: " "), status: ended.status, errors: ended.errors)
    }
    return ended.bytes
  }

  /// Whether a program runs to a good end.
  package static func succeeds(_ words: [String]) -> Bool { (try? run(words))?.status == 0 }

  /// Where a program is, or `nil` when it is not installed; servers are found without `PATH`, too.
  package static func find(_ name: String) -> String? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
    return (folders + ["/usr/local/bin", "/usr/bin", "/bin", "/usr/sbin", "/sbin"]).lazy
      .map { "\($0)/\(name)" }.first(where: FileManager.default.isExecutableFile(atPath:))
  }

  /// Whether all of these programs are installed.
  package static func areInstalled(_ names: String...) -> Bool { names.allSatisfy { find($0) != nil } }

  /// This process's variables, with others added or changed.
  package static func environment(adding variables: [String: String]) -> [String: String] {
    ProcessInfo.processInfo.environment.merging(variables) { $1 }
  }
}
