import Foundation
import OmamoriCrypto
import OmamoriTransport
import OmamoriTransportCurl
import TestSupport
import Testing

/// A root, an intermediate authority and certificates of both, made with `openssl` in a folder that goes away.
final class TestAuthority: Sendable {
  let folder: TemporaryFolder

  /// One for all tests that add nothing to it; its folder goes with the process.
  static let shared = Result {
    let authority = try TestAuthority()
    atexit {
      try? FileManager.default.removeItem(atPath: TestAuthority.sharedFolder ?? "/nonexistent")
    }
    return authority
  }

  private static var sharedFolder: String? { try? shared.get().folder.path }

  init() throws {
    folder = try TemporaryFolder()
    try root("root")
    try root("other")
    try issue("middle", name: "Middle", by: "root", extensions: Self.authority)
    try leaf("leaf")
    try leaf("spare")
  }

  private static let authority = """
    basicConstraints=critical,CA:TRUE
    keyUsage=critical,keyCertSign,cRLSign
    subjectKeyIdentifier=hash
    authorityKeyIdentifier=keyid
    """

  /// A certificate for a server on this machine.
  func leaf(
    _ file: String, names: String = "DNS:localhost,DNS:other.localhost,IP:127.0.0.1",
    by issuer: String = "middle"
  )
    throws
  {
    try issue(
      file, name: "Server", by: issuer,
      extensions: """
        basicConstraints=CA:FALSE
        keyUsage=critical,digitalSignature
        extendedKeyUsage=serverAuth,clientAuth
        subjectAltName=\(names)
        subjectKeyIdentifier=hash
        authorityKeyIdentifier=keyid
        """)
    let chain = try text("\(file).pem") + (issuer == "middle" ? text("middle.pem") : "")
    try chain.write(to: path("\(file).chain.pem"), atomically: true, encoding: .utf8)
  }

  private func root(_ file: String) throws {
    try key(file)
    try write("\(file).ext", "[e]\n" + Self.authority.replacing("\nauthorityKeyIdentifier=keyid", with: ""))
    try run(["req", "-new", "-key", "\(file).key", "-subj", "/CN=Root \(file)", "-out", "\(file).csr"])
    try run([
      "x509", "-req", "-in", "\(file).csr", "-key", "\(file).key", "-days", "30", "-extfile", "\(file).ext",
      "-extensions", "e", "-out", "\(file).pem",
    ])
  }

  private func issue(_ file: String, name: String, by issuer: String, extensions: String) throws {
    try key(file)
    try write("\(file).ext", "[e]\n" + extensions)
    try run(["req", "-new", "-key", "\(file).key", "-subj", "/CN=\(name)", "-out", "\(file).csr"])
    try run([
      "x509", "-req", "-in", "\(file).csr", "-CA", "\(issuer).pem", "-CAkey", "\(issuer).key", "-days", "20",
      "-set_serial", "0x\(String(UInt32.random(in: 1...0x7FFF_FFFF), radix: 16))", "-extfile", "\(file).ext",
      "-extensions", "e", "-out", "\(file).pem",
    ])
  }

  /// Has another authority sign the key of one that is there.
  func sign(_ file: String, by issuer: String, as other: String) throws {
    try run([
      "x509", "-req", "-in", "\(file).csr", "-CA", "\(issuer).pem", "-CAkey", "\(issuer).key", "-days", "20",
      "-set_serial", "0x\(String(UInt32.random(in: 1...0x7FFF_FFFF), radix: 16))", "-extfile", "\(file).ext",
      "-extensions", "e", "-out", "\(other).pem",
    ])
  }

  private func key(_ file: String) throws {
    try run([
      "genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-out", "\(file).key",
    ])
  }

  func run(_ arguments: [String]) throws { try Program.output(of: ["openssl"] + arguments, in: folder) }

  func path(_ name: String) -> URL { folder.url.appending(path: name) }

  func text(_ name: String) throws -> String { try folder.read(name) }

  func write(_ name: String, _ text: String) throws {
    try folder.write(text, to: name)
  }

  func certificate(_ name: String) throws -> Certificate {
    try Certificate(pemRepresentation: text("\(name).pem"))
  }

  /// Pins of certificates, with one that nobody has in reserve.
  func pins(_ names: String..., mode: PinSet.Mode = .enforced) throws -> PinSet {
    let known = try names.map { CertificatePin(certificate: try certificate($0)) }
    return try PinSet(
      anywhere: known + [CertificatePin(digest: Data(repeating: 7, count: 32), role: .backup)], mode: mode)
  }
}
