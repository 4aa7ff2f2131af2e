public import OmamoriATS
public import OmamoriCore

/// Whether App Transport Security accepts a server, in each of the 16 configurations that `nscurl --ats-diagnostics` tries,
/// and what is wrong with the server.
///
/// Made from facts alone; nothing is asked of the server again. A value; safe to share between threads.
public struct ATSDiagnosis: Sendable, Hashable {
  /// What became of one configuration.
  public struct Result: Sendable, Hashable {
    /// The configuration.
    public let test: ATSDiagnosticTest
    /// The requirements that the server does not meet; empty when it is accepted.
    public let failures: [ServerRequirement]
    /// Whether the server is accepted.
    public var isPassed: Bool { failures.isEmpty }
  }

  /// The facts that were judged.
  public let facts: ServerFacts
  /// The system that was asked about.
  public let generation: ATSGeneration
  /// The 16 configurations in their order.
  public let results: [Result]
  /// Everything that is wrong, refusals first, then by severity.
  public let findings: [ServerFinding]
  /// What the certificates fail at, which no configuration changes.
  private let standing: [ServerRequirement]

  /// Judges a server.
  ///
  /// - Parameters:
  ///   - facts: What was found out about it.
  ///   - generation: The system that clients run on. From iOS 26 on, exceptions for TLS 1.0 and 1.1 have no effect.
  public init(_ facts: ServerFacts, generation: ATSGeneration = .iOS26) {
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
  public var isRefused: Bool { results.first?.isPassed == false }

  /// The findings because of which it is refused.
  public var refusals: [ServerFinding] { findings.filter(\.isRefusal) }

  /// The worst of the findings; `nil` when nothing is wrong.
  public var severity: ATSIssue.Severity? { findings.map(\.severity).max() }
}

extension ATSDiagnosis {
  /// The diagnosis with its facts as JSON; names of members are stable.
  ///
  /// - Parameter language: The language of texts for people.
  /// - Returns: An object.
  public func json(_ language: Language = .en) -> JSONValue {
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
