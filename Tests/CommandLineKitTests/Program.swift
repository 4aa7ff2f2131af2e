import Foundation

/// A program of this machine, run to its end.
struct Program {
  let output: String
  let errors: String
  let status: Int32

  /// Where `name` is, or `nil` when it is not installed.
  static func find(_ name: String) -> String? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return folders.lazy.map { "\($0)/\(name)" }.first(where: FileManager.default.isExecutableFile(atPath:))
  }

  static func isInstalled(_ name: String) -> Bool { find(name) != nil }

  /// Runs `name` with its standard input closed.
  init(
    _ name: String,
    _ arguments: [String],
    environment: [String: String] = [:],
    in folder: URL? = nil
  ) throws {
    let process = Process()
    let out = Pipe()
    let files = try TemporaryFolder()
    let errorFile = files.url.appending(path: "errors")
    try Data().write(to: errorFile)
    process.executableURL = URL(fileURLWithPath: Self.find(name) ?? name)
    process.arguments = arguments
    process.environment = ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "", "TERM": "xterm"]
      .merging(environment) { _, new in new }
    process.currentDirectoryURL = folder ?? files.url
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = out
    process.standardError = try FileHandle(forWritingTo: errorFile)
    try process.run()
    let data = try out.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    output = String(decoding: data, as: UTF8.self)
    errors = try String(contentsOf: errorFile, encoding: .utf8)
    status = process.terminationStatus
  }
}
