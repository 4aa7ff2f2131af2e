public import OmamoriCore

/// Encrypts tokens (JSON Web Encryption, RFC 7516) for one recipient, in the compact serialization.
///
/// With a password each token takes a good part of a second.
public struct TokenEncrypter: Sendable {
  private let key: EncryptionKey
  private let keyManagement: KeyManagementAlgorithm
  private let contentEncryption: ContentEncryptionAlgorithm
  private let passwordRounds: Int
  private let randomness: any Randomness

  /// Makes an encrypter.
  ///
  /// - Parameters:
  ///   - key: The recipient's public key, or a secret shared with the recipient.
  ///   - keyManagement: How the key of a token is encrypted.
  ///   - contentEncryption: How the content is encrypted.
  ///   - passwordRounds: How often PBKDF2 is applied, or `nil` for as often as keeps up with today's machines: 600,000
  ///     times with SHA-256, 210,000 times otherwise.
  ///   - randomness: The source of keys, vectors and salts; the ephemeral keys of ECDH-ES come from the system.
  /// - Throws: ``AuthError/key(_:)`` for a key that the algorithms cannot use, ``AuthError/configuration(_:)`` for a
  ///   number of rounds that ``TokenDecrypter`` would not take.
  public init(
    key: EncryptionKey,
    keyManagement: KeyManagementAlgorithm,
    contentEncryption: ContentEncryptionAlgorithm = .a256GCM,
    passwordRounds: Int? = nil,
    randomness: any Randomness = SystemRandomness()
  ) throws(AuthError) {
    guard key.fits(keyManagement, contentEncryption) else { throw .key(.algorithmMismatch) }
    let rounds = passwordRounds ?? PasswordKeyWrap.usualRounds(keyManagement)
    guard PasswordKeyWrap.rounds ~= rounds else { throw .configuration(.parameter) }
    (self.key, self.keyManagement, self.contentEncryption) = (key, keyManagement, contentEncryption)
    (self.passwordRounds, self.randomness) = (rounds, randomness)
  }

  /// Encrypts a content.
  ///
  /// - Parameters:
  ///   - content: The content, of at most 32 KiB, so that recipients can demand short tokens.
  ///   - type: What kind of token it is (`typ`), which everybody can read.
  ///   - contentType: What kind of content it has (`cty`), which everybody can read.
  /// - Returns: The token.
  /// - Throws: ``AuthError/token(_:)`` with ``TokenFault/tooLarge(limit:)``, ``AuthError/cryptography(_:)``,
  ///   ``AuthError/core(_:)`` without randomness.
  public func encrypt(
    _ content: some DataProtocol,
    type: String? = nil,
    contentType: String? = nil
  ) throws(AuthError) -> SecretText {
    var header: JSONObject = [
      "alg": .string(keyManagement.rawValue), "enc": .string(contentEncryption.rawValue),
    ]
    header["typ"] = type.map { .string($0) }
    header["cty"] = contentType.map { .string($0) }
    return try encrypt(Array(content), header)
  }

  /// Encrypts a signed token, so that its claims are hidden until the recipient has decrypted it (RFC 7519 §5.2).
  ///
  /// - Parameter token: A signed token in the compact serialization.
  /// - Returns: The nested token, to be taken with ``TokenDecrypter``.
  /// - Throws: As ``encrypt(_:type:contentType:)``.
  public func encrypt(signed token: SecretText) throws(AuthError) -> SecretText {
    try encrypt(token.withBytes { $0.byteArray }, contentType: "JWT")
  }
}

extension TokenEncrypter {
  /// The most bytes of a content.
  private static let contentLimit = 1 << 15

  private func encrypt(_ content: [UInt8], _ header: JSONObject) throws(AuthError) -> SecretText {
    guard content.count <= Self.contentLimit else { throw .token(.tooLarge(limit: Self.contentLimit)) }
    let encryption = KeyEncryption(
      algorithm: keyManagement, content: contentEncryption, rounds: passwordRounds, randomness: randomness)
    let sent = try encryption.contentKey(for: key)
    var header = header
    header["kid"] = key.terms.identifier.map { .string($0) }
    for member in sent.header.members { header[member.name] = member.value }
    let protected = Base64URL.encode(JSONValue.object(header).utf8())
    let sealed = try contentEncryption.seal(
      content, using: sent.key, vector: encryption.random(contentEncryption.vectorByteCount),
      authenticating: Array(protected.utf8))
    let parts = [sent.encryptedKey, sealed.vector, sealed.ciphertext, sealed.tag]
    return SecretText(copying: ([protected] + parts.map { Base64URL.encode($0) }).joined(separator: "."))
  }
}
