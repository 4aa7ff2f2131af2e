import Foundation
import OmamoriCore

/// Another implementation in a process of its own, which answers each line with one line.
final class LinePeer {
  /// Where the scripts are.
  static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  private static let root = folder.deletingLastPathComponent().deletingLastPathComponent()

  /// The interpreter that `OMAMORI_PYTHON` names, else the one that the checks install their packages for.
  static let python: String = {
    let own = root.appending(path: ".build/check/python/bin/python3").path
    if let named = ProcessInfo.processInfo.environment["OMAMORI_PYTHON"] { return named }
    return FileManager.default.isExecutableFile(atPath: own) ? own : "/usr/bin/python3"
  }()

  /// Whether the interpreter has a module.
  static func hasPythonModule(_ name: String) -> Bool {
    (try? LinePeer([python, "-c", "import \(name); print('yes')"]).line()) == "yes"
  }

  private struct Silence: Error {}

  private let process = Process()
  private let (input, output) = (Pipe(), Pipe())
  private var pending: [UInt8] = []

  /// Starts a program, which is ended after a minute at the latest.
  init(_ command: [String]) throws {
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["--default-signal", "timeout", "-s", "KILL", "60"] + command
    process.standardInput = input
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
  }

  /// Starts a script of the folder Python.
  convenience init(script: String) throws {
    try self.init([Self.python, Self.folder.appending(path: "Python/\(script)").path])
  }

  deinit {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  /// Sends a command with arguments as hexadecimal digits, and waits for the answer.
  func ask(_ command: String, _ arguments: [UInt8]...) throws -> String {
    let words = [command] + arguments.map(\.hexadecimal)
    try input.fileHandleForWriting.write(contentsOf: Data((words.joined(separator: " ") + "\n").utf8))
    return try line()
  }

  /// Has the peer seal a plaintext.
  func seal(_ plaintext: [UInt8], _ more: [UInt8]...) throws -> [UInt8] {
    let answer = try more.isEmpty ? ask("seal", plaintext) : ask("seal", plaintext, more[0])
    guard let message = [UInt8](hexadecimal: answer) else { throw Silence() }
    return message
  }

  /// Has the peer open a message, which gives `nil` when it refuses.
  func open(_ message: [UInt8], _ more: [UInt8]...) throws -> [UInt8]? {
    let answer = try more.isEmpty ? ask("open", message) : ask("open", message, more[0])
    return answer == "refused" ? nil : [UInt8](hexadecimal: answer)
  }

  /// The next line that the peer writes.
  func line() throws -> String {
    while true {
      if let end = pending.firstIndex(of: 0x0A) {
        defer { pending.removeSubrange(...end) }
        return String(decoding: pending[..<end], as: UTF8.self)
      }
      let more = output.fileHandleForReading.availableData
      guard !more.isEmpty else { throw Silence() }
      pending += more
    }
  }
}

extension [UInt8] {
  /// The bytes as hexadecimal digits.
  var hexadecimal: String { map { String(UInt16($0) + 0x100, radix: 16).dropFirst() }.joined() }
}
