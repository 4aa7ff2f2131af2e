import CommandLineKit
import Foundation
import TestSupport

/// What a tool wrote, and how it ended.
struct Outcome {
  let output: String
  let errors: String
  let status: ExitCode

  /// Runs a tool inside this process with its output in two files.
  init(of tool: CommandLineTool, _ words: [String], environment: [String: String] = [:]) async throws {
    let folder = try TemporaryFolder()
    let out = folder.url.appending(path: "out")
    let err = folder.url.appending(path: "err")
    for file in [out, err] { try Data().write(to: file) }
    let outHandle = try FileHandle(forWritingTo: out)
    let errHandle = try FileHandle(forWritingTo: err)
    status = await tool.run(
      words,
      environment: Environment(environment),
      output: outHandle.fileDescriptor,
      errors: errHandle.fileDescriptor
    )
    output = try String(contentsOf: out, encoding: .utf8)
    errors = try String(contentsOf: err, encoding: .utf8)
  }
}
