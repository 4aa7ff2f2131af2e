import Foundation

/// The authorization server of `Python/authorization_server.py` on a free port of 127.0.0.1; ended with this value.
final class AuthorizationServer {
  private let folder: Sandbox
  private let process = Process()
  /// The server as it names itself.
  let issuer: String

  /// Starts a server with the certificate `ec.pem` of a folder.
  init(_ certificates: Sandbox) throws {
    folder = try Sandbox()
    let log = "authorization-server.log"
    try folder.write("", to: log)
    process.executableURL = URL(filePath: Program.find("python3") ?? "/usr/bin/python3")
    process.arguments = [
      Self.script("authorization_server.py"), certificates.path("ec.pem"), certificates.path("ec.key"), ".",
    ]
    process.currentDirectoryURL = folder.url
    process.standardInput = FileHandle.nullDevice
    let output = try FileHandle(forWritingTo: URL(filePath: folder.path(log)))
    (process.standardOutput, process.standardError) = (output, output)
    try process.run()
    try output.close()
    var port: Substring?
    for _ in 0..<4_000 where port == nil && process.isRunning {
      usleep(5_000)
      port = try folder.read(log).split(separator: "\n").first { $0.hasPrefix("PORT ") }?.dropFirst(5)
    }
    guard let port else {
      kill(process.processIdentifier, SIGKILL)
      throw Overdue(command: "authorization_server.py", errors: try folder.read(log))
    }
    issuer = "https://127.0.0.1:\(port)"
  }

  deinit { stop() }

  /// Where a program of the tests is.
  static func script(_ name: String) -> String {
    Omamori.repository.appending(path: "Tests/CommandTests/Python/" + name).path
  }

  /// Ends the server.
  func stop() {
    kill(process.processIdentifier, SIGKILL)
    for _ in 0..<2_000 where process.isRunning { usleep(1_000) }
  }

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
