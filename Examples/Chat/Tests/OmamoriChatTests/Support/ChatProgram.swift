import Foundation

/// The program that was built together with these tests.
enum ChatProgram {
  /// The folder of the program.
  static let buildFolder: URL = {
    // The tests are a bundle, or an executable of that name; either lies beside the program.
    let bundle = CommandLine.arguments.lazy.compactMap { word in
      word.range(of: ".xctest").map { String(word[..<$0.upperBound]) }
    }.first
    return URL(filePath: bundle ?? Bundle.main.executablePath ?? ".").standardizedFileURL
      .deletingLastPathComponent()
  }()

  /// The binary.
  static let path = buildFolder.appending(path: "omamori-chat").path

  /// The repository.
  static let repository = URL(filePath: #filePath).appending(path: "../../../../../..").standardizedFileURL
}
