#if !canImport(Darwin)
import Foundation

/// The authorities of the matrix, and the certificates that several servers have.
struct MatrixAuthority: Sendable {
  /// Made once for all tests.
  static let shared = Result { try MatrixAuthority() }

  let root: TestCertificate
  let middle: TestCertificate
  /// A root that nobody trusts.
  let unknown: TestCertificate
  /// Another root that is trusted.
  let other: TestCertificate
  /// A good certificate on P-256, and one with an RSA key of 2048 bits.
  let curve: TestCertificate
  let rsa: TestCertificate

  init() throws {
    root = try Self.root("Matrix Root")
    unknown = try Self.root("Unknown Root")
    other = try Self.root("Other Root")
    middle = try TestCertificate(
      .init(name: "Matrix Intermediate", days: -10...900, extensions: Self.middle), issuer: root)
    curve = try TestCertificate(.init(), issuer: middle)
    rsa = try TestCertificate(.init(key: .rsa(2048)), issuer: middle)
  }

  /// Authorities with a path length, as intermediate ones have it.
  static let middle: [(String, String)] = [
    ("basicConstraints", "critical,CA:TRUE,pathlen:0"), ("keyUsage", "critical,keyCertSign,cRLSign"),
    ("subjectKeyIdentifier", "hash"), ("authorityKeyIdentifier", "keyid"),
  ]

  static func root(_ name: String, _ key: TestKey.Kind = .curve("P-256")) throws -> TestCertificate {
    try TestCertificate(
      .init(name: name, key: key, days: -20...3000, extensions: TestCertificate.Recipe.authority))
  }

  /// An authority below another one.
  func authority(
    _ name: String, _ extensions: [(String, String)], issuer: TestCertificate? = nil,
    days: ClosedRange<Int> = -10...900
  ) throws -> TestCertificate {
    try TestCertificate(.init(name: name, days: days, extensions: extensions), issuer: issuer ?? root)
  }

  /// A server's certificate below the intermediate authority.
  func leaf(
    _ key: TestKey.Kind = .curve("P-256"), names: String = "DNS:localhost,IP:127.0.0.1",
    digest: String = "SHA256",
    days: ClosedRange<Int> = -1...90, extra: (String, String)? = nil, without: String? = nil,
    replacing: (String, String)? = nil, issuer: TestCertificate? = nil
  ) throws -> TestCertificate {
    var list = TestCertificate.Recipe.server(names).filter { $0.0 != without }
    if let replacing { list = list.map { $0.0 == replacing.0 ? replacing : $0 } }
    if let extra { list.append(extra) }
    return try TestCertificate(
      .init(key: key, digest: digest, days: days, extensions: list), issuer: issuer ?? middle)
  }
}
#endif
