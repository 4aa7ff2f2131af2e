public import OmamoriCore
import OmamoriCrypto

/// What an app gave to the system as `clientDataHash`, byte for byte.
///
/// The system signs whatever it is given: an app that passes the challenge itself instead of its digest gets a valid
/// attestation of that, as in Apple's own samples. So the server has to say which of the two its app does. A value; safe
/// to share between threads.
public struct ClientDataHash: Sendable, Hashable {
  /// The most bytes that are taken.
  public static let greatestSize = 1024

  /// The bytes.
  public let bytes: Data

  /// The SHA-256 digest of the client data, for an app that hashes, as it should.
  ///
  /// - Parameter clientData: What the app hashed; the server's challenge must be a part of it.
  public init(hashing clientData: Data) { bytes = Data(SHA256.hash(data: clientData)) }

  /// The bytes themselves, for an app that passes them without hashing.
  ///
  /// - Parameter bytes: 1 to ``greatestSize`` bytes.
  /// - Throws: ``AuthError/attestation(_:)``.
  public init(exactly bytes: Data) throws(AuthError) {
    guard 1...Self.greatestSize ~= bytes.count else { throw .attestation(.malformed) }
    self.bytes = bytes
  }

  /// The nonce of some authenticator data: the digest of both.
  func nonce(_ authenticatorData: Data) -> Data { Data(SHA256.hash(data: authenticatorData + bytes)) }
}
