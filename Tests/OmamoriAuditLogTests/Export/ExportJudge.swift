import Foundation

/// Runs Python's packages for the formats of export.
enum ExportJudge {
  /// What they say.
  struct Judgement: Decodable {
    let counts: [String: Int]
    let faults: [String]
  }

  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The interpreter that the checks install their packages for, else the system's.
  private static let python: String = {
    let own = root.appending(path: ".build/check/python/bin/python3").path
    return ProcessInfo.processInfo.environment["OMAMORI_PYTHON"]
      ?? [own, "/usr/bin/python3"].first { FileManager.default.isExecutableFile(atPath: $0) } ?? own
  }()

  /// Whether the packages are there.
  static let isThere =
    (try? run(["-c", "import jsonschema, ocsf_json_schema, opentelemetry.proto.logs.v1.logs_pb2"])) != nil

  /// Whether rsyslogd is there, too.
  static let hasRsyslogd = FileManager.default.isExecutableFile(atPath: "/usr/sbin/rsyslogd")

  /// Has exports judged, one JSON object a line.
  static func judge(_ exports: String) throws -> Judgement {
    let file = FileManager.default.temporaryDirectory.appending(path: "omamori-exports-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(exports.utf8).write(to: file)
    let script = root.appending(path: "Tests/OmamoriAuditLogTests/Python/judge_exports.py").path
    let schema = root.appending(path: "Documentation/formats/audit-event.schema.json").path
    return try JSONDecoder().decode(Judgement.self, from: run([script, schema, file.path]))
  }

  private static func run(_ arguments: [String]) throws -> Data {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: python)
    process.arguments = arguments
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw CocoaError(.executableLoad) }
    return data
  }
}
