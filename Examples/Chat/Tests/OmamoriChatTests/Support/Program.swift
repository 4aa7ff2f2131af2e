import Foundation

/// How a program ended, and what it wrote.
struct Ended {
  let output: String
  let errors: String
  /// The exit code, or the number of the signal that ended the program as a negative number.
  let status: Int32
  let seconds: Double
}

/// A program did not end in time.
struct Overdue: Error {
  let command: String
  let errors: String
}

/// A program that was started in a clean environment, with its output in files.
final class Program {
  let process = Process()
  private let words: [String]
  private let files: Sandbox
  /// The working folder, which has to stay for as long as the program runs.
  private let folder: Sandbox
  private let start = ContinuousClock.now

  /// Starts `executable`.
  ///
  /// - Parameters:
  ///   - executable: The program.
  ///   - words: Its arguments.
  ///   - folder: The working folder.
  ///   - environment: Variables besides the usual ones.
  ///   - input: A file of the folder that is standard input; nothing by default.
  /// - Throws: When the program cannot be started.
  init(
    _ executable: String, _ words: [String], in folder: Sandbox, environment: [String: String] = [:],
    input: String? = nil
  ) throws {
    (self.words, self.folder, files) = ([executable] + words, folder, try Sandbox())
    for name in ["out", "err"] { try files.write("", to: name) }
    process.executableURL = URL(filePath: executable)
    process.arguments = words
    process.environment = Self.environment.merging(environment) { _, new in new }
    process.currentDirectoryURL = folder.url
    var opened: [FileHandle] = []
    // The program has its own copies, and those of this process would stay open for as long as the tests run.
    defer { for handle in opened { try? handle.close() } }
    if let input {
      opened.append(try FileHandle(forReadingFrom: URL(filePath: folder.path(input))))
      process.standardInput = opened[0]
    } else {
      process.standardInput = FileHandle.nullDevice
    }
    let handles = try ["out", "err"].map { try FileHandle(forWritingTo: URL(filePath: files.path($0))) }
    (process.standardOutput, process.standardError) = (handles[0], handles[1])
    opened += handles
    try process.run()
  }

  /// Whether it has not ended yet.
  var isRunning: Bool { process.isRunning }

  /// What was written to standard error so far.
  func errorsSoFar() throws -> String { try files.read("err") }

  /// What was written to standard output so far.
  func outputSoFar() throws -> String { try files.read("out") }

  /// Sends a signal.
  func signal(_ number: Int32) { kill(process.processIdentifier, number) }

  /// Waits for the end; a program that takes longer than `seconds` from now on is killed.
  func wait(seconds: Double = 120) throws -> Ended {
    let limit = ContinuousClock.now + .seconds(seconds)
    while process.isRunning {
      guard ContinuousClock.now < limit else {
        signal(SIGKILL)
        process.waitUntilExit()
        throw Overdue(command: words.joined(separator: " "), errors: try files.read("err"))
      }
      usleep(2_000)
    }
    let duration = (ContinuousClock.now - start) / .seconds(1)
    let status = process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus
    return Ended(
      output: try files.read("out"), errors: try files.read("err"), status: status, seconds: duration)
  }

  /// Where `name` is, or `nil` when it is not installed.
  static func find(_ name: String) -> String? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return folders.lazy.map { "\($0)/\(name)" }.first(where: FileManager.default.isExecutableFile(atPath:))
  }

  /// What every program of these tests sees: nothing of the person who runs them.
  static let environment: [String: String] = [
    "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "",
    "LC_ALL": "C", "TERM": "xterm", "HOME": "/nonexistent", "SWIFT_BACKTRACE": "enable=no",
  ]
}
