/// A certificate with its private key, by which a client proves who it is; a port that the keychain or a file fulfils.
///
/// Safe to use from any thread.
public protocol ClientIdentity: Sendable {
  /// The certificates in DER: the client's own, then the ones between it and a root.
  var certificateChain: [Data] { get }

  /// A copy of the private key.
  ///
  /// - Returns: The key in PKCS #8 (DER).
  /// - Throws: ``CoreError/secretStore(_:)`` when it cannot be had now, such as from a locked keychain.
  func privateKey() async throws(CoreError) -> SecretBytes
}
