package import OmamoriCore
package import OmamoriCrypto

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
