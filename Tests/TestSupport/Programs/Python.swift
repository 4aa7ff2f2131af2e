package import Foundation

/// The Python programs that stand beside tests, and their interpreter.
///
/// A script is named as it is called in the folder `Python` of the test target that the caller's file belongs to.
package enum Python {
  /// The system's interpreter, which has the packages of the distribution.
  package static let system = "/usr/bin/python3"

  /// The interpreter that `OMAMORI_PYTHON` names, else the one that the checks install their packages for, else the first
  /// in `PATH`.
  package static let interpreter: String = {
    if let named = ProcessInfo.processInfo.environment["OMAMORI_PYTHON"] { return named }
    let own = Repository.root.appending(path: ".build/check/python/bin/python3").path
    if FileManager.default.isExecutableFile(atPath: own) { return own }
    return Program.find("python3") ?? system
  }()

  /// Whether the interpreter is there and has these modules.
  package static func has(_ modules: String...) -> Bool {
    canRun(modules.map { "import " + $0 }.joined(separator: "\n"))
  }

  /// Whether a few lines run to a good end.
  package static func canRun(_ lines: String) -> Bool { Program.succeeds([interpreter, "-c", lines]) }

  /// The path of a script.
  package static func script(_ name: String, file: String = #filePath) -> String {
    Repository.target(of: file).appending(path: "Python/\(name)").path
  }

  /// Runs a script to its end, which has to be a good one, and gives what it printed.
  ///
  /// - Parameters:
  ///   - name: The script.
  ///   - arguments: Its arguments.
  ///   - input: What it reads.
  ///   - file: The file of the caller.
  /// - Returns: What it printed.
  /// - Throws: ``Failed``, or ``Overdue`` after two minutes.
  @discardableResult
  package static func run(
    _ name: String, _ arguments: [String] = [], input: Data = Data(), file: String = #filePath
  ) throws -> Data {
    try Program.output(of: [interpreter, script(name, file: file)] + arguments, input: input)
  }

  /// Gives a script a question as JSON and reads its answer.
  package static func ask<Answer: Decodable>(
    _ name: String, _ question: some Encodable, file: String = #filePath
  ) throws -> Answer {
    try JSONDecoder().decode(
      Answer.self, from: run(name, input: JSONEncoder().encode(question), file: file))
  }

  /// What a script says of a document, which it finds in a file: one JSON object a line.
  package static func objects(
    of name: String, about document: Data, file: String = #filePath
  ) throws -> [[String: Any]] {
    let folder = try TemporaryFolder()
    let path = try folder.write(document, to: "document.json")
    return try run(name, [path], file: file).split(separator: UInt8(ascii: "\n")).map { line in
      guard let object = try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any] else {
        throw CocoaError(.fileReadCorruptFile)
      }
      return object
    }
  }
}

extension LineProgram {
  /// Starts a script of the caller's target.
  package convenience init(
    script name: String, _ arguments: [String] = [], file: String = #filePath
  ) throws {
    try self.init([Python.interpreter, Python.script(name, file: file)] + arguments)
  }
}
