import OmamoriATS
import OmamoriCore
import OmamoriCrypto

/// Judges a server's certificates by what Apple's systems ask of them, with or without an exception.
struct CertificateJudgement {
  /// What is refused, each requirement once.
  let refusals: [ServerFinding]
  /// What should be better.
  let advice: [ServerFinding]

  init(_ facts: ServerFacts) {
    var findings: [ServerFinding] = []
    for fault in facts.faults {
      guard let finding = Self.finding(fault) else { continue }
      findings.append(finding)
    }
    findings += Self.findings(about: facts)
    var seen: Set<ServerRequirement> = []
    let unique = findings.filter { seen.insert($0.requirement).inserted }
    refusals = unique.filter(\.isRefusal).sorted { $0.severity > $1.severity }
    advice = unique.filter { !$0.isRefusal }
  }

  /// The validity that Apple's systems accept of certificates of public authorities, in days (support article 102028).
  private static let greatestPublicValidity = 398.0
  /// The validity that they accept of any certificate, in days (support article 103769).
  private static let greatestValidity = 825.0
  /// The beginning of these rules: 2020-09-01 and 2019-07-01.
  private static let (publicRule, rule) = (1_598_918_400.0, 1_561_939_200.0)
  /// The curves of NIST that Apple's TLS has certificates on.
  private static let curves: Set = ["1.2.840.10045.3.1.7", "1.3.132.0.34", "1.3.132.0.35"]

  private static func finding(_ fault: TrustFault) -> ServerFinding? {
    guard let (requirement, severity) = requirement(of: fault) else { return nil }
    let isRefusal = requirement != .conformance && requirement != .staple
    return ServerFinding(requirement, severity, isRefusal: isRefusal, fault.explanation)
  }

  private static func requirement(of fault: TrustFault) -> (ServerRequirement, ATSIssue.Severity)? {
    switch fault {
    case .untrustedRoot, .selfSigned, .notAnAuthority, .nameConstraint, .other: (.trustedChain, .critical)
    case .tooManyCertificates, .tooManyAuthorities: (.chainLength, .high)
    case .expired, .notYetValid: (.time, .critical)
    case .wrongHost, .noSubjectAlternativeName: (.hostName, .critical)
    case .malformed, .unknownCriticalExtension: (.form, .high)
    case .wrongUse: (.use, .high)
    case .weakKey: (.key, .high)
    case .weakSignature: (.signature, .high)
    case .validityTooLong: (.lifetime, .high)
    case .revoked: (.revocation, .critical)
    case .stapleMissing, .stapleInvalid: (.staple, .medium)
    case .nonconforming: (.conformance, .low)
    case .noExtendedMasterSecret, .oldVersion, .weakCipherSuite: nil
    }
  }

  /// What the server's own certificate shows also when no chain could be built.
  private static func findings(about facts: ServerFacts) -> [ServerFinding] {
    guard let certificate = facts.unverifiedCertificate else { return [] }
    var faults: [TrustFault] = []
    if certificate.notValidAfter < facts.moment { faults.append(.expired(depth: 0)) }
    if certificate.notValidBefore > facts.moment { faults.append(.notYetValid(depth: 0)) }
    let days = certificate.notValidAfter.timeIntervalSince(certificate.notValidBefore) / 86_400
    let start = certificate.notValidBefore.timeIntervalSince1970
    if facts.isSystemTrusted, start >= publicRule, days > greatestPublicValidity {
      faults.append(.validityTooLong(depth: 0, limit: Int(greatestPublicValidity)))
    } else if start >= rule, days > greatestValidity {
      faults.append(.validityTooLong(depth: 0, limit: Int(greatestValidity)))
    }
    var findings = faults.compactMap(finding)
    guard let details = try? CertificateDetails(certificate) else { return findings }
    if let names = details.extensions.subjectAlternativeNames {
      if !CertificateNameMatch.matches(facts.target.host, names), let finding = finding(.wrongHost) {
        findings.append(finding)
      }
    } else if let finding = finding(.noSubjectAlternativeName) {
      findings.append(finding)
    }
    if let digest = details.signature.digest, ![.sha256, .sha384, .sha512].contains(digest),
      let finding = finding(.weakSignature(depth: 0))
    {
      findings.append(finding)
    }
    return findings + [keyFinding(details.key)].compactMap(\.self)
  }

  private static func keyFinding(_ key: CertificateKey) -> ServerFinding? {
    switch key {
    case .rsa(let bits, _) where bits >= 2048: return nil
    case .curve(let name, _) where curves.contains(name): return nil
    case .edwards:
      return ServerFinding(
        .key, .high, isRefusal: true,
        LocalizedText(
          "Apple's TLS does not take certificates with Ed25519 or Ed448 keys.",
          ja: "Apple の TLS は、Ed25519 および Ed448 の鍵の証明書に対応していません。"))
    default: return finding(.weakKey(depth: 0))
    }
  }
}
