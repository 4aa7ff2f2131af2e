import Foundation
import OmamoriCore
import TestSupport
import Testing

/// A folder with an authority and certificates of its own, and servers that use them.
///
/// The root is in `ca.pem`; `ec.pem`, `rsa.pem` and `next.key` are for `server.test` and 127.0.0.1.
final class TLSLab: Sendable {
  private let certificates: TestCertificates
  var folder: TemporaryFolder { certificates.folder }

  init() throws {
    certificates = try TestCertificates(names: "DNS:server.test, IP:127.0.0.1")
    try certificates.authority("ca")
    for name in ["ec", "rsa", "next"] {
      try certificates.server(name, by: "ca", subject: "/CN=server.test", isRSA: name == "rsa")
    }
  }

  @discardableResult
  func openssl(_ words: [String]) throws -> Ended {
    try Program(Program.find("openssl") ?? "openssl", words, in: folder).wait()
  }

  /// The pin of a certificate's key, as openssl computes it.
  func pin(of name: String) throws -> String {
    let line = """
      openssl x509 -in \(name).pem -noout -pubkey | openssl pkey -pubin -outform DER | openssl dgst -sha256 -binary \
      | openssl base64 -A
      """
    return try Program(Program.find("bash") ?? "/bin/bash", ["-c", line], in: folder).wait().output
  }

  /// Runs the tool.
  func omamori(_ words: String...) throws -> Ended { try Program(Omamori.path, words, in: folder).wait() }

  /// Runs the tool and reads its JSON.
  func json(_ words: String..., status: Int32 = 0) throws -> JSONValue {
    let ended = try Program(Omamori.path, words + ["--json"], in: folder).wait()
    #expect(ended.status == status, "\(ended.errors)")
    return try StrictJSON.parse(ended.output)
  }

  /// Starts a server with a certificate of the folder.
  func server(_ name: String, _ words: String...) throws -> OpenSSLServer {
    try OpenSSLServer(in: folder, ["-cert", name + ".pem", "-key", name + ".key"] + words)
  }

  /// Writes a set in which the key of one certificate is in use and that of another in reserve.
  func writePins(_ name: String = "pins.json", primary: String, backup: String?) throws {
    var pins: [JSONValue] = [["sha256": .string(primary)]]
    if let backup { pins.append(["sha256": .string(backup), "role": "backup"]) }
    let set: JSONValue = [
      "version": 1, "hosts": [["host": "server.test", "leaf": .array(pins)]],
    ]
    try folder.write(set.text(.pretty), to: name)
  }
}
