import Foundation
import OmamoriAuth
import OmamoriAuthLinux
import OmamoriTransport
import OmamoriTransportCurl
import TestSupport

/// A server that `Tools/interop/interop start` has started, as its description says.
struct InteropServer: Decodable, Sendable {
  let name: String
  let authority: String
  let issuer: String
  let client: String
  let confidentialClient: String
  let secret: String
  let oddClient: String
  let oddSecret: String
  let redirect: String
  let loopbackRedirect: String
  let user: String
  let nonceIssuer: String?
  let pushedIssuer: String?
  let graceIssuer: String?
  let deviceClient: String?

  /// The folder of the servers; `nil` where nobody has started them.
  static let folder = ProcessInfo.processInfo.environment["OMAMORI_INTEROP"]
  /// Whether there are servers to talk to.
  static var isRunning: Bool { folder != nil }

  /// Reads the description of a server.
  static func named(_ name: String) throws -> InteropServer {
    guard let folder else { throw Missing(name: "OMAMORI_INTEROP") }
    let data = try Data(contentsOf: URL(filePath: folder).appending(path: "\(name)/server.json"))
    return try JSONDecoder().decode(InteropServer.self, from: data)
  }

  struct Missing: Error { let name: String }
  struct Refused: Error, CustomStringConvertible { let description: String }

  /// A session that trusts the test authority and nothing else.
  func session() throws -> SecureSession {
    let bundle = try Data(contentsOf: URL(filePath: authority))
    return SecureSession(policy: try TransportPolicy(anchors: .only(in: bundle)))
  }

  /// Runs `Tools/interop/interop ACTION NAME FOLDER URL` and answers the line that it prints.
  func interop(_ action: String, _ url: String) async throws -> String {
    let arguments = [action, name, Self.folder ?? "", url]
    return try await Task.detached { try Self.run(arguments) }.value
  }

  private static func run(_ arguments: [String]) throws -> String {
    let tool = Repository.root.appending(path: "Tools/interop/interop").path
    let ended = try Program.run([Python.system, tool] + arguments, seconds: 600)
    guard ended.status == 0 else { throw Refused(description: ended.errors) }
    return ended.output.trimmingCharacters(in: .newlines)
  }
}
