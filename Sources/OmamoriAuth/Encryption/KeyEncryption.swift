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
