public import OmamoriCrypto

/// A chain from a server's certificate to an anchor, built and validated; only a validator makes one.
///
/// A value; safe to share between threads.
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
