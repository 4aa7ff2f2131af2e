import Foundation

/// A program that is run to its end.
struct Program {
  let status: Int32
  let output: Data

  /// What it printed, as text.
  var text: String { String(decoding: output, as: UTF8.self) }

  /// Runs a program that is found by its name; it is killed after a while, and gets its signals as usual.
  static func run(_ arguments: [String], input: [UInt8] = [], seconds: Int = 60) throws -> Program {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["--default-signal", "timeout", "-s", "KILL", String(seconds)] + arguments
    let (pipe, output) = (Pipe(), Pipe())
    process.standardInput = pipe
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    try? pipe.fileHandleForWriting.write(contentsOf: Data(input))
    try? pipe.fileHandleForWriting.close()
    let printed = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return Program(status: process.terminationStatus, output: printed)
  }

  /// The interpreter that has the packages of the tests.
  static let python: [String] = {
    if let named = ProcessInfo.processInfo.environment["OMAMORI_PYTHON"] { return [named] }
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..").standardized
    let own = root.appending(path: ".build/check/python/bin/python3").path
    return FileManager.default.isExecutableFile(atPath: own) ? [own] : ["python3"]
  }()

  /// Whether there is an interpreter with the packages that the client needs.
  static let hasPython =
    (try? run(python + ["-c", "import cryptography.hazmat.primitives.asymmetric.ed25519"]))?.status == 0

  /// The script with this name.
  static func script(_ name: String) -> String {
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Python/\(name)").path
  }
}
