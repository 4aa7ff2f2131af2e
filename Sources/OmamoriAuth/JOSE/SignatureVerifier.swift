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
    let algorithm = try algorithm(of: token)
    let keys: JSONWebKeySet
    if let fixed { keys = fixed } else { keys = try await source.keys(for: token.header) }
    return try verify(token, algorithm, with: keys)
  }

  /// The algorithm of a message that is taken.
  func algorithm(of token: UnverifiedToken) throws(AuthError) -> SignatureAlgorithm {
    guard token.protection == .signature else { throw .token(.malformed) }
    guard let algorithm = SignatureAlgorithm(rawValue: token.header.algorithm), algorithms.contains(algorithm)
    else {
      throw .token(.algorithmNotAllowed)
    }
    try token.header.checkExtensions()
    return algorithm
  }

  private func verify(
    _ token: UnverifiedToken, _ algorithm: SignatureAlgorithm, with keys: JSONWebKeySet
  ) throws(AuthError) -> VerifiedContent {
    let key = try keys.key(for: algorithm, token.header)
    let (content, signature): ([UInt8], [UInt8])
    do {
      signature = try Base64URL.decode(token.part(2).span)
      content = try Base64URL.decode(token.part(1).span)
    } catch { throw .token(.malformed) }
    guard !signature.isEmpty, key.isValid(signature[...], for: token.signedPart, algorithm) else {
      throw .token(.signatureInvalid)
    }
    return VerifiedContent(header: token.header, algorithm: algorithm, key: key, bytes: content)
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
