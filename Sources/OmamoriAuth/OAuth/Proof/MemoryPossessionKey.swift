public import OmamoriCore
public import OmamoriCrypto

/// A key that lives as long as the process, or whose bytes the application keeps.
///
/// Prints nothing of the key. A value; safe to share between threads.
public struct MemoryPossessionKey: PossessionKey {
  private let key: P256.Signing.PrivateKey

  /// Takes a key.
  ///
  /// - Parameter key: The key; a new one when it is left out.
  public init(_ key: P256.Signing.PrivateKey = P256.Signing.PrivateKey()) { self.key = key }

  /// The public key.
  public var publicKey: P256.Signing.PublicKey { key.publicKey }

  /// Signs a proof with ES256.
  ///
  /// - Parameter message: The message.
  /// - Returns: The signature, 64 bytes.
  /// - Throws: ``AuthError/cryptography(_:)``.
  public func signature(for message: Data) async throws(AuthError) -> Data {
    do {
      return try key.signature(for: message).rawRepresentation
    } catch {
      throw .cryptography(.backend(code: 0))
    }
  }
}

extension MemoryPossessionKey: CustomStringConvertible, CustomReflectable {
  /// Always `<redacted>`.
  public var description: String { "<redacted>" }
  /// A mirror without children.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
