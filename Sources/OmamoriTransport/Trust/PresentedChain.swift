public import OmamoriCore

/// The certificates that a server sent, in the order in which it sent them; nothing about them is verified.
///
/// What can be read of it must not decide anything: a server may append any certificate it likes. Pins are compared with
/// a ``TrustedChain``. A value; safe to share between threads.
public struct PresentedChain: Sendable, Hashable {
  /// The most certificates that are taken from a server.
  public static let greatestCount = 32

  /// The certificates, in DER, the server's own first.
  public let unverifiedCertificates: [Data]

  /// Takes the certificates of a server.
  ///
  /// - Parameter certificates: In DER, the server's own first.
  /// - Throws: ``TransportError/chainTooLong``.
  public init(unverifiedCertificates certificates: [Data]) throws(TransportError) {
    guard certificates.count <= Self.greatestCount else { throw .chainTooLong }
    unverifiedCertificates = certificates
  }
}
