import OmamoriATS

extension ATSServerFacts {
  /// Takes what an examination found out about a server.
  ///
  /// What handshakes do not show is not known: `answersInClear` is `false` unless the port speaks HTTP without TLS.
  public init(_ facts: ServerFacts) {
    var versions: [ATSProtocolVersion: Suites] = [:]
    for (number, suites) in facts.versions {
      guard let version = Self.version(number) else { continue }
      let kinds = suites.map { SuiteKind($0) }
      versions[version] = kinds.contains(.standard) ? .forwardSecrecy : kinds.contains(.rsa) ? .rsa : .others
    }
    let isInClear = facts.handshakes.contains { $0.outcome == .notTLS(.http) }
    self.init(
      versions: versions,
      isTrusted: CertificateJudgement(facts).refusals.isEmpty && facts.presentedChain != nil,
      answersInClear: isInClear)
  }

  private static func version(_ number: UInt16) -> ATSProtocolVersion? {
    switch number {
    case 0x0301: .tls10
    case 0x0302: .tls11
    case 0x0303: .tls12
    case 0x0304: .tls13
    default: nil
    }
  }
}
