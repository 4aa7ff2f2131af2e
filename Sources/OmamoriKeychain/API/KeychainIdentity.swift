import OmamoriCore
public import OmamoriCrypto

/// A certificate together with its private key, such as a client shows to a server.
///
/// A value; safe to share between threads.
public struct KeychainIdentity: Sendable {
  /// The certificate.
  public let certificate: Certificate
  /// The label of the certificate, where it has one.
  public let label: String?
  /// The tag of the private key, for ``KeychainKeys``.
  public let keyTag: KeyTag
  /// The persistent reference of the certificate.
  public let reference: PersistentReference
}
