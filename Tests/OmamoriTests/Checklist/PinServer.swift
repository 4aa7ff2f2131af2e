import OmamoriCrypto
import TestSupport

/// A server with a certificate of an authority of its own.
final class PinServer {
  private let certificates: TestCertificates
  private let server: OpenSSLServer

  init() throws {
    certificates = try TestCertificates(names: "DNS:localhost, IP:127.0.0.1")
    for name in ["root", "other"] { try certificates.authority(name, subject: "/CN=" + name) }
    try certificates.server("leaf", by: "root", subject: "/CN=leaf")
    server = try OpenSSLServer(in: certificates.folder, ["-cert", "leaf.pem", "-key", "leaf.key"])
  }

  var port: Int { server.port }

  /// Ends the server and waits for its end.
  func stop() { server.end() }

  func certificate(_ name: String) throws -> Certificate {
    try Certificate(pemRepresentation: certificates.folder.read(name + ".pem"))
  }
}
