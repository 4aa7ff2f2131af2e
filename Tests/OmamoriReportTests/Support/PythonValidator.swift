import Foundation
import TestSupport

/// Validates documents with Python's `jsonschema` and with models made from SARIF's official schema.
enum PythonValidator {
  /// SARIF's official schema, when `OMAMORI_SARIF_SCHEMA` names it.
  static let officialSchema = ProcessInfo.processInfo.environment["OMAMORI_SARIF_SCHEMA"]

  static let hasJSONSchema = (try? run(["probe", "jsonschema"], input: "")) == ""
  static let hasSARIFModels = (try? run(["probe", "fluidattacks_core.sarif"], input: "")) == ""

  /// What is wrong with `document` by the schema in the file, one fault a line; empty when it is valid.
  static func faults(in document: String, schema: String) throws -> String {
    try run(["schema", schema], input: document)
  }

  static let hasCycloneDX =
    (try? run(["probe", "cyclonedx"], input: "")) == "" && hasJSONSchema

  /// What is wrong with `bill` by the schema of CycloneDX 1.6; empty when it is valid.
  static func cycloneDXFaults(in bill: String) throws -> String { try run(["cyclonedx"], input: bill) }

  /// What is wrong with `log` by models made from SARIF's official schema; empty when it is valid.
  static func sarifFaults(in log: String) throws -> String { try run(["sarif-models"], input: log) }

  /// Whether Python has `module`.
  static func has(_ module: String) -> Bool { (try? run(["probe", module], input: "")) == "" }

  private static func run(_ arguments: [String], input: String) throws -> String {
    try run("validate.py", arguments, input: input)
  }

  /// What `script` says about `input`, which it finds in a file.
  static func run(
    _ script: String, _ arguments: [String], input: String, behind: [String] = []
  ) throws -> String {
    let folder = try TemporaryFolder()
    let path = try folder.write(input, to: script == "browse.py" ? "page.html" : "document.json")
    let ended = try Program.run(
      [Python.interpreter, Python.script(script)] + arguments + [path] + behind, seconds: 600)
    return ended.status == 0 ? ended.output : "exit \(ended.status): \(ended.output)\(ended.errors)"
  }
}
