package import OmamoriATS
package import OmamoriCore

/// Whether App Transport Security accepts a server, in each of the 16 configurations that `nscurl --ats-diagnostics` tries,
/// and what is wrong with the server.
///
/// Made from facts alone; nothing is asked of the server again.
package struct ATSDiagnosis: Sendable, Hashable {
  /// What became of one configuration.
  package struct Result: Sendable, Hashable {
    /// The configuration.
    package let test: ATSDiagnosticTest
    /// The requirements that the server does not meet; empty when it is accepted.
    package let failures: [ServerRequirement]
    /// Whether the server is accepted.
    package var isPassed: Bool { failures.isEmpty }
  }

  /// The facts that were judged.
  package let facts: ServerFacts
  /// The system that was asked about.
  package let generation: ATSGeneration
  /// The 16 configurations in their order.
  package let results: [Result]
  /// Everything that is wrong, refusals first, then by severity.
  package let findings: [ServerFinding]
  /// What the certificates fail at, which no configuration changes.
  private let standing: [ServerRequirement]

  /// Judges a server.
  ///
  /// - Parameters:
  ///   - facts: What was found out about it.
  ///   - generation: The system that clients run on. From iOS 26 on, exceptions for TLS 1.0 and 1.1 have no effect.
  package init(_ facts: ServerFacts, generation: ATSGeneration = .iOS26) {
    (self.facts, self.generation) = (facts, generation)
    let certificate = CertificateJudgement(facts)
    let connection = ConnectionJudgement(facts, generation: generation)
    let standing = facts.completed.isEmpty ? [] : certificate.refusals.map(\.requirement)
    self.standing = standing
    results = ATSDiagnosticTest.all.map { test in
      let requirement = test.requirement(for: facts.target.host, generation: generation)
      return Result(test: test, failures: connection.failures(of: requirement) + standing)
    }
    let refusals = connection.findings(for: results.first?.failures ?? []) + certificate.refusals
    findings = refusals + (certificate.advice + connection.advice).sorted { $0.severity > $1.severity }
  }

  /// What the server does not meet when a connection has to meet a requirement; empty when it is accepted.
  func failures(of requirement: ATSRequirement) -> [ServerRequirement] {
    ConnectionJudgement(facts, generation: generation).failures(of: requirement) + standing
  }

  /// Whether the server is refused without an exception.
  package var isRefused: Bool { results.first?.isPassed == false }

  /// The findings because of which it is refused.
  package var refusals: [ServerFinding] { findings.filter(\.isRefusal) }

  /// The worst of the findings; `nil` when nothing is wrong.
  package var severity: ATSIssue.Severity? { findings.map(\.severity).max() }
}

extension ATSDiagnosis {
  /// The diagnosis with its facts as JSON; names of members are stable.
  ///
  /// - Parameter language: The language of texts for people.
  /// - Returns: An object.
  package func json(_ language: Language = .en) -> JSONValue {
    [
      "refused": .bool(isRefused),
      "tests": .array(
        results.map { result in
          [
            "name": .string(result.test.name), "passed": .bool(result.isPassed),
            "failures": .array(result.failures.map { .string($0.rawValue) }),
          ]
        }),
      "findings": .array(findings.map { $0.json(language) }),
      "facts": facts.json(language),
    ]
  }
}

extension ServerFinding {
  /// The finding as JSON.
  fileprivate func json(_ language: Language) -> JSONValue {
    let fixes = ServerSoftware.allCases.map { software in
      JSONObject.Member(
        name: software.rawValue, value: .array(configuration(for: software).map(JSONValue.string)))
    }
    var configurations = JSONObject()
    for fix in fixes { configurations.insert(fix.name, fix.value) }
    return [
      "requirement": .string(requirement.rawValue), "severity": .string(severity.rawValue),
      "refused": .bool(isRefusal), "message": .string(explanation[language]),
      "fix": .string(recovery[language]), "configuration": .object(configurations),
    ]
  }
}

/// One of the 16 configurations that `nscurl --ats-diagnostics` tries.
package struct ATSDiagnosticTest: Sendable, Hashable {
  /// What the configuration does to the requirement.
  package enum Kind: Sendable, Hashable {
    /// Nothing.
    case standard
    /// Lifts it for every host.
    case arbitraryLoads
    /// Makes an exception for the host.
    case exception(minimum: ATSProtocolVersion?, keepsForwardSecrecy: Bool, allowsInsecureHTTP: Bool)
  }

  /// What the configuration does to the requirement.
  package let kind: Kind

  /// All of them in their order.
  package static let all: [ATSDiagnosticTest] = {
    let versions: [ATSProtocolVersion] = [.tls13, .tls12, .tls11, .tls10]
    func exceptions(_ minimums: [ATSProtocolVersion?], _ keeps: Bool, _ allows: Bool) -> [ATSDiagnosticTest] {
      minimums.map {
        ATSDiagnosticTest(
          kind: .exception(minimum: $0, keepsForwardSecrecy: keeps, allowsInsecureHTTP: allows))
      }
    }
    return [ATSDiagnosticTest(kind: .standard), ATSDiagnosticTest(kind: .arbitraryLoads)]
      + exceptions(versions, true, false) + exceptions([nil], false, false) + exceptions([nil], false, true)
      + exceptions(versions, false, false) + exceptions(versions, false, true)
  }()

  /// The name.
  package var name: String {
    switch kind {
    case .standard: "ATS Default Connection"
    case .arbitraryLoads: "Allow All Loads"
    case .exception(nil, _, let allows):
      allows
        ? "Disabling Perfect Forward Secrecy and Allowing Insecure HTTP" : "Disabling Perfect Forward Secrecy"
    case .exception(let version?, let keeps, let allows):
      version.rawValue
        + (keeps ? "" : allows ? " with PFS disabled and insecure HTTP allowed" : " with PFS disabled")
    }
  }

  /// The value of `NSAppTransportSecurity` for a host.
  package func settings(for host: HostName) -> PropertyList {
    switch kind {
    case .standard: return [:]
    case .arbitraryLoads: return ["NSAllowsArbitraryLoads": true]
    case .exception(let minimum, let keeps, let allows):
      var entries: [PropertyListDictionary.Entry] = []
      if allows { entries.append(.init(key: "NSExceptionAllowsInsecureHTTPLoads", value: true)) }
      if let minimum {
        entries.append(
          .init(key: "NSExceptionMinimumTLSVersion", value: PropertyList(stringLiteral: minimum.rawValue)))
      }
      if !keeps { entries.append(.init(key: "NSExceptionRequiresForwardSecrecy", value: false)) }
      let exception = PropertyList(.dictionary(PropertyListDictionary(entries)))
      return [
        "NSExceptionDomains": PropertyList(
          .dictionary(PropertyListDictionary([.init(key: host.description, value: exception)])))
      ]
    }
  }

  /// What is demanded of a connection to a host; local hosts, which are exempt, are judged as if they were not.
  package func requirement(for host: HostName, generation: ATSGeneration) -> ATSRequirement {
    ATSConfiguration(settings: settings(for: host)).requirement(
      for: ATSHost(host.description, isLocal: false), generation: generation)
  }
}

extension ATSServerFacts {
  /// Takes what an examination found out about a server.
  ///
  /// What handshakes do not show is not known: `answersInClear` is `false` unless the port speaks HTTP without TLS.
  package init(_ facts: ServerFacts) {
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
