import OmamoriCore
import OmamoriCrypto

/// Finds the key that encrypts a token's content, with a recipient's key.
struct KeyDecryption {
  let algorithm: KeyManagementAlgorithm
  let content: ContentEncryptionAlgorithm

  /// The key of the content, or a random one of the same size when it cannot be found.
  ///
  /// A token whose key cannot be decrypted goes the same way as one whose content is not authentic, so that neither an
  /// error nor the time tells them apart (RFC 7516 §11.5).
  ///
  /// - Parameters:
  ///   - recipient: The header and the encrypted key.
  ///   - key: A key that fits the algorithms.
  /// - Returns: The key.
  /// - Throws: ``AuthError/token(_:)`` with ``TokenFault/malformed`` for a header that lacks what the algorithm needs,
  ///   ``AuthError/core(_:)`` without randomness.
  func contentKey(of recipient: EncryptedToken.Recipient, with key: DecryptionKey) throws(AuthError)
    -> SymmetricKey
  {
    let decoy = try SymmetricKey.random(byteCount: content.keyByteCount, from: SystemRandomness())
    guard algorithm.carriesNoKey == recipient.encryptedKey.isEmpty else { throw .token(.malformed) }
    let found = try find(recipient.header, recipient.encryptedKey, key.material)
    guard let found, found.bitCount == content.keyByteCount * 8 else { return decoy }
    return found
  }

  private func find(
    _ header: EncryptionHeader,
    _ encryptedKey: [UInt8],
    _ material: DecryptionKey.Material
  ) throws(AuthError) -> SymmetricKey? {
    switch (algorithm.mechanism, material) {
    case (.direct, .symmetric(let key)): key
    case (.wrap, .symmetric(let key)): KeyWrapping.unwrap(encryptedKey, using: key)
    case (.gcm, .symmetric(let key)): try openKey(header, encryptedKey, key)
    case (.rsa(let hash), .rsa(let key)): key.decrypt(encryptedKey, hash)
    case (.password, .password(let password)): try passwordKey(header, encryptedKey, password)
    case (.agreement(nil), .agreement(let key)):
      try agreedKey(header, key, for: content.rawValue, byteCount: content.keyByteCount)
    case (.agreement(let size?), .agreement(let key)):
      try agreedKey(header, key, for: algorithm.rawValue, byteCount: size)
        .flatMap { KeyWrapping.unwrap(encryptedKey, using: $0) }
    default: nil
    }
  }

  private func openKey(
    _ header: EncryptionHeader,
    _ encryptedKey: [UInt8],
    _ key: SymmetricKey
  ) throws(AuthError) -> SymmetricKey? {
    guard header.members.contains("iv"), header.members.contains("tag") else { throw .token(.malformed) }
    return KeyWrapping.open(
      .init(vector: try header.bytes("iv"), ciphertext: encryptedKey, tag: try header.bytes("tag")),
      using: key)
  }

  private func agreedKey(
    _ header: EncryptionHeader,
    _ key: AgreementPrivateKey,
    for purpose: String,
    byteCount: Int
  ) throws(AuthError) -> SymmetricKey? {
    guard let ephemeral = header.members["epk"]?.objectValue, !ephemeral.contains("d") else {
      throw .token(.malformed)
    }
    let (sender, recipient) = (try header.bytes("apu"), try header.bytes("apv"))
    let other: AgreementPublicKey
    // A key that is no point of its curve is not used: whoever sent it would learn the private key bit by bit.
    do throws(AuthError) { other = try AgreementPublicKey(json: ephemeral) } catch { return nil }
    return key.secret(with: other).map { secret in
      ConcatKDF.deriveKey(
        from: secret, for: purpose, sender: sender, recipient: recipient, byteCount: byteCount)
    }
  }

  private func passwordKey(
    _ header: EncryptionHeader,
    _ encryptedKey: [UInt8],
    _ password: Password
  ) throws(AuthError) -> SymmetricKey? {
    let salt = try header.bytes("p2s")
    guard let rounds = header.members["p2c"]?.intValue, PasswordKeyWrap.rounds ~= rounds,
      PasswordKeyWrap.saltByteCounts ~= salt.count
    else { throw .token(.malformed) }
    return try PasswordKeyWrap.key(from: password, algorithm, salt: salt, rounds: rounds)
      .flatMap { KeyWrapping.unwrap(encryptedKey, using: $0) }
  }
}
