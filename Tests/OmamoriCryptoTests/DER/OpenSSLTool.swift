import Foundation
import TestSupport

/// The `openssl` program, with a folder for the files of one test that is removed in the end.
final class OpenSSLTool {
  static var isAvailable: Bool { Program.areInstalled("openssl") }

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Writes a file and gives its path.
  func write(_ name: String, _ content: some DataProtocol) throws -> String {
    try folder.write(content, to: name)
  }

  /// Writes a file and gives its path.
  func write(_ name: String, _ text: String) throws -> String { try write(name, Data(text.utf8)) }

  /// Runs the program and gives what it prints.
  @discardableResult
  func run(_ arguments: String...) throws -> Data {
    try Program.output(of: ["openssl"] + arguments)
  }
}
