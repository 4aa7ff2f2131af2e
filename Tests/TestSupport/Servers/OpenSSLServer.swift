import Foundation

/// `openssl s_server` on a free port of 127.0.0.1; ended with this value.
package final class OpenSSLServer: Sendable {
  private let process: Program
  /// The port it listens at.
  package let port: Int

  /// Starts a server in a folder.
  ///
  /// - Parameters:
  ///   - folder: The folder with its certificate and key.
  ///   - words: Further arguments, which name them.
  /// - Throws: ``Overdue`` when it does not start.
  package init(in folder: TemporaryFolder, _ words: [String]) throws {
    process = try Program(["openssl", "s_server", "-accept", "127.0.0.1:0", "-www"] + words, in: folder)
    var port: Int?
    for _ in 0..<2_000 where port == nil && process.isRunning {
      usleep(5_000)
      let line = try process.outputSoFar().split(separator: "\n").first { $0.hasPrefix("ACCEPT ") }
      port = line?.split(separator: ":").last.flatMap { Int($0) }
    }
    guard let port else { throw Overdue(command: "openssl s_server", errors: try process.errorsSoFar()) }
    self.port = port
  }

  /// Ends the server and waits for its end.
  package func end() { process.stop() }
}
