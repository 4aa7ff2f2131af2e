import Foundation

/// The programs that the tests of sessions need.
enum TestPrograms {
  static let nginx = find("nginx")
  static let openssl = find("openssl")
  /// Whether a server with certificates can be started.
  static let areThere = nginx != nil && openssl != nil

  private static func find(_ name: String) -> String? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
    return (folders + ["/usr/sbin", "/sbin"]).map { "\($0)/\(name)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// Runs a program to its end.
  static func run(_ program: String, _ arguments: [String], in folder: URL) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failure(program: program, arguments: arguments) }
  }

  struct Failure: Error {
    let program: String
    let arguments: [String]
  }
}
