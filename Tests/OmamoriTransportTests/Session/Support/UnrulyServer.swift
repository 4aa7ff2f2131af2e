import Foundation
import OmamoriTransport
import OmamoriTransportCurl
import TestSupport
import Testing

/// A server that misbehaves as the path of a request says; ended with this object.
final class UnrulyServer: Sendable {
  let authority: TestAuthority
  let ports: [String: Int]
  private let process: LineProgram

  /// One for all tests that change nothing of it; it ends with the standard input that this process gives it.
  static let shared = Result { try UnrulyServer(TestAuthority.shared.get()) }

  static let isThere = Program.areInstalled("python3", "openssl")

  init(_ authority: TestAuthority, program: String = "unruly.py") throws {
    self.authority = authority
    process = try LineProgram(script: program, [authority.folder.path])
    ports = try JSONDecoder().decode([String: Int].self, from: Data(process.readLine().utf8))
  }

  func url(_ path: String, _ port: String = "tls", host: String = "localhost") throws -> RequestURL {
    try RequestURL("https://\(host):\(try #require(ports[port]))\(path)")
  }

  /// The number of connections that it serves, but for the one that asks, once there is none or a while has passed.
  func settledConnections() async throws -> Int {
    let session = SecureSession(policy: try TestPolicy.make(authority))
    var count = 0
    for _ in 0..<1000 {
      let seen: [String: Int] = try await session.get(url("/seen"))
      count = (seen["open"] ?? 0) - 1
      if count == 0 { break }
      try await Task.sleep(for: .milliseconds(10))
    }
    await session.close()
    return count
  }

  func port(_ name: String) throws -> UInt16 { UInt16(try #require(ports[name])) }
}
