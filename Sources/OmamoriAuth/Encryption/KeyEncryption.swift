import OmamoriCore
import OmamoriCrypto

/// Makes the key that encrypts a token's content, and what tells the recipient about it.
struct KeyEncryption {
  /// The key, and what the token carries of it.
  struct Sent {
    let key: SymmetricKey
    var encryptedKey: [UInt8] = []
    var header: JSONObject = [:]
  }

  let algorithm: KeyManagementAlgorithm
  let content: ContentEncryptionAlgorithm
  /// How often PBKDF2 is applied.
  let rounds: Int
  let randomness: any Randomness

  /// Random bytes that need no secrecy.
  func random(_ count: Int) throws(AuthError) -> [UInt8] {
    do throws(CoreError) { return try randomness.bytes(count: count) } catch { throw .core(error) }
  }

  /// The key of the content.
  ///
  /// - Parameter key: A key that fits the algorithms.
  /// - Returns: The key, and what the token carries of it.
  /// - Throws: ``AuthError``.
  func contentKey(for key: EncryptionKey) throws(AuthError) -> Sent {
    switch (algorithm.mechanism, key.material) {
    case (.direct, .symmetric(let key)):
      return Sent(key: key)
    case (.agreement(let size), .agreement(let key)):
      return try agree(with: key, by: AgreementPrivateKey(randomOn: key.curve), wrapping: size)
    case (.wrap, .symmetric(let key)):
      return try wrapped(newKey(), using: key)
    case (.gcm, .symmetric(let key)):
      return try sealed(newKey(), using: key)
    case (.rsa(let hash), .rsa(let key)):
      let new = try newKey()
      return Sent(key: new, encryptedKey: try key.encrypt(new, hash))
    case (.password, .password(let password)):
      return try wrapped(newKey(), using: password)
    default:
      throw .key(.algorithmMismatch)
    }
  }

  /// Agrees on a key by an ephemeral one, which must be used for nothing else.
  func agree(
    with recipient: AgreementPublicKey,
    by ephemeral: AgreementPrivateKey,
    wrapping size: Int?
  ) throws(AuthError) -> Sent {
    guard let secret = ephemeral.secret(with: recipient) else { throw .key(.invalidPoint) }
    let agreed = ConcatKDF.deriveKey(
      from: secret, for: size == nil ? content.rawValue : algorithm.rawValue, sender: [], recipient: [],
      byteCount: size ?? content.keyByteCount)
    var sent = size == nil ? Sent(key: agreed) : try wrapped(newKey(), using: agreed)
    sent.header["epk"] = .object(ephemeral.publicKey.json)
    return sent
  }

  private func newKey() throws(AuthError) -> SymmetricKey {
    try SymmetricKey.random(byteCount: content.keyByteCount, from: randomness)
  }

  private func wrapped(_ key: SymmetricKey, using wrapping: SymmetricKey) throws(AuthError) -> Sent {
    Sent(key: key, encryptedKey: try KeyWrapping.wrap(key, using: wrapping))
  }

  private func sealed(_ key: SymmetricKey, using wrapping: SymmetricKey) throws(AuthError) -> Sent {
    let vector = try random(ContentEncryptionAlgorithm.a256GCM.vectorByteCount)
    let sealed = try KeyWrapping.seal(key, using: wrapping, vector: vector)
    return Sent(
      key: key, encryptedKey: sealed.ciphertext,
      header: [
        "iv": .string(Base64URL.encode(sealed.vector)), "tag": .string(Base64URL.encode(sealed.tag)),
      ])
  }

  private func wrapped(_ key: SymmetricKey, using password: Password) throws(AuthError) -> Sent {
    let salt = try random(16)
    guard
      let wrapping = try PasswordKeyWrap.key(from: password, algorithm, salt: salt, rounds: rounds)
    else { throw .key(.algorithmMismatch) }
    var sent = try wrapped(key, using: wrapping)
    sent.header = ["p2s": .string(Base64URL.encode(salt)), "p2c": .integer(rounds)]
    return sent
  }
}

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
