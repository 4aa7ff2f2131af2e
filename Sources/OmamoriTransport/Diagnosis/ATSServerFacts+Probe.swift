import OmamoriATS

extension ATSServerFacts {
  /// Takes what an examination found out about a server.
  ///
  /// What handshakes do not show is not known: `answersInClear` is `false` unless the port speaks HTTP without TLS.
  public init(_ facts: ServerFacts) {
    var versions: [ATSProtocolVersion: Suites] = [:]
    for handshake in facts.completed where ConnectionJudgement.hasKnownGroup(handshake) {
      guard let version = Self.version(handshake.connection.version) else { continue }
      let suites = Suites(handshake.connection.cipherSuite)
      versions[version] = versions[version].map { $0.rawValue < suites.rawValue ? $0 : suites } ?? suites
    }
    // The generation does not matter to what is asked here.
    let isIntolerant = ConnectionJudgement(facts, generation: .iOS26).isIntolerant
    self.init(
      versions: versions,
      isTrusted: CertificateJudgement(facts).refusals.isEmpty && facts.presentedChain != nil
        && facts.clientCertificate != .required && !isIntolerant,
      answersInClear: facts.handshakes.contains { $0.outcome == .notTLS(.http) })
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

extension ATSServerFacts.Suites {
  /// The group that a suite belongs to, by its IANA name.
  fileprivate init(_ suite: String) {
    if ATSCipherSuites.forwardSecrecy.names?.contains(suite) == true {
      self = .forwardSecrecy
    } else if ATSCipherSuites.forwardSecrecyOrRSA.names?.contains(suite) == true {
      self = .rsa
    } else {
      self = ConnectionJudgement.isOffered(suite) ? .others : .unsupported
    }
  }
}
