import Foundation

/// A folder with authorities and certificates of servers, each a file `NAME.pem` with its key in `NAME.key`.
package final class TestCertificates: Sendable {
  package let folder: TemporaryFolder
  private static let curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"]

  /// Makes a folder for servers with these names, as openssl writes them.
  package init(names: String) throws {
    folder = try TemporaryFolder()
    try folder.write(
      """
      [req]
      distinguished_name = name
      [name]
      [root]
      basicConstraints = critical, CA:TRUE
      keyUsage = critical, keyCertSign, cRLSign
      subjectKeyIdentifier = hash
      [leaf]
      basicConstraints = critical, CA:FALSE
      keyUsage = critical, digitalSignature, keyEncipherment
      extendedKeyUsage = serverAuth
      subjectKeyIdentifier = hash
      authorityKeyIdentifier = keyid
      subjectAltName = \(names)

      """, to: "certificates.cnf")
  }

  /// Makes an authority.
  package func authority(_ name: String, subject: String = "/CN=Test Root") throws {
    try make(name, "root", subject, days: 3650, Self.curve)
  }

  /// Makes the certificate of a server.
  package func server(
    _ name: String, by issuer: String, subject: String, isRSA: Bool = false
  ) throws {
    try make(
      name, "leaf", subject, days: 90, isRSA ? ["-newkey", "rsa:2048"] : Self.curve,
      signer: ["-CA", issuer + ".pem", "-CAkey", issuer + ".key"])
  }

  private func make(
    _ name: String, _ section: String, _ subject: String, days: Int, _ key: [String], signer: [String] = []
  ) throws {
    var words = ["req", "-config", "certificates.cnf", "-x509", "-extensions", section, "-nodes"]
    words += ["-subj", subject, "-days", String(days), "-keyout", name + ".key", "-out", name + ".pem"]
    try Program.output(of: ["openssl"] + words + key + signer, in: folder)
  }
}
