#if !canImport(Darwin)
import OmamoriTransport
import OmamoriTransportCurl

extension MatrixCase {
  /// Servers whose TLS is good, and whose certificate is good or bad.
  static let certificates: [MatrixCase] = good + names + times + chains + depth + keys + uses

  private static let good = [
    MatrixCase(name: "good P-256") { ServerSettings(chain: [$0.curve, $0.middle]) },
    MatrixCase(name: "good RSA 2048") { ServerSettings(chain: [$0.rsa, $0.middle]) },
    MatrixCase(name: "good P-384") { pki in
      ServerSettings(chain: [try pki.leaf(.curve("P-384"), digest: "SHA384"), pki.middle])
    },
    MatrixCase(name: "root included") { ServerSettings(chain: [$0.curve, $0.middle, $0.root]) },
    MatrixCase(name: "address as host", host: "127.0.0.1") { ServerSettings(chain: [$0.curve, $0.middle]) },
    MatrixCase(name: "wildcard that fits", host: "api.example.test") { pki in
      ServerSettings(chain: [try pki.leaf(names: "DNS:*.example.test"), pki.middle])
    },
    MatrixCase(name: "same key, new certificate") { pki in
      let renewed = try TestCertificate(.init(days: 0...30), issuer: pki.middle, key: pki.curve.key)
      return ServerSettings(chain: [renewed, pki.middle])
    },
  ]

  private static let names = [
    MatrixCase(
      name: "wrong host", faults: [.wrongHost], refusals: [.hostName], passed: 0
    ) { pki in ServerSettings(chain: [try pki.leaf(names: "DNS:other.example"), pki.middle]) },
    MatrixCase(
      name: "wildcard one label too high", host: "a.b.example.test", faults: [.wrongHost],
      refusals: [.hostName],
      passed: 0
    ) { pki in ServerSettings(chain: [try pki.leaf(names: "DNS:*.example.test"), pki.middle]) },
    MatrixCase(
      name: "common name only", faults: [.noSubjectAlternativeName], refusals: [.hostName],
      passed: 0
    ) { pki in ServerSettings(chain: [try pki.leaf(without: "subjectAltName"), pki.middle]) },
    MatrixCase(
      name: "address only in a name", host: "127.0.0.1", faults: [.wrongHost], refusals: [.hostName],
      passed: 0
    ) { pki in ServerSettings(chain: [try pki.leaf(names: "DNS:localhost"), pki.middle]) },
  ]

  private static let times = [
    MatrixCase(name: "expired", faults: [.expired(depth: 0)], refusals: [.time], passed: 0) { pki in
      ServerSettings(chain: [try pki.leaf(days: -90 ... -1), pki.middle])
    },
    MatrixCase(name: "not yet valid", faults: [.notYetValid(depth: 0)], refusals: [.time], passed: 0) { pki in
      ServerSettings(chain: [try pki.leaf(days: 10...90), pki.middle])
    },
    MatrixCase(
      name: "expired intermediate", faults: [.expired(depth: 1)], refusals: [.time], passed: 0
    ) { pki in
      let old = try pki.authority("Expired Intermediate", MatrixAuthority.middle, days: -900 ... -2)
      return ServerSettings(chain: [try pki.leaf(issuer: old), old])
    },
    MatrixCase(
      name: "900 days", faults: [.validityTooLong(depth: 0, limit: 825)], refusals: [.lifetime], passed: 0
    ) { pki in ServerSettings(chain: [try pki.leaf(days: -1...899), pki.middle]) },
    MatrixCase(name: "825 days") { pki in
      ServerSettings(chain: [try pki.leaf(days: -1...824), pki.middle])
    },
  ]

  private static let chains = [
    MatrixCase(name: "self-signed", faults: [.selfSigned], refusals: [.trustedChain], passed: 0) { _ in
      ServerSettings(chain: [try TestCertificate(.init())])
    },
    MatrixCase(name: "unknown root", faults: [.untrustedRoot], refusals: [.trustedChain], passed: 0) { pki in
      ServerSettings(chain: [try pki.leaf(issuer: pki.unknown), pki.unknown])
    },
    MatrixCase(name: "incomplete chain", faults: [.untrustedRoot], refusals: [.trustedChain], passed: 0) {
      ServerSettings(chain: [$0.curve])
    },
    MatrixCase(
      name: "signed by a server",
      faults: [.notAnAuthority(depth: 1), .notAnAuthority(depth: 2), .wrongUse(depth: 1)],
      refusals: [.trustedChain, .use], passed: 0
    ) { pki in
      ServerSettings(chain: [try pki.leaf(issuer: pki.curve), pki.curve, pki.middle])
    },
    MatrixCase(
      name: "name constraint", faults: [.nameConstraint(depth: 1)],
      refusals: [.trustedChain], passed: 0
    ) { pki in
      let narrow = try pki.authority(
        "Narrow", MatrixAuthority.middle + [("nameConstraints", "critical,permitted;DNS:example.test")])
      return ServerSettings(chain: [try pki.leaf(names: "DNS:localhost", issuer: narrow), narrow])
    },
    MatrixCase(
      name: "path length", faults: [.notAnAuthority(depth: 2)], refusals: [.trustedChain], passed: 0
    ) { pki in
      let below = try pki.authority("Below", MatrixAuthority.middle, issuer: pki.middle)
      return ServerSettings(chain: [try pki.leaf(issuer: below), below, pki.middle])
    },
    MatrixCase(name: "pinned intermediate appended (CVE-2016-2402)", trustsBoth: true) { pki in
      ServerSettings(chain: [try pki.leaf(issuer: pki.other), pki.middle, pki.root])
    },
    MatrixCase(
      name: "one hundred certificates", faults: [.tooManyCertificates(limit: 32)],
      refusals: [.chainLength], passed: 0
    ) { pki in
      ServerSettings(chain: [pki.curve, pki.middle] + [TestCertificate](repeating: pki.root, count: 98))
    },
  ]

  /// A chain with one authority more than are taken; each of them may sign others.
  private static let depth = [
    MatrixCase(
      name: "nine authorities", faults: [.tooManyAuthorities(limit: 8)], refusals: [.chainLength], passed: 0
    ) { pki in
      let mayGoOn = [("basicConstraints", "critical,CA:TRUE")] + MatrixAuthority.middle.dropFirst()
      var chain: [TestCertificate] = []
      for number in 1...9 {
        chain.insert(
          try pki.authority("Authority \(number)", mayGoOn, issuer: chain.first ?? pki.root), at: 0)
      }
      return ServerSettings(chain: [try pki.leaf(issuer: chain[0])] + chain)
    }
  ]

  private static let keys = [
    MatrixCase(
      name: "SHA-1", faults: [.weakSignature(depth: 0)], refusals: [.signature], passed: 0
    ) { pki in ServerSettings(chain: [try pki.leaf(.rsa(2048), digest: "SHA1"), pki.middle]) },
    MatrixCase(name: "MD5", faults: [.weakSignature(depth: 0)], refusals: [.signature], passed: 0) { pki in
      let issuer = try TestCertificate(
        .init(name: "RSA", key: .rsa(2048), days: -10...900, extensions: MatrixAuthority.middle),
        issuer: pki.root)
      return ServerSettings(chain: [try pki.leaf(digest: "MD5", issuer: issuer), issuer])
    },
    MatrixCase(name: "RSA 1024", faults: [.weakKey(depth: 0)], refusals: [.key], passed: 0) { pki in
      ServerSettings(chain: [try pki.leaf(.rsa(1024)), pki.middle])
    },
    MatrixCase(name: "authority with RSA 1024", faults: [.weakKey(depth: 1)], refusals: [.key], passed: 0) {
      pki in
      let weak = try TestCertificate(
        .init(name: "Weak", key: .rsa(1024), days: -10...900, extensions: MatrixAuthority.middle),
        issuer: pki.root)
      return ServerSettings(chain: [try pki.leaf(issuer: weak), weak])
    },
    MatrixCase(name: "P-224", faults: [.weakKey(depth: 0)], refusals: [.key], advice: [], passed: 0) { pki in
      ServerSettings(chain: [try pki.leaf(.curve("secp224r1")), pki.middle], versions: 0x0303...0x0303)
    },
    MatrixCase(name: "P-192", faults: [.weakKey(depth: 0)], refusals: [.key], passed: 0) { pki in
      ServerSettings(chain: [try pki.leaf(.curve("prime192v1")), pki.middle], versions: 0x0303...0x0303)
    },
    MatrixCase(name: "Ed25519", refusals: [.key], passed: 0) { pki in
      ServerSettings(chain: [try pki.leaf(.named("ED25519")), pki.middle])
    },
  ]

  private static let uses = [
    MatrixCase(
      name: "for clients only", faults: [.wrongUse(depth: 0)], refusals: [.use], passed: 0
    ) { pki in
      ServerSettings(chain: [try pki.leaf(replacing: ("extendedKeyUsage", "clientAuth")), pki.middle])
    },
    MatrixCase(
      name: "key for certificates only", faults: [.wrongUse(depth: 0), .nonconforming(depth: 0)],
      refusals: [.use], advice: [.conformance], passed: 0
    ) { pki in
      ServerSettings(chain: [try pki.leaf(replacing: ("keyUsage", "critical,keyCertSign")), pki.middle])
    },
    MatrixCase(
      name: "unknown critical extension", faults: [.unknownCriticalExtension(depth: 0)], refusals: [.form],
      passed: 0
    ) { pki in
      ServerSettings(chain: [try pki.leaf(extra: ("1.2.3.4.5.6", "critical,DER:05:00")), pki.middle])
    },
    MatrixCase(
      name: "must-staple without staple", faults: [.stapleMissing], advice: [.staple]
    ) { pki in
      ServerSettings(chain: [try pki.leaf(extra: ("tlsfeature", "status_request")), pki.middle])
    },
    MatrixCase(name: "must-staple with staple") { pki in
      let leaf = try pki.leaf(extra: ("tlsfeature", "status_request"))
      return ServerSettings(chain: [leaf, pki.middle], staple: try leaf.staple(by: pki.middle))
    },
    MatrixCase(name: "good staple") { pki in
      ServerSettings(chain: [pki.curve, pki.middle], staple: try pki.curve.staple(by: pki.middle))
    },
    MatrixCase(
      name: "revoked by its staple", faults: [.revoked(depth: 0)], refusals: [.revocation], passed: 0
    ) { pki in
      ServerSettings(
        chain: [pki.curve, pki.middle], staple: try pki.curve.staple(by: pki.middle, isRevoked: true))
    },
    MatrixCase(name: "staple of another certificate", faults: [.stapleInvalid], advice: [.staple]) { pki in
      ServerSettings(chain: [pki.curve, pki.middle], staple: try pki.rsa.staple(by: pki.middle))
    },
    MatrixCase(name: "old staple", faults: [.stapleInvalid], advice: [.staple]) { pki in
      ServerSettings(
        chain: [pki.curve, pki.middle], staple: try pki.curve.staple(by: pki.middle, daysOld: 10))
    },
  ]
}
#endif
