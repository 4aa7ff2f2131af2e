import Foundation
import TestSupport

/// The authorization server of `Python/authorization_server.py` on a free port of 127.0.0.1; ended with this value.
final class AuthorizationServer {
  private let folder: TemporaryFolder
  private let process: Program
  /// The server as it names itself.
  let issuer: String

  /// Starts a server with the certificate `ec.pem` of a folder.
  init(_ certificates: TemporaryFolder) throws {
    folder = try TemporaryFolder()
    process = try Program(
      [
        "python3", Python.script("authorization_server.py"), certificates.path("ec.pem"),
        certificates.path("ec.key"), ".",
      ], in: folder)
    var port: Substring?
    for _ in 0..<4_000 where port == nil && process.isRunning {
      usleep(5_000)
      port = try process.outputSoFar().split(separator: "\n").first { $0.hasPrefix("PORT ") }?.dropFirst(5)
    }
    guard let port else {
      throw Overdue(command: "authorization_server.py", errors: try process.errorsSoFar())
    }
    issuer = "https://127.0.0.1:\(port)"
  }

  /// Ends the server.
  func stop() { process.stop() }

  /// Tells the server how to behave from now on; members of an object in JSON.
  func behave(_ members: String) throws { try folder.write("{\(members)}", to: "behaviour.json") }

  /// What the server was asked so far.
  var requests: [String] {
    ((try? folder.read("requests.log")) ?? "").split(separator: "\n").map(String.init)
  }

  /// How often the server was asked for one thing.
  func count(_ request: String) -> Int { requests.count { $0 == request } }

  /// Waits until the server was asked for something.
  func waitFor(_ request: String, times: Int = 1) throws {
    for _ in 0..<4_000 {
      if count(request) >= times { return }
      usleep(5_000)
    }
    throw Overdue(command: request, errors: requests.joined(separator: ", "))
  }
}
