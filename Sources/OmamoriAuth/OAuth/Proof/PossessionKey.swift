public import OmamoriCrypto
public import OmamoriCore

/// The private key on P-256 that tokens are bound to; a port.
///
/// It is made once a session and stays as long as the tokens do: without it they are worthless. Safe to use from any
/// thread.
public protocol PossessionKey: Sendable {
  /// The public key.
  var publicKey: P256.Signing.PublicKey { get }

  /// Signs a proof with ES256.
  ///
  /// - Parameter message: The message.
  /// - Returns: The signature of the message's SHA-256, 64 bytes.
  /// - Throws: ``AuthError``.
  func signature(for message: Data) async throws(AuthError) -> Data
}
