import OmamoriCore

/// Verifies the signatures of messages in compact form (RFC 7515), whatever their content is.
///
/// For tokens with claims use ``TokenVerifier``, which also looks at what they say. A value; safe to share between
/// threads.
public struct SignatureVerifier: Sendable {
  /// The algorithms that are taken.
  public let algorithms: Set<SignatureAlgorithm>
  private let source: any KeySource
  /// The keys, if they never change.
  private let fixed: JSONWebKeySet?

  /// Makes a verifier.
  ///
  /// - Parameters:
  ///   - algorithms: The algorithms that are taken: at least one, and not those of secret and of public keys together,
  ///     since a public key must never be taken for a secret.
  ///   - keys: The keys.
  /// - Throws: ``AuthError/configuration(_:)``.
  public init(algorithms: Set<SignatureAlgorithm>, keys: any KeySource) throws(AuthError) {
    guard !algorithms.isEmpty else { throw .configuration(.noAlgorithm) }
    guard Set(algorithms.map(\.isSymmetric)).count == 1 else { throw .configuration(.mixedAlgorithms) }
    (self.algorithms, source) = (algorithms, keys)
    fixed = (keys as? StaticKeys)?.keys
  }

  /// Verifies a message.
  ///
  /// - Parameter token: The message.
  /// - Returns: Its content.
  /// - Throws: ``AuthError/token(_:)``, ``AuthError/key(_:)`` when its key is not for this, and what the source of keys
  ///   throws.
  public func verify(_ token: UnverifiedToken) async throws(AuthError) -> VerifiedContent {
    guard token.protection == .signature else { throw .token(.malformed) }
    let algorithm = try algorithm(of: token.header)
    let key = try await key(for: algorithm, token.header)
    return try SignedParts(token).verified(algorithm, key)
  }

  /// Verifies a message whose content is kept apart from it (RFC 7515, appendix F).
  ///
  /// - Parameters:
  ///   - token: The message, whose second part is empty.
  ///   - content: The content.
  ///   - isUnencoded: Whether the content was signed as it is (RFC 7797). The header has to say so; it is refused where
  ///     this is not asked for.
  /// - Returns: The content.
  /// - Throws: As ``verify(_:)``.
  public func verify(
    _ token: UnverifiedToken, detached content: [UInt8], isUnencoded: Bool = false
  ) async throws(AuthError) -> VerifiedContent {
    guard token.protection == .signature, token.part(1).isEmpty else { throw .token(.malformed) }
    let algorithm = try algorithm(of: token.header, isUnencoded: isUnencoded)
    let key = try await key(for: algorithm, token.header)
    let parts = SignedParts(
      header: token.header, encodedHeader: token.part(0), content: content, isUnencoded: isUnencoded,
      signature: token.part(2))
    return try parts.verified(algorithm, key)
  }

  /// The algorithm of a message that is taken.
  func algorithm(of header: TokenHeader, isUnencoded: Bool = false) throws(AuthError) -> SignatureAlgorithm {
    guard let algorithm = SignatureAlgorithm(rawValue: header.algorithm), algorithms.contains(algorithm)
    else {
      throw .token(.algorithmNotAllowed)
    }
    guard isUnencoded else {
      try header.checkExtensions()
      return algorithm
    }
    try header.checkExtensions(understood: ["b64"])
    guard header.members["b64"] == .bool(false) else { throw .token(.criticalHeader) }
    return algorithm
  }

  /// The key that a header means.
  func key(for algorithm: SignatureAlgorithm, _ header: TokenHeader) async throws(AuthError) -> JSONWebKey {
    if let fixed { return try fixed.key(for: algorithm, header) }
    return try await source.keys(for: header).key(for: algorithm, header)
  }
}

extension JSONWebKeySet {
  /// The key that a header means: the one of its name, or, when it names none, the only one that fits.
  ///
  /// Signatures are never tried with one key after the other: a name that is not in the set is an answer, and two keys
  /// that fit are too.
  func key(for algorithm: SignatureAlgorithm, _ header: TokenHeader) throws(AuthError) -> JSONWebKey {
    guard let identifier = header.keyIdentifier else {
      let fitting = keys.filter { $0.verifies(algorithm) }
      guard fitting.count == 1, let key = fitting.first else { throw .token(.noKey) }
      return key
    }
    guard let key = self[identifier] else { throw .token(.noKey) }
    guard key.verifies(algorithm) else {
      do throws(AuthError) {
        try key.check(algorithm, to: .verify)
      } catch .key(.algorithmMismatch) {
        throw .token(.algorithmNotAllowed)
      }
      throw .key(.useNotAllowed)
    }
    return key
  }
}
