import OmamoriCore
public import OmamoriCrypto

/// A chain from a server's certificate to an anchor, built and validated; only a validator makes one.
public struct TrustedChain: Sendable, Hashable {
  /// The certificates, the server's own first, the anchor last; never empty.
  public let certificates: [Certificate]
  /// What pins are compared with, computed once.
  package let digests: ChainDigests

  /// Takes what a validator has validated.
  package init?(validated certificates: [Certificate]) {
    guard !certificates.isEmpty else { return nil }
    self.certificates = certificates
    digests = ChainDigests(certificates)
  }
}

/// The certificates that a server sent, in the order in which it sent them; nothing about them is verified.
///
/// What can be read of it must not decide anything: a server may append any certificate it likes. Pins are compared with
/// a ``TrustedChain``.
package struct PresentedChain: Sendable, Hashable {
  /// The most certificates that are taken from a server.
  package static let greatestCount = 32

  /// The certificates, in DER, the server's own first.
  package let unverifiedCertificates: [Data]

  /// Takes the certificates of a server.
  ///
  /// - Parameter certificates: In DER, the server's own first.
  /// - Throws: ``TransportError/chainTooLong``.
  package init(unverifiedCertificates certificates: [Data]) throws(TransportError) {
    guard certificates.count <= Self.greatestCount else { throw .chainTooLong }
    unverifiedCertificates = certificates
  }
}

/// The roots that a policy trusts.
public enum TrustAnchors: Sendable, Hashable {
  /// The roots that the system trusts.
  case system
  /// These and no others.
  case only([Certificate])
  /// These, and the roots that the system trusts.
  case systemAnd([Certificate])
}

/// What a validator found: a chain, or what keeps it from being trusted.
package struct ValidationResult: Sendable, Hashable {
  /// The chain that was built and validated; `nil` unless nothing was found against it.
  package let chain: TrustedChain?
  /// Everything that was found against it, each once, in the order of depths.
  package let faults: [TrustFault]

  /// Makes the result of a validation; a chain with faults is no trusted chain.
  package init(chain: TrustedChain?, faults: [TrustFault]) {
    var seen: Set<TrustFault> = []
    self.faults = faults.filter { seen.insert($0).inserted }
    self.chain = faults.isEmpty ? chain : nil
  }

  /// The same with further faults.
  package func adding(_ faults: [TrustFault]) -> ValidationResult {
    ValidationResult(chain: chain, faults: self.faults + faults)
  }

  /// Whether the chain is trusted.
  package var isTrusted: Bool { chain != nil && faults.isEmpty }
}
