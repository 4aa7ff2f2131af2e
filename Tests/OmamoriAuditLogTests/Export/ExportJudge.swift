import Foundation
import TestSupport

/// Runs Python's packages for the formats of export.
enum ExportJudge {
  /// What they say.
  struct Judgement: Decodable {
    let counts: [String: Int]
    let faults: [String]
  }

  /// Whether the packages are there.
  static let isThere = Python.has(
    "jsonschema", "ocsf_json_schema", "opentelemetry.proto.logs.v1.logs_pb2")

  /// Whether rsyslogd is there, too.
  static let hasRsyslogd = Program.areInstalled("rsyslogd")

  /// Has exports judged, one JSON object a line.
  static func judge(_ exports: String) throws -> Judgement {
    let folder = try TemporaryFolder()
    let file = try folder.write(exports, to: "exports")
    let schema = Repository.root.appending(path: "Documentation/formats/audit-event.schema.json").path
    return try JSONDecoder().decode(
      Judgement.self, from: Python.run("judge_exports.py", [schema, file]))
  }
}
