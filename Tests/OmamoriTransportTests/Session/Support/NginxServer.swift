import Foundation
import Glibc
import OmamoriTransport
import OmamoriTransportCurl
import TestSupport
import Testing

/// An nginx on ports of its own, ended with this object.
final class NginxServer: Sendable {
  let authority: TestAuthority
  /// The ports by the names that the configuration uses.
  let ports: [String: UInt16]
  private let process: ServedProgram

  /// Starts it.
  ///
  /// - Parameters:
  ///   - authority: Where certificates and keys are.
  ///   - names: Names of ports.
  ///   - servers: The server blocks, with `@name` for a port.
  /// - Throws: What keeps it from starting.
  init(_ authority: TestAuthority, ports names: [String], servers: String) async throws {
    self.authority = authority
    ports = try Dictionary(uniqueKeysWithValues: names.map { ($0, try Self.freePort()) })
    var blocks = servers
    for (name, port) in ports { blocks = blocks.replacing("@\(name)", with: "\(port)") }
    let folder = authority.folder.path
    try authority.write(
      "nginx.conf",
      """
      daemon off; master_process off; pid \(folder)/nginx.pid; error_log \(folder)/error.log crit;
      worker_rlimit_nofile 4096;
      events { worker_connections 2048; }
      http {
        access_log off; client_body_temp_path \(folder)/body; proxy_temp_path \(folder)/proxy;
        fastcgi_temp_path \(folder)/fastcgi; uwsgi_temp_path \(folder)/uwsgi; scgi_temp_path \(folder)/scgi;
        ssl_certificate \(folder)/leaf.chain.pem; ssl_certificate_key \(folder)/leaf.key;
        ssl_protocols TLSv1.2 TLSv1.3; ssl_session_tickets on; keepalive_requests 100000;
        root \(folder)/www; client_max_body_size 64m; default_type application/octet-stream;
        \(blocks)
      }
      """)
    try? FileManager.default.createDirectory(at: authority.path("www"), withIntermediateDirectories: true)
    try Data(repeating: 0x61, count: 1024).write(to: authority.path("www/small"))
    try Data(#"{"name":"omamori","count":3}"#.utf8).write(to: authority.path("www/data.json"))
    process = try ServedProgram([
      "nginx", "-p", folder, "-c", "\(folder)/nginx.conf", "-e", "\(folder)/start.log",
    ])
    for port in ports.values { try await Self.waitForPort(port) }
  }

  deinit { process.end(SIGKILL) }

  /// A URL of one of its servers.
  func url(_ port: String, _ path: String = "/small", host: String = "localhost") throws -> RequestURL {
    try RequestURL("https://\(host):\(try #require(ports[port]))\(path)")
  }

  /// A port that nobody listened on a moment ago.
  static func freePort() throws -> UInt16 {
    // Below the ports that the system hands out itself, or other tests get this one before the server has it.
    for _ in 0..<100 {
      if let socket = try? LoopbackSocket(listening: 1, on: .random(in: 20_000..<32_000)) {
        return socket.port
      }
    }
    throw POSIXError(.EADDRINUSE)
  }

  private static func waitForPort(_ port: UInt16) async throws {
    for _ in 0..<400 {
      if LoopbackSocket.canConnect(port) { return }
      try await Task.sleep(for: .milliseconds(10))
    }
    throw POSIXError(.ECONNREFUSED)
  }
}
