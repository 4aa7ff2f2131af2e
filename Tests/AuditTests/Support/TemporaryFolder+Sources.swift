import Foundation
import TestSupport

// A file's name comes first here, since what follows is a source of many lines.
extension TemporaryFolder {
  /// Writes a file and the folders it needs; gives its path.
  @discardableResult
  func write(_ name: String, _ text: String = "") throws -> String { try write(text, to: name) }

  @discardableResult
  func write(_ name: String, bytes: [UInt8]) throws -> String { try write(bytes, to: name) }

  func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(atPath: path(name), withDestinationPath: target)
  }

  /// Runs a few lines of Python with this folder as the working directory.
  func python(_ lines: String) throws { try Program.output(of: ["python3", "-c", lines], in: self) }
}
