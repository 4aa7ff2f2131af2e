import Foundation
import TestSupport

/// The tool that was built together with these tests, or the one in the folder that `OMAMORI_TOOL_FOLDER` names.
enum Omamori {
  /// The folder of the tool.
  static let buildFolder: URL = {
    if let folder = ProcessInfo.processInfo.environment["OMAMORI_TOOL_FOLDER"] {
      return URL(filePath: folder).standardizedFileURL
    }
    // The tests are a bundle, or an executable of that name; either lies beside the tool.
    let bundle = CommandLine.arguments.lazy.compactMap { word in
      word.range(of: ".xctest").map { String(word[..<$0.upperBound]) }
    }.first
    return URL(filePath: bundle ?? Bundle.main.executablePath ?? ".").standardizedFileURL
      .deletingLastPathComponent()
  }()

  /// The binary.
  static let path = buildFolder.appending(path: "omamori").path

  /// The repository.
  static let repository = Repository.root

  /// Runs the tool to its end.
  static func run(
    _ words: String..., in folder: TemporaryFolder, environment: [String: String] = [:], seconds: Double = 120
  ) throws -> Ended {
    try Program(path, words, in: folder, environment: environment).wait(seconds: seconds)
  }
}
