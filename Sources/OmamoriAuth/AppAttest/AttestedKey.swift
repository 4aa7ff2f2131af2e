public import OmamoriCore
public import OmamoriCrypto

/// A key of one installation of an app on one device, which Apple attested and a server verified.
///
/// The server keeps the identifier, the public key, the counter (0 for a new key) and the receipt for as long as the
/// installation is known. A value; safe to share between threads.
public struct AttestedKey: Sendable {
  /// The identifier: the SHA-256 digest of the public key, 32 bytes.
  public let identifier: Data
  /// The key that assertions are verified with.
  public let publicKey: P256.Signing.PublicKey
  /// The app.
  public let app: AppIdentifier
  /// The service that attested the key.
  public let environment: AppAttestEnvironment
  /// The receipt as it came, not verified; see ``ReceiptVerifier``.
  public let receipt: Data
  /// What the system says about the app, from iOS 27 on.
  public let extensions: AppAttestExtensions

  /// The counter of a new key, which every assertion has to exceed.
  public static let firstCounter: UInt32 = 0

  init(
    publicKey: P256.Signing.PublicKey, app: AppIdentifier, environment: AppAttestEnvironment, receipt: Data,
    extensions: AppAttestExtensions
  ) {
    identifier = Self.identifier(of: publicKey)
    (self.publicKey, self.app, self.environment) = (publicKey, app, environment)
    (self.receipt, self.extensions) = (receipt, extensions)
  }

  /// The identifier of a key: the digest of its uncompressed point.
  static func identifier(of key: P256.Signing.PublicKey) -> Data {
    Data(SHA256.hash(data: key.x963Representation))
  }
}
