/// What a handshake with a server that is examined ended with.
///
/// A value; safe to share between threads.
public struct HandshakeFacts: Sendable, Hashable {
  /// What becomes of a client without a certificate.
  public enum ClientCertificate: String, Sendable, Hashable, CaseIterable {
    /// The server does not ask for one.
    case notAsked = "not-asked"
    /// The server asks for one and goes on without it.
    case asked
    /// The server asks for one and ends the connection without it.
    case required
  }

  /// The version, the suite and the extensions.
  public let connection: ConnectionFacts
  /// The group of an ephemeral key exchange by its IANA name, such as `x25519`; `dh` for one of its own making, `nil`
  /// without one.
  public let group: String?
  /// The size of that exchange's key in bits.
  public let groupBits: Int?
  /// The digest of the server's signature in the handshake, such as `SHA256`; `nil` without a signature or digest.
  public let signatureDigest: String?
  /// What becomes of a client without a certificate.
  public let clientCertificate: ClientCertificate

  /// Makes a record of facts.
  public init(
    connection: ConnectionFacts, group: String?, groupBits: Int?, signatureDigest: String?,
    clientCertificate: ClientCertificate
  ) {
    (self.connection, self.group, self.groupBits) = (connection, group, groupBits)
    (self.signatureDigest, self.clientCertificate) = (signatureDigest, clientCertificate)
  }
}
