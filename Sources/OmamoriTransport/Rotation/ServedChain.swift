public import OmamoriCrypto

/// What one server presented, or what became of it when it was validated.
///
/// A value; safe to share between threads.
public struct ServedChain: Sendable, Hashable {
  /// The server.
  public let host: HostName
  /// The certificates, the server's own first.
  public let certificates: [Certificate]
  /// Whether the certificates are a validated chain; else nothing says that the server is the right one.
  public let isValidated: Bool

  /// Takes a validated chain.
  public init(_ host: HostName, _ chain: TrustedChain) {
    (self.host, certificates, isValidated) = (host, chain.certificates, true)
  }

  /// Takes what a server presented; nothing about it is verified.
  ///
  /// - Parameters:
  ///   - host: The server.
  ///   - chain: What it presented. Certificates that cannot be read end it.
  public init(_ host: HostName, unverified chain: PresentedChain) {
    self.host = host
    var certificates: [Certificate] = []
    for der in chain.unverifiedCertificates {
      guard let certificate = try? Certificate(derRepresentation: der) else { break }
      certificates.append(certificate)
    }
    (self.certificates, isValidated) = (certificates, false)
  }
}
