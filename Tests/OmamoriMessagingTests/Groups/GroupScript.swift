import Foundation

/// The second reader of groups and attachments, written from the page of their format alone.
enum GroupScript {
  private static let script = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Python/groups.py").path
  private static let interpreter: [String] = {
    if let named = ProcessInfo.processInfo.environment["OMAMORI_PYTHON"] { return [named] }
    let own = URL(filePath: script).deletingLastPathComponent()
      .appending(path: "../../../.build/check/python/bin/python3").standardized.path
    return FileManager.default.isExecutableFile(atPath: own) ? [own] : ["/usr/bin/env", "python3"]
  }()

  static let isThere = (try? run(["-c", "import cryptography.hazmat.primitives.ciphers.aead"])) != nil

  struct Failure: Error { let text: String }

  private static func run(_ arguments: [String]) throws -> Data {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["--default-signal", "timeout", "-s", "KILL", "60"] + interpreter + arguments
    let (output, errors) = (Pipe(), Pipe())
    (process.standardOutput, process.standardError) = (output, errors)
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    let text = try errors.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failure(text: String(decoding: text, as: UTF8.self)) }
    return data
  }

  /// What the script says of a document, one object a line.
  static func lines(of document: Data) throws -> [[String: Any]] {
    let file = FileManager.default.temporaryDirectory.appending(path: "groups-\(UUID().uuidString).json")
    defer { try? FileManager.default.removeItem(at: file) }
    try document.write(to: file)
    return try run([script, file.path]).split(separator: UInt8(ascii: "\n")).map { line in
      guard let object = try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any] else {
        throw Failure(text: "no object")
      }
      return object
    }
  }
}
