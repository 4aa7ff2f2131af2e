import CTLS
package import OmamoriCore
import OmamoriCrypto
package import OmamoriTransport

/// Builds a chain from a server's certificate to an anchor and validates it (RFC 5280, section 6; RFC 9525).
///
/// What the certificates must be over and above that is judged by `CertificateRequirements` on the chain that was built,
/// never on what the server sent: a certificate that was appended changes nothing (CVE-2016-2402). Where a server sends
/// several chains to trusted roots, one that has the pins is looked for. Nothing is fetched.
/// Safe to share between threads.
// because certificates are used during the calls only, and OpenSSL counts the references that it keeps
package struct ChainValidator: Sendable {
  /// The host that the certificate must be for.
  package let host: HostName
  /// What the certificates must be.
  package let requirements: CertificateRequirements
  /// The roots.
  package let anchors: AnchorStore
  /// The pins by which one of several trusted chains is chosen; `nil` when any will do.
  package let pins: PinSet?
  private let evaluator: PinEvaluator

  /// Makes a validator for one host.
  ///
  /// - Parameters:
  ///   - host: The host that the certificate must be for.
  ///   - requirements: What the certificates must be.
  ///   - anchors: The roots.
  ///   - pins: The pins by which one of several trusted chains is chosen. Whether the chosen one has them is for the caller
  ///     to judge.
  package init(
    host: HostName, requirements: CertificateRequirements, anchors: AnchorStore, pins: PinSet? = nil
  ) {
    (self.host, self.requirements, self.anchors, self.pins) = (host, requirements, anchors, pins)
    evaluator = PinEvaluator(pins)
  }

  /// Validates what a server sent.
  ///
  /// - Parameters:
  ///   - chain: The certificates as they were sent.
  ///   - moment: The time at which they must be valid.
  /// - Returns: The chain, or everything against it. The stapled status and the facts of the handshake are judged by
  ///   ``TLSVerifier``.
  package func validate(_ chain: PresentedChain, at moment: Date) -> ValidationResult {
    guard let first = chain.unverifiedCertificates.first else {
      return ValidationResult(chain: nil, faults: [.untrustedRoot])
    }
    guard let leaf = X509Handle(first) else {
      return ValidationResult(chain: nil, faults: [.malformed(depth: 0)])
    }
    guard let others = CertificateStack() else {
      return ValidationResult(chain: nil, faults: [.other(code: 17)])
    }
    // A certificate that cannot be read cannot be part of a chain; without it there may be another.
    for der in chain.unverifiedCertificates.dropFirst() {
      if let certificate = X509Handle(der) { _ = others.append(certificate) }
    }
    ERR_clear_error()
    return unsafe leaf.withPointer { leaf in
      unsafe others.withPointer { unsafe validate(leaf: leaf, others: $0, at: moment) }
    }
  }

  /// Validates certificates that OpenSSL has read.
  ///
  /// - Parameters:
  ///   - leaf: The server's certificate, an `X509`.
  ///   - others: The other ones that it sent, a stack of `X509`; may have the server's own.
  ///   - moment: The time at which they must be valid.
  /// - Returns: The chain, or everything against it.
  package func validate(
    leaf: OpaquePointer, others: OpaquePointer?, at moment: Date
  ) -> ValidationResult {
    guard unsafe omamori_chain_count(others) <= PresentedChain.greatestCount else {
      return ValidationResult(
        chain: nil, faults: [.tooManyCertificates(limit: PresentedChain.greatestCount)])
    }
    var best = unsafe validateOnce(leaf: leaf, others: others, at: moment)
    if let chain = best.chain {
      if hasPins(chain, at: moment) { return best }
    } else if !best.faults.contains(where: \.mayBeOfOneChain) {
      return best
    }
    // OpenSSL builds one chain. Without a certificate that led it astray there may be a good one, or one with the pins; and
    // so there may be past a root that another one has signed, too.
    let orders: [ChainVerification.Order] = pins == nil ? [.anchorsFirst] : [.anchorsFirst, .sentFirst]
    let count = min(unsafe omamori_chain_count(others), Self.greatestRetryCount)
    for order in orders {
      for removed in -1..<count where removed >= 0 || order == .sentFirst {
        guard let fewer = unsafe CertificateStack.copy(of: others, without: removed) else { continue }
        let other = unsafe fewer.withPointer {
          unsafe validateOnce(leaf: leaf, others: $0, order, at: moment)
        }
        guard let chain = other.chain else { continue }
        if hasPins(chain, at: moment) { return other }
        if !best.isTrusted { best = other }
      }
    }
    return best
  }

  /// How many of the certificates that were sent are left out in turn when the first chain is not good.
  private static let greatestRetryCount: Int32 = 8

  /// Whether no other chain can do better with the pins; a set that has expired fits none.
  private func hasPins(_ chain: TrustedChain, at moment: Date) -> Bool {
    if case .mismatched = evaluator.verdict(on: chain, at: moment).outcome { false } else { true }
  }

  private func validateOnce(
    leaf: OpaquePointer, others: OpaquePointer?, _ order: ChainVerification.Order = .anchorsFirst,
    at moment: Date
  ) -> ValidationResult {
    guard let verification = unsafe ChainVerification(leaf: leaf, others: others, anchors: anchors) else {
      return ValidationResult(chain: nil, faults: [.other(code: Int(X509_V_ERR_OUT_OF_MEM))])
    }
    return verification.run(host: host, requirements: requirements, order, at: moment)
  }
}

extension ChainValidator: Equatable {
  /// Says whether both give the same answers, because they have the same host, requirements, store and pins.
  package static func == (first: ChainValidator, second: ChainValidator) -> Bool {
    first.host == second.host && first.requirements == second.requirements && first.anchors === second.anchors
      && first.pins == second.pins
  }
}

extension TrustFault {
  /// Whether another chain from the same certificate may be without it.
  fileprivate var mayBeOfOneChain: Bool {
    switch self {
    case .untrustedRoot, .nameConstraint, .tooManyAuthorities: true
    case .expired(let depth), .notYetValid(let depth), .malformed(let depth), .notAnAuthority(let depth),
      .wrongUse(let depth), .weakKey(let depth), .weakSignature(let depth),
      .unknownCriticalExtension(let depth), .nonconforming(let depth):
      depth > 0
    default: false
    }
  }
}
