import Foundation

/// The script that plays one side of handshakes, written from the specification of the format alone.
enum HandshakeScript {
  struct Failure: Error { let text: String }

  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Python")
  private static let script = "handshake_peer.py"
  private static let interpreter: [String] = {
    if let named = ProcessInfo.processInfo.environment["OMAMORI_PYTHON"] { return [named] }
    let own = folder.appending(path: "../../../.build/check/python/bin/python3").standardized.path
    return FileManager.default.isExecutableFile(atPath: own) ? [own] : ["/usr/bin/env", "python3"]
  }()

  /// Whether a package of Python is there.
  private static func has(_ module: String) -> Bool { (try? run(script, ["probe", module])) != nil }

  static let hasKeyEncapsulation = has("cryptography.hazmat.primitives.asymmetric.mlkem")
  static let hasX3DH = hasKeyEncapsulation && has("x3dh") && has("xeddsa")

  /// Runs jobs and returns the fields of their results.
  static func run(_ jobs: [[String: Any]]) throws -> [[String: String]] {
    guard
      let results = try JSONSerialization.jsonObject(with: output(of: script, jobs)) as? [[String: String]]
    else { throw Failure(text: "no results") }
    return results
  }

  /// What another script of the folder says of a document, one object a line.
  static func lines(of script: String, _ document: [String: Any]) throws -> [[String: Any]] {
    try output(of: script, document).split(separator: UInt8(ascii: "\n")).map { line in
      guard let object = try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any] else {
        throw Failure(text: "no object")
      }
      return object
    }
  }

  private static func output(of script: String, _ document: Any) throws -> Data {
    let file = FileManager.default.temporaryDirectory.appending(path: "omamori-\(UUID().uuidString).json")
    defer { try? FileManager.default.removeItem(at: file) }
    try JSONSerialization.data(withJSONObject: document).write(to: file)
    return try run(script, [file.path])
  }

  private static func run(_ script: String, _ arguments: [String]) throws -> Data {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments =
      ["--default-signal", "timeout", "-s", "KILL", "60"] + interpreter
      + [folder.appending(path: script).path] + arguments
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    let text = try errors.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failure(text: String(decoding: text.suffix(2000), as: UTF8.self))
    }
    return data
  }
}
