import Foundation

/// Validates documents with Python's `jsonschema` and with models made from SARIF's official schema.
enum PythonValidator {
  private static let root = Golden.folder.deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  private static let script = Golden.folder.deletingLastPathComponent().appending(path: "Python/validate.py")
    .path

  /// The interpreter that the checks install their packages for, else the one that `PATH` names.
  private static let interpreter: [String] = {
    let own = root.appending(path: ".build/check/python/bin/python3").path
    if let named = ProcessInfo.processInfo.environment["OMAMORI_PYTHON"] { return [named] }
    return FileManager.default.isExecutableFile(atPath: own) ? [own] : ["/usr/bin/env", "python3"]
  }()

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
    try run(script: script, arguments, input: input, name: "document.json")
  }

  /// What `script` says about `input`, which it finds in a file of this name.
  static func run(
    script: String, _ arguments: [String], input: String, name: String, behind: [String] = []
  ) throws -> String {
    let folder = FileManager.default.temporaryDirectory.appending(path: "omamori-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let document = folder.appending(path: name)
    try Data(input.utf8).write(to: document)
    let process = Process()
    process.executableURL = URL(filePath: interpreter[0])
    process.arguments = Array(interpreter.dropFirst()) + [script] + arguments + [document.path] + behind
    let output = Pipe()
    process.standardOutput = output
    process.standardError = name == "document.json" ? output : FileHandle.nullDevice
    try process.run()
    let text = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let said = String(decoding: text, as: UTF8.self)
    return process.terminationStatus == 0 ? said : "exit \(process.terminationStatus): \(said)"
  }
}
