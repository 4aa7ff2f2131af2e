public import OmamoriCore
public import OmamoriCrypto
public import OmamoriKeychain

/// A key that a keychain keeps and uses, so that a stolen token is of no use elsewhere.
///
/// A value; safe to share between threads.
public struct KeychainPossessionKey: PossessionKey {
  /// The public key.
  public let publicKey: P256.Signing.PublicKey
  private let keys: KeychainKeys
  private let tag: KeyTag

  /// Opens the key with a tag, and makes it when there is none.
  ///
  /// - Parameters:
  ///   - keys: The keychain.
  ///   - tag: The key's tag.
  ///   - options: The rules that a new key is stored by.
  /// - Throws: ``AuthError/keychain(_:)``; an error other than that there is no such key makes no new one.
  public init(
    in keys: KeychainKeys, tag: KeyTag, options: KeychainKeys.Options = KeychainKeys.Options()
  ) async throws(AuthError) {
    (self.keys, self.tag) = (keys, tag)
    do throws(KeychainError) {
      if let found = try await keys.signingKey(tag: tag) {
        publicKey = found
      } else {
        publicKey = try await keys.makeSigningKey(tag: tag, options)
      }
    } catch {
      throw .keychain(error)
    }
  }

  /// Signs a proof with ES256.
  ///
  /// - Parameter message: The message.
  /// - Returns: The signature, 64 bytes.
  /// - Throws: ``AuthError/keychain(_:)``; ``AuthError/session(_:)`` when the key is gone.
  public func signature(for message: Data) async throws(AuthError) -> Data {
    let signature: P256.Signing.ECDSASignature?
    do throws(KeychainError) {
      signature = try await keys.sign(message, tag: tag)
    } catch {
      throw .keychain(error)
    }
    guard let signature else { throw .session(.reauthenticationRequired(.keyLost)) }
    return signature.rawRepresentation
  }
}
