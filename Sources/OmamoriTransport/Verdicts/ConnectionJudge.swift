import OmamoriATS
import OmamoriCore
package import OmamoriCrypto

/// Puts together what validation, the requirements on TLS and the pins say of a connection; nothing else admits one.
///
/// Made once for a host. A connection is judged twice: the chain during the handshake, when nothing has been sent, and
/// chain and facts when the handshake is over and before every request.
package struct ConnectionJudge: Sendable {
  /// What the policy asks of the host.
  package let policy: HostPolicy
  private let pins: PinEvaluator

  /// Makes a judge.
  ///
  /// - Parameter policy: What the policy asks of the host.
  package init(_ policy: HostPolicy) {
    self.policy = policy
    pins = PinEvaluator(policy.pins)
  }

  /// Judges the chain alone, as long as the handshake goes on.
  ///
  /// It decides whether the handshake may end, not whether a request may be sent: version, cipher suite, extended master
  /// secret and staple are still unknown. Where the system enforces these itself and tells nothing of them (Apple's), it
  /// is the last word.
  ///
  /// - Parameters:
  ///   - chain: The chain, if a validator trusts it.
  ///   - faults: What the validator and the rules for certificates found.
  ///   - date: The time by which pins are judged.
  /// - Returns: The verdict, without facts.
  package func verdict(onChain chain: TrustedChain?, faults: [TrustFault], at date: Date) -> ConnectionVerdict
  {
    verdict(chain, faults: faults, facts: nil, at: date)
  }

  /// Judges a connection whose handshake is over.
  ///
  /// - Parameters:
  ///   - chain: The chain, if a validator trusts it; on a resumed connection, validated again.
  ///   - faults: What the validator and the rules for certificates found.
  ///   - facts: What the handshake ended with. A resumed connection has no staple of its own: give the one that came with
  ///     the chain, or the connection is refused where a staple is required.
  ///   - date: The time by which pins are judged.
  /// - Returns: The verdict.
  package func verdict(
    on chain: TrustedChain?, faults: [TrustFault], facts: ConnectionFacts, at date: Date
  ) -> ConnectionVerdict {
    var all = faults
    for fault in self.faults(of: facts) where !all.contains(fault) { all.append(fault) }
    return verdict(chain, faults: all, facts: facts, at: date)
  }

  private func verdict(
    _ chain: TrustedChain?, faults: [TrustFault], facts: ConnectionFacts?, at date: Date
  ) -> ConnectionVerdict {
    ConnectionVerdict(
      host: policy.host, faults: faults, chain: chain, pins: chain.map { pins.verdict(on: $0, at: date) },
      facts: facts)
  }

  private func faults(of facts: ConnectionFacts) -> [TrustFault] {
    var faults: [TrustFault] = []
    let version = TLSVersion(rawValue: Int(facts.version))
    if version.map({ $0 < policy.minimumVersion }) ?? true { faults.append(.oldVersion) }
    if !CipherSuites.allowed(version).contains(facts.cipherSuite) { faults.append(.weakCipherSuite) }
    if version != .tls13, policy.certificates.requiresExtendedMasterSecret, !facts.hasExtendedMasterSecret {
      faults.append(.noExtendedMasterSecret)
    }
    if policy.certificates.requiresStaple, facts.stapledStatus?.isEmpty ?? true {
      faults.append(.stapleMissing)
    }
    return faults
  }
}

extension ConnectionJudge {
  /// Judges a chain that the system's own validator has built and trusts, as Apple's Security does.
  ///
  /// What the certificates must be over and above that is the same as where the chain is built here. The facts of the
  /// handshake are the system's business; it tells nothing of them.
  ///
  /// - Parameters:
  ///   - chain: The validated chain in DER, the server's certificate first; never what a server merely sent.
  ///   - date: The time by which pins are judged.
  /// - Returns: The verdict, without facts.
  package func verdict(onSystemTrusted chain: [Data], at date: Date) -> ConnectionVerdict {
    guard !chain.isEmpty else { return refusal(.untrustedRoot, at: date) }
    guard chain.count <= PresentedChain.greatestCount else {
      return refusal(.notAnAuthority(depth: PresentedChain.greatestCount), at: date)
    }
    var certificates: [Certificate] = []
    for der in chain {
      guard let certificate = try? Certificate(derRepresentation: der) else {
        return refusal(.malformed(depth: certificates.count), at: date)
      }
      certificates.append(certificate)
    }
    let requirements = policy.certificates
    var faults = CertificateExamination.faults(
      of: certificates, host: policy.host, requirements,
      isAnchorGiven: certificates.last.map(policy.anchors.given.contains) ?? false)
    let limit = max(requirements.greatestIntermediateCount, 0)
    if certificates.count > limit + 2 { faults.append(.notAnAuthority(depth: limit + 1)) }
    let result = ValidationResult(chain: TrustedChain(validated: certificates), faults: faults)
    return verdict(onChain: result.chain, faults: result.faults, at: date)
  }

  /// The verdict on a chain that is not trusted.
  package func refusal(_ fault: TrustFault, at date: Date) -> ConnectionVerdict {
    verdict(onChain: nil, faults: [fault], at: date)
  }

  /// Whether the server's certificate says that its status must come with it (RFC 7633), and the policy heeds that.
  ///
  /// - Parameter verdict: A verdict on its chain.
  /// - Returns: Whether the chain has to be validated with a status.
  package func demandsStatus(_ verdict: ConnectionVerdict) -> Bool {
    guard policy.certificates.honorsMustStaple, let leaf = verdict.chain?.certificates.first else {
      return false
    }
    // A certificate that cannot be read is taken for one that has it.
    guard let details = try? CertificateDetails(leaf) else { return true }
    return details.extensions.requiresStaple
  }

  /// Judges again what was admitted before, since pins may have expired meanwhile.
  package func again(_ verdict: ConnectionVerdict, at date: Date) -> ConnectionVerdict {
    self.verdict(onChain: verdict.chain, faults: verdict.faults, at: date)
  }
}

extension TrustAnchors {
  /// The roots that the policy gives.
  package var given: [Certificate] {
    switch self {
    case .system: []
    case .only(let certificates), .systemAnd(let certificates): certificates
    }
  }

  /// Whether the roots that the system trusts are trusted, too.
  package var includesSystem: Bool {
    switch self {
    case .system, .systemAnd: true
    case .only: false
    }
  }
}
