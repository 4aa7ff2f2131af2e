import Foundation
import TestSupport

extension Program {
  /// Runs a program in a folder, with nothing of the person who runs the tests.
  static func runAlone(
    _ words: [String], in folder: TemporaryFolder, environment: [String: String] = [:]
  ) throws -> Ended {
    let usual = ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "", "TERM": "xterm"]
    return try run(words, environment: usual.merging(environment) { $1 }, in: folder)
  }
}
