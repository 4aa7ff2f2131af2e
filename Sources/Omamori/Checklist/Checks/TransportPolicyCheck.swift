import OmamoriCore
import OmamoriReport
import OmamoriTransport

/// Looks at what a transport policy asks of servers, and at what its rules take back.
package struct TransportPolicyCheck: SecurityCheck {
  /// The floor of a policy that says nothing else.
  private static let usualVersion = TLSVersion.tls13

  private let policy: TransportPolicy?

  /// Makes the check.
  ///
  /// - Parameter policy: What the app asks of servers; `nil` makes the check unavailable.
  package init(_ policy: TransportPolicy?) { self.policy = policy }

  /// `transport-policy`.
  package var id: String { "transport-policy" }

  /// The question.
  package var question: LocalizedText {
    LocalizedText(
      "Does the transport policy ask for current TLS and strong certificates everywhere?",
      ja: "通信ポリシーは常に最新の TLS と強固な証明書を求めていますか")
  }

  /// `ChecklistArea.api`.
  package var area: ChecklistArea? { .api }

  /// What it is about in the lists of others.
  package var standards: CheckStandards {
    CheckStandards(owaspMobile2024: [.m5], masvs: ["NETWORK-1"], mastg: [343, 396], cwe: [326, 295])
  }

  /// Looks at the policy and every rule.
  package func run() async -> CheckResult {
    guard let policy else { return .unavailable(.noTransportPolicy) }
    var problems = Self.problems(of: policy.certificates, for: nil)
    problems += Self.problems(of: policy.minimumVersion, for: nil)
    if policy.headers == .off {
      problems.append(
        CheckProblem(
          .low,
          LocalizedText(
            "The security header fields of responses are not looked at.",
            ja: "レスポンスのセキュリティヘッダーが検査されていません。")))
    }
    for rule in policy.rules {
      let host = rule.pattern.host.description
      if let requirements = rule.certificates { problems += Self.problems(of: requirements, for: host) }
      if let version = rule.minimumVersion { problems += Self.problems(of: version, for: host) }
    }
    let floor = policy.rules.compactMap(\.minimumVersion).reduce(policy.minimumVersion, min)
    let ownRoots = policy.rules.count { $0.anchors != nil && $0.anchors != .system }
    return .examined(
      problems,
      otherwise: LocalizedText(
        "\(floor.name) at least, plain HTTP is refused, and nothing is asked less than usual.",
        ja: "\(floor.name) 以上で、平文 HTTP は拒否され、標準より弱い要件はありません。"),
      facts: [
        CheckFact("minimum-tls", .text(floor.name)), CheckFact("rules", .number(policy.rules.count)),
        CheckFact("unlisted-hosts", .text(policy.unlistedHosts == .refused ? "refused" : "trusted")),
        CheckFact("system-roots", .flag(policy.anchors.includesSystem)),
        CheckFact("rules-with-own-roots", .number(ownRoots)),
        CheckFact("proxy", .flag(policy.proxy != .none)),
      ])
  }

  private static func problems(of version: TLSVersion, for host: String?) -> [CheckProblem] {
    guard version < usualVersion else { return [] }
    let name = host.map { "\($0): " } ?? ""
    return [
      CheckProblem(
        .low,
        LocalizedText(
          name + "\(version.name) is accepted; the usual floor is \(usualVersion.name).",
          ja: name + "\(version.name) を受け入れます。標準の下限は \(usualVersion.name) です。"))
    ]
  }

  private static func problems(
    of requirements: CertificateRequirements, for host: String?
  ) -> [CheckProblem] {
    let usual = CertificateRequirements()
    var problems: [CheckProblem] = []
    func add(_ severity: Severity, _ english: String, _ japanese: String) {
      let name = host.map { "\($0): " } ?? ""
      problems.append(CheckProblem(severity, LocalizedText(name + english, ja: name + japanese)))
    }
    if requirements.leastRSABits < usual.leastRSABits {
      add(
        .high, "RSA keys of \(requirements.leastRSABits) bits are accepted.",
        "\(requirements.leastRSABits) ビットの RSA 鍵を受け入れます。")
    }
    if requirements.leastCurveBits < usual.leastCurveBits {
      add(
        .high, "curves of \(requirements.leastCurveBits) bits are accepted.",
        "\(requirements.leastCurveBits) ビットの楕円曲線鍵を受け入れます。")
    }
    if !requirements.isStrict {
      add(.medium, "certificates are not checked strictly.", "証明書の厳格な検査が無効です。")
    }
    if !requirements.honorsMustStaple {
      add(.medium, "must-staple is ignored.", "OCSP Must-Staple の指定が無視されます。")
    }
    if !requirements.requiresExtendedMasterSecret {
      add(.medium, "the extended master secret is not required.", "拡張マスターシークレットが必須になっていません。")
    }
    return problems
  }
}

extension TLSVersion {
  /// The name of the protocol.
  fileprivate var name: String {
    switch self {
    case .tls12: "TLS 1.2"
    case .tls13: "TLS 1.3"
    }
  }
}

extension TrustAnchors {
  /// Whether the roots of the system are trusted.
  fileprivate var includesSystem: Bool {
    switch self {
    case .system, .systemAnd: true
    case .only: false
    }
  }
}
