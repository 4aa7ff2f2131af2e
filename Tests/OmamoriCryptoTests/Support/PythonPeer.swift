import Foundation
import Testing

/// The scripts in the folder Python, which do the same work with another implementation (PyPI's `cryptography`).
enum PythonPeer {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Python")
  private static let root = folder.deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The interpreter that `OMAMORI_PYTHON` names, else the one that the checks install their packages for.
  static let interpreter: [String] = {
    let own = root.appending(path: ".build/check/python/bin/python3").path
    if let named = ProcessInfo.processInfo.environment["OMAMORI_PYTHON"] { return [named] }
    return FileManager.default.isExecutableFile(atPath: own) ? [own] : ["/usr/bin/env", "python3"]
  }()

  /// Whether there is a `cryptography` that knows Argon2id.
  static let isThere: Bool = {
    let probe = "from cryptography.hazmat.primitives.kdf.argon2 import Argon2id; Argon2id.verify_phc_encoded"
    return (try? run(["-c", probe], [:])) != nil
  }()

  /// Runs a script with a request and gives its answer.
  static func ask(_ script: String, _ request: [String: String]) throws -> [String: String] {
    try run([folder.appending(path: script).path], request)
  }

  private struct Failure: Error { let status: Int32 }

  private static func run(_ arguments: [String], _ request: [String: String]) throws -> [String: String] {
    let process = Process()
    process.executableURL = URL(filePath: interpreter[0])
    process.arguments = Array(interpreter.dropFirst()) + arguments
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    try input.fileHandleForWriting.write(contentsOf: JSONEncoder().encode(request))
    try input.fileHandleForWriting.close()
    let answer = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failure(status: process.terminationStatus) }
    return answer.isEmpty ? [:] : try JSONDecoder().decode([String: String].self, from: answer)
  }
}
