import OmamoriATS
public import OmamoriCore

/// Puts together what validation, the requirements on TLS and the pins say of a connection; nothing else admits one.
///
/// Made once for a host. A connection is judged twice: the chain during the handshake, when nothing has been sent, and
/// chain and facts when the handshake is over and before every request. A value; safe to share between threads.
public struct ConnectionJudge: Sendable {
  /// What the policy asks of the host.
  public let policy: HostPolicy
  private let pins: PinEvaluator

  /// Makes a judge.
  ///
  /// - Parameter policy: What the policy asks of the host.
  public init(_ policy: HostPolicy) {
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
  public func verdict(onChain chain: TrustedChain?, faults: [TrustFault], at date: Date) -> ConnectionVerdict
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
  public func verdict(
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
