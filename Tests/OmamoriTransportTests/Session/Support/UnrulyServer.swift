import Foundation
import OmamoriTransport
import OmamoriTransportCurl
import Testing

/// A server that misbehaves as the path of a request says; ended with this object.
final class UnrulyServer: Sendable {
  let authority: TestAuthority
  let ports: [String: Int]
  private let process: ChildProcess

  /// The Python that runs it.
  static let python: String? =
    ProcessInfo.processInfo.environment["OMAMORI_PYTHON"]
    ?? ["/usr/bin/python3", "/usr/local/bin/python3"].first {
      FileManager.default.isExecutableFile(atPath: $0)
    }

  /// One for all tests that change nothing of it; it ends with the standard input that this process gives it.
  static let shared = Result { try UnrulyServer(TestAuthority.shared.get()) }

  static let isThere = python != nil && TestPrograms.openssl != nil

  init(_ authority: TestAuthority, program: String = "unruly.py") throws {
    self.authority = authority
    let script = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Python/\(program)")
    process = try ChildProcess(#require(Self.python), [script.path, authority.folder.path])
    ports = try JSONDecoder().decode([String: Int].self, from: process.readLine())
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
