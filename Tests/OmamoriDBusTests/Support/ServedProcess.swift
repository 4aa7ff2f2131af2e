import Foundation

/// A program that serves a test and ends with it, even when the test's process is killed.
///
/// A shell waits for the end of its standard input, which the test holds open, and then ends the program by its number.
final class ServedProcess: Sendable {
  private let process: Process
  private let leash = Pipe()
  private let output = Pipe()

  /// Starts a program.
  init(_ arguments: [String], environment: [String: String] = [:]) throws {
    process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    let script = #""$@" & child=$!; cat > /dev/null; kill "$child" 2> /dev/null; wait "$child""#
    process.arguments = ["-c", script, "sh"] + arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardInput = leash
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
  }

  deinit { end() }

  /// Ends the program and waits for that.
  func end() {
    try? leash.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  /// The first line that the program writes; empty when it ends without one.
  func firstLine() -> String {
    var line: [UInt8] = []
    while line.count < 4096, let byte = try? output.fileHandleForReading.read(upToCount: 1)?.first {
      if byte == 0x0A { break }
      line.append(byte)
    }
    return String(decoding: line, as: UTF8.self)
  }

  /// Whether a program is installed.
  static func exists(_ path: String) -> Bool { FileManager.default.isExecutableFile(atPath: path) }
}
