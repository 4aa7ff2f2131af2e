public import OmamoriCore
public import OmamoriCrypto

extension KeychainKeys {
  /// Signs a message.
  ///
  /// - Parameters:
  ///   - message: The message; SHA-256 of it is signed.
  ///   - tag: The key's tag.
  ///   - access: What the caller brings along when the key has an access control.
  /// - Returns: The signature; its `derRepresentation` is what `ecdsaSignatureMessageX962SHA256` gives. `nil` only when
  ///   there is no key with the tag.
  /// - Throws: ``KeychainError``; ``KeychainError/wrongType`` when the key is for another purpose.
  public func sign(
    _ message: Data, tag: KeyTag, access: ItemAccess = .none
  ) async throws(KeychainError) -> P256.Signing.ECDSASignature? {
    guard let item = try await current(tag) else { return nil }
    guard KeyPurpose(item.attributes) == .signing else { throw .wrongType }
    let secret = try await secret(of: item, access)
    // because the buffer is only read during the call
    let key = try unsafe secret.copy().decoded { try unsafe P256.Signing.PrivateKey(x963Representation: $0) }
    do {
      return try key.signature(for: message)
    } catch {
      throw .backend(code: 0)
    }
  }

  /// Decrypts a message with the key of a tag, or with the one before the last rotation.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - tag: The key's tag.
  ///   - algorithm: How the message was encrypted.
  ///   - access: What the caller brings along when the key has an access control.
  /// - Returns: The decrypted message; `nil` only when there is no key with the tag.
  /// - Throws: ``KeychainError``; ``KeychainError/unreadableMessage`` when none of the keys opens the message.
  public func decrypt(
    _ message: Data,
    tag: KeyTag,
    algorithm: ECIES = .standardVariableIVX963SHA256AESGCM,
    access: ItemAccess = .none
  ) async throws(KeychainError) -> Data? {
    guard let item = try await current(tag) else { return nil }
    // A rotation that was interrupted or was not alone may have left another key under the tag.
    var earlier = try await backend.find(query(tag, KeyClass.private))
    earlier.removeAll { $0.reference == item.reference }
    earlier += try await backend.find(query(tag.previous, KeyClass.private))
    for item in [item] + earlier {
      guard KeyPurpose(item.attributes) == .decryption else { throw .wrongType }
      let secret = try await secret(of: item, access)
      // because the buffer is only read during the call
      let key = try unsafe secret.copy().decoded {
        try unsafe P256.KeyAgreement.PrivateKey(x963Representation: $0)
      }
      do throws(CryptoError) {
        return try algorithm.decrypt(message, with: key)
      } catch .authenticationFailed {
        continue
      } catch {
        throw .unreadableMessage
      }
    }
    throw .unreadableMessage
  }

  private func secret(of item: Item, _ access: ItemAccess) async throws(KeychainError) -> SharedSecretBytes {
    var use = access
    use.isForKeyUse = true
    let found = try await backend.find(ItemQuery(item.reference), withSecrets: true, access: use)
    guard let secret = found.first?.secret else { throw .corrupt(.item) }
    return secret
  }
}
