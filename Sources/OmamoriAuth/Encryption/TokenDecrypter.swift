import OmamoriCore

/// Decrypts tokens (JSON Web Encryption, RFC 7516) that use exactly the algorithms that were asked for.
///
/// Nothing in a token chooses more than which of the given keys and algorithms is used, and nothing in it causes network
/// traffic. `crit` is refused, and so is compression unless it is asked for. Every failure to decrypt is the same error.
///
/// With a password a token can keep a processor busy for up to a second: do not
/// decrypt such tokens where a thread must not wait.
public struct TokenDecrypter: Sendable {
  /// The greatest size of a token in bytes.
  public static let sizeLimit = EncryptedToken.sizeLimit
  /// The most keys that can be given.
  public static let keyLimit = 32
  /// How often a token may have PBKDF2 applied.
  public static let passwordRounds = PasswordKeyWrap.rounds
  /// The most bytes that a compressed content may stand for: 256 KiB.
  public static let inflationLimit = 1 << 18

  private let keys: [DecryptionKey]
  private let keyManagement: Set<KeyManagementAlgorithm>
  private let contentEncryption: Set<ContentEncryptionAlgorithm>
  private let passwordRounds: ClosedRange<Int>
  private let inflationLimit: Int?

  /// Makes a decrypter.
  ///
  /// - Parameters:
  ///   - keys: The keys to choose from, at most ``keyLimit``.
  ///   - keyManagement: How the key of a token may be encrypted: with shared keys, or with public ones, but not both.
  ///   - contentEncryption: How the content may be encrypted.
  ///   - passwordRounds: How often a token may have PBKDF2 applied, within 1,000 to 1,000,000.
  ///   - inflationLimit: The most bytes that a compressed content may stand for, at most 256 KiB; `nil` refuses
  ///     compressed contents, whose length tells something about what they hold.
  /// - Throws: ``AuthError/configuration(_:)`` without algorithms or with both kinds of them, ``AuthError/key(_:)``
  ///   with too many keys or with one that none of the algorithms can use.
  public init(
    keys: [DecryptionKey],
    keyManagement: Set<KeyManagementAlgorithm>,
    contentEncryption: Set<ContentEncryptionAlgorithm>,
    passwordRounds: ClosedRange<Int> = Self.passwordRounds,
    inflationLimit: Int? = nil
  ) throws(AuthError) {
    guard !keyManagement.isEmpty, !contentEncryption.isEmpty else { throw .configuration(.noAlgorithm) }
    guard Set(keyManagement.map(\.isSymmetric)).count == 1 else { throw .configuration(.mixedAlgorithms) }
    guard keys.count <= Self.keyLimit else { throw .key(.tooMany(limit: Self.keyLimit)) }
    for key in keys {
      let isUsable = keyManagement.contains { algorithm in
        contentEncryption.contains { key.fits(algorithm, $0) }
      }
      guard isUsable else { throw .key(.algorithmMismatch) }
    }
    (self.keys, self.keyManagement, self.contentEncryption) = (keys, keyManagement, contentEncryption)
    self.passwordRounds = passwordRounds.clamped(to: Self.passwordRounds)
    self.inflationLimit = inflationLimit.map { min(max($0, 0), Self.inflationLimit) }
  }

  /// Decrypts a token in the compact serialization.
  ///
  /// - Parameter token: The token, at most ``sizeLimit`` bytes.
  /// - Returns: What it held.
  /// - Throws: ``AuthError/token(_:)``.
  public func decrypt(_ token: SecretText) throws(AuthError) -> DecryptedToken {
    try decrypt(EncryptedToken(compact: token.withBytes { $0.byteArray }))
  }

  /// Decrypts a token in the compact serialization.
  ///
  /// - Parameter token: The token, at most ``sizeLimit`` bytes.
  /// - Returns: What it held.
  /// - Throws: ``AuthError/token(_:)``.
  public func decrypt(_ token: String) throws(AuthError) -> DecryptedToken {
    try decrypt(EncryptedToken(compact: Array(token.utf8)))
  }

  /// Decrypts a token in one of the JSON serializations, flattened or with at most 16 recipients.
  ///
  /// - Parameter token: The token in UTF-8, at most ``sizeLimit`` bytes; its protected header must name the algorithm
  ///   of the content.
  /// - Returns: What it held.
  /// - Throws: ``AuthError/token(_:)``.
  public func decrypt(json token: [UInt8]) throws(AuthError) -> DecryptedToken {
    try decrypt(EncryptedToken(json: token))
  }
}

extension TokenDecrypter {
  /// A way to decrypt a token: one of its recipients with one of the keys.
  private struct Attempt {
    let recipient: EncryptedToken.Recipient
    let key: DecryptionKey
    let algorithm: KeyManagementAlgorithm
    let content: ContentEncryptionAlgorithm
  }

  private func decrypt(_ token: EncryptedToken) throws(AuthError) -> DecryptedToken {
    for attempt in try attempts(token) {
      do throws(AuthError) {
        return try decrypt(token, attempt)
      } catch {
        guard error == .token(.decryptionFailed) else { throw error }
      }
    }
    throw .token(.decryptionFailed)
  }

  /// What there is to try, after all headers were checked.
  private func attempts(_ token: EncryptedToken) throws(AuthError) -> [Attempt] {
    var isAllowed = false
    var (attempts, rounds): ([Attempt], Int) = ([], 0)
    for recipient in token.recipients {
      try recipient.header.check(allowsCompression: inflationLimit != nil)
      let name = try recipient.header.text("alg")
      guard let content = ContentEncryptionAlgorithm(rawValue: try recipient.header.text("enc")),
        contentEncryption.contains(content)
      else { throw .token(.algorithmNotAllowed) }
      guard let algorithm = KeyManagementAlgorithm(rawValue: name), keyManagement.contains(algorithm) else {
        continue
      }
      guard token.recipients.count == 1 || !algorithm.carriesNoKey else { throw .token(.malformed) }
      isAllowed = true
      let identifier = recipient.header.members["kid"]?.stringValue
      for key in keys where key.terms.answer(to: identifier) && key.fits(algorithm, content) {
        attempts.append(Attempt(recipient: recipient, key: key, algorithm: algorithm, content: content))
        if case .password = key.material { rounds += try passwordRounds(recipient.header) }
      }
    }
    // All together may not cost more than one may.
    guard rounds <= passwordRounds.upperBound else { throw .token(.malformed) }
    guard isAllowed else { throw .token(.algorithmNotAllowed) }
    guard !attempts.isEmpty else { throw .token(.noKey) }
    return Array(attempts.prefix(Self.keyLimit))
  }

  /// How often PBKDF2 is to be applied (`p2c`).
  private func passwordRounds(_ header: EncryptionHeader) throws(AuthError) -> Int {
    guard let rounds = header.members["p2c"]?.intValue, passwordRounds ~= rounds else {
      throw .token(.malformed)
    }
    return rounds
  }

  private func decrypt(_ token: EncryptedToken, _ attempt: Attempt) throws(AuthError) -> DecryptedToken {
    let decryption = KeyDecryption(algorithm: attempt.algorithm, content: attempt.content)
    let key = try decryption.contentKey(of: attempt.recipient, with: attempt.key)
    let opened = try attempt.content.open(token.sealed, using: key, authenticating: token.authenticatedData)
    let content = try attempt.recipient.header.isCompressed ? inflated(opened) : opened
    let header = attempt.recipient.header.protected
    return DecryptedToken(
      content: content, keyManagement: attempt.algorithm, contentEncryption: attempt.content,
      type: header["typ"]?.stringValue, contentType: header["cty"]?.stringValue)
  }

  /// An authentic content, decompressed; one that stands for more than it may is refused as if it were not authentic.
  private func inflated(_ content: Data) throws(AuthError) -> Data {
    guard let inflated = Inflation.inflate(Array(content), limit: inflationLimit ?? 0) else {
      throw .token(.decryptionFailed)
    }
    return Data(inflated)
  }
}

extension TokenDecrypter {
  /// Decrypts a nested token (RFC 7519 §5.2) and verifies the signed token inside.
  ///
  /// Who can encrypt is not who may issue: claims that are encrypted but not signed are refused, whatever the key, and
  /// so is a signed token that is not encrypted.
  ///
  /// - Parameters:
  ///   - token: The encrypted token in the compact serialization, whose header says `cty` `JWT`.
  ///   - verifier: Verifies the token inside.
  ///   - type: What its claims are read as.
  /// - Returns: The token inside with its claims.
  /// - Throws: ``AuthError``; with ``TokenFault/wrongType`` when there is no token inside.
  public func verify<Claims: TokenClaims>(
    _ token: SecretText,
    with verifier: TokenVerifier,
    as type: Claims.Type = RegisteredClaims.self
  ) async throws(AuthError) -> VerifiedToken<Claims> {
    try await verify(decrypt(token), with: verifier, as: type)
  }

  /// Decrypts a nested token (RFC 7519 §5.2) and verifies the signed token inside.
  ///
  /// Who can encrypt is not who may issue: claims that are encrypted but not signed are refused, whatever the key, and
  /// so is a signed token that is not encrypted.
  ///
  /// - Parameters:
  ///   - token: The encrypted token in the compact serialization, whose header says `cty` `JWT`.
  ///   - verifier: Verifies the token inside.
  ///   - type: What its claims are read as.
  /// - Returns: The token inside with its claims.
  /// - Throws: ``AuthError``; with ``TokenFault/wrongType`` when there is no token inside.
  public func verify<Claims: TokenClaims>(
    _ token: String,
    with verifier: TokenVerifier,
    as type: Claims.Type = RegisteredClaims.self
  ) async throws(AuthError) -> VerifiedToken<Claims> {
    try await verify(decrypt(token), with: verifier, as: type)
  }

  private func verify<Claims: TokenClaims>(
    _ outer: DecryptedToken,
    with verifier: TokenVerifier,
    as type: Claims.Type
  ) async throws(AuthError) -> VerifiedToken<Claims> {
    guard let contentType = outer.contentType, contentType.lowercased() == "jwt" else {
      throw .token(.wrongType)
    }
    let inner = try UnverifiedToken(bytes: Array(outer.content))
    guard inner.protection == .signature else { throw .token(.wrongType) }
    return try await verifier.verify(inner, as: type)
  }
}
