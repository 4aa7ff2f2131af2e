#if !canImport(Darwin)
import OmamoriTransport
import OmamoriTransportCurl

extension MatrixCase {
  /// Servers whose certificate is good, and whose TLS is good or bad.
  static let connections: [MatrixCase] = versions + suites + extensions + others

  private static func rsa(
    _ name: String, _ suites: String = ServerSettings.modern, versions: ClosedRange<Int> = 0x0303...0x0303,
    faults: Set<TrustFault> = [], refusals: Set<ServerRequirement> = [], advice: Set<ServerRequirement> = [],
    passed: Int, change: @escaping @Sendable (inout ServerSettings) -> Void = { _ in }
  ) -> MatrixCase {
    MatrixCase(name: name, faults: faults, refusals: refusals, advice: advice, passed: passed) { pki in
      var settings = ServerSettings(chain: [pki.rsa, pki.middle], versions: versions, suites: suites)
      change(&settings)
      return settings
    }
  }

  /// Suites with forward secrecy for every version.
  private static let old = "ECDHE:@SECLEVEL=0"

  private static let versions = [
    rsa("TLS 1.3 only", versions: 0x0304...0x0304, passed: 16),
    rsa("TLS 1.2 only", passed: 13),
    rsa("TLS 1.2 and 1.3", versions: 0x0303...0x0304, passed: 16),
    rsa(
      "TLS 1.0 to 1.3", "ALL:@SECLEVEL=0", versions: 0x0301...0x0304, advice: [.oldVersions, .weakSuites],
      passed: 16),
    rsa(
      "TLS 1.1 only", old, versions: 0x0302...0x0302, refusals: [.version], advice: [.oldVersions],
      passed: 7),
    rsa(
      "TLS 1.0 only", old, versions: 0x0301...0x0301, refusals: [.version], advice: [.oldVersions], passed: 4),
    rsa(
      "TLS 1.0 and 1.1", old, versions: 0x0301...0x0302, refusals: [.version], advice: [.oldVersions],
      passed: 7),
    rsa(
      "TLS 1.0 without forward secrecy", "AES128-SHA:@SECLEVEL=0", versions: 0x0301...0x0301,
      refusals: [.version], advice: [.oldVersions, .weakSuites], passed: 3),
  ]

  private static let suites = [
    rsa(
      "no forward secrecy, AES-GCM", "AES128-GCM-SHA256", refusals: [.forwardSecrecy],
      advice: [.weakSuites, .strictPackage], passed: 9),
    rsa(
      "no forward secrecy, AES-CBC", "AES256-SHA", refusals: [.forwardSecrecy],
      advice: [.weakSuites, .strictPackage], passed: 9),
    rsa(
      "DHE only", "DHE-RSA-AES128-GCM-SHA256", refusals: [.cipherSuite], advice: [.strictPackage], passed: 0),
    rsa("CBC only", "ECDHE-RSA-AES128-SHA", advice: [.strictPackage], passed: 13),
    rsa(
      "CBC with SHA-256 only", "ECDHE-RSA-AES128-SHA256", refusals: [.cipherSuite], advice: [.strictPackage],
      passed: 5),
    rsa(
      "RSA with CBC and SHA-256", "AES128-SHA256", refusals: [.forwardSecrecy],
      advice: [.weakSuites, .strictPackage], passed: 5),
    MatrixCase(
      name: "CCM only", refusals: [.cipherSuite], advice: [.strictPackage], passed: 0
    ) { pki in
      ServerSettings(
        chain: [pki.curve, pki.middle], versions: 0x0303...0x0303, suites: "ECDHE-ECDSA-AES128-CCM")
    },
    rsa(
      "NULL only", "NULL-SHA256:@SECLEVEL=0", refusals: [.cipherSuite],
      advice: [.weakSuites, .strictPackage],
      passed: 0),
    MatrixCase(
      name: "nobody authenticated", faults: [.untrustedRoot], refusals: [.cipherSuite, .trustedChain],
      advice: [.weakSuites, .strictPackage], passed: 0
    ) { _ in
      ServerSettings(versions: 0x0303...0x0303, suites: "ADH-AES128-GCM-SHA256:AECDH-AES128-SHA:@SECLEVEL=0")
    },
    MatrixCase(
      name: "DH with 1024 bits", faults: [.weakKey(depth: 0)], refusals: [.cipherSuite, .key],
      advice: [.strictPackage], passed: 0
    ) { pki in
      ServerSettings(
        chain: [try pki.leaf(.rsa(1024)), pki.middle], versions: 0x0303...0x0303,
        suites: "DHE-RSA-AES128-SHA:@SECLEVEL=0")
    },
    rsa(
      "own order, weak first", "AES128-SHA:ECDHE-RSA-AES128-GCM-SHA256", advice: [.weakSuites], passed: 13
    ) { $0.prefersOwnOrder = true },
    rsa("ChaCha20 only", "ECDHE-RSA-CHACHA20-POLY1305", advice: [.strictPackage], passed: 13),
    rsa("P-521 only", passed: 13) { $0.groups = "P-521" },
    rsa("X448 only", refusals: [.group], passed: 0) { $0.groups = "X448" },
    rsa("secp224r1 only", refusals: [.group], passed: 0) { $0.groups = "secp224r1" },
  ]

  private static let extensions = [
    rsa(
      "no extended master secret", faults: [.noExtendedMasterSecret], advice: [.extendedMasterSecret],
      passed: 13
    ) { $0.hasExtendedMasterSecret = false },
    rsa(
      "no extended master secret beside TLS 1.3", versions: 0x0303...0x0304,
      advice: [.extendedMasterSecret], passed: 16
    ) { $0.hasExtendedMasterSecret = false },
    rsa(
      "client certificate required, TLS 1.3", versions: 0x0304...0x0304, refusals: [.clientCertificate],
      passed: 0
    ) { $0.requiresClientCertificate = true },
    rsa("client certificate required, TLS 1.2", refusals: [.clientCertificate], passed: 0) {
      $0.requiresClientCertificate = true
    },
    rsa("client certificate asked for", passed: 13) { $0.asksForClientCertificate = true },
  ]

  private static func behaving(
    _ name: String, _ behavior: ServerSettings.Behavior
  ) -> MatrixCase {
    MatrixCase(name: name, refusals: [.tls], passed: 0, isComparable: false) { pki in
      ServerSettings(chain: [pki.curve, pki.middle], behavior: behavior)
    }
  }

  private static let others = [
    behaving("HTTP without TLS", .answer(Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8))),
    behaving("SSH", .greeting(Array("SSH-2.0-OpenSSH_9.2\r\n".utf8))),
    behaving("SMTP", .greeting(Array("220 mail.example.test ESMTP\r\n".utf8))),
    behaving("reset", .reset),
    behaving("hangs up", .close),
    behaving("alert 40", .answer([21, 3, 3, 0, 2, 2, 40])),
    behaving("alert 70", .answer([21, 3, 1, 0, 2, 2, 70])),
    behaving("alert 112", .answer([21, 3, 3, 0, 2, 2, 112])),
    behaving("truncated", .truncated(40)),
    behaving("truncated certificate", .truncated(600)),
    behaving(
      "record that is too large", .answer([22, 3, 3, 0xFF, 0xFF] + [UInt8](repeating: 7, count: 70_000))),
    behaving(
      "SSL 3.0 only", .answer([22, 3, 0, 0, 42, 2, 0, 0, 38, 3, 0] + [UInt8](repeating: 1, count: 36))),
    MatrixCase(name: "slow handshake", isComparable: false) { pki in
      ServerSettings(chain: [pki.curve, pki.middle], behavior: .slow(0))
    },
  ]
}
#endif
