public import OmamoriCore
public import OmamoriCrypto

/// A public key whose signatures on pin sets are believed.
///
/// Its private key belongs on a machine that is not connected. An app is built with the key in use and with the next
/// one, so that the first can be given up without a release in between.
public struct PinSigningKey: Sendable, Hashable {
  /// The most keys that are believed at a time.
  package static let greatestCount = 4

  /// The key of Ed25519, 32 bytes.
  public let rawRepresentation: Data
  /// The first 8 bytes of the key's SHA-256, by which a signature names it.
  public let identifier: [UInt8]

  /// Takes a key.
  ///
  /// - Parameter rawRepresentation: The key of Ed25519, 32 bytes.
  /// - Throws: ``TransportError/malformedDocument(line:)`` for another size.
  public init(rawRepresentation: Data) throws(TransportError) {
    guard rawRepresentation.count == 32 else { throw .malformedDocument(line: nil) }
    self.rawRepresentation = Data(rawRepresentation)
    identifier = Array(SHA256.hash(data: rawRepresentation).prefix(8))
  }

  /// Takes a key.
  ///
  /// - Parameter key: The key.
  public init(_ key: Curve25519.Signing.PublicKey) {
    rawRepresentation = key.rawRepresentation
    identifier = Array(SHA256.hash(data: rawRepresentation).prefix(8))
  }

  package func isValid(_ signature: [UInt8], for message: [UInt8]) -> Bool {
    guard let key = try? Curve25519.Signing.PublicKey(rawRepresentation: rawRepresentation) else {
      return false
    }
    return key.isValidSignature(signature, for: message)
  }
}
