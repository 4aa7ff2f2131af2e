public import OmamoriCore

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

extension SignatureVerifier {
  /// The most bytes that a message in JSON may have.
  public static let jsonSizeLimit = 1 << 20
  /// The most signatures that a message in JSON may have.
  public static let signatureLimit = 16

  /// Verifies a message in the JSON serialization, flattened or general (RFC 7515 §7.2).
  ///
  /// Of several signatures at least one has to hold; those for which there is no key, or whose algorithm is not taken,
  /// count for nothing, and one that is wrong makes all be refused. `alg`, `crit` and what `crit` names are read in the
  /// protected header only, and so is the header that comes back with the content: of what is not protected nothing but
  /// `kid` counts.
  ///
  /// - Parameters:
  ///   - json: The message, at most ``jsonSizeLimit`` bytes.
  ///   - content: The content, when it is kept apart from the message.
  /// - Returns: The content once for each signature that holds.
  /// - Throws: ``AuthError/token(_:)``, ``AuthError/key(_:)``, and what the source of keys throws.
  public func verify(
    json: some DataProtocol, detached content: [UInt8]? = nil
  ) async throws(AuthError) -> [VerifiedContent] {
    try await verify(json: json, detached: content, skippingWrong: false)
  }

  /// Verifies a message as ``verify(json:detached:)`` does.
  ///
  /// - Parameters:
  ///   - json: The message.
  ///   - content: The content, when it is kept apart from the message.
  ///   - skipsWrong: Whether a signature that does not hold counts for nothing, because nothing says that it was made with
  ///     the key that there is.
  /// - Returns: The content once for each signature that holds.
  /// - Throws: ``AuthError/token(_:)``, ``AuthError/key(_:)``, and what the source of keys throws.
  package func verify(
    json: some DataProtocol, detached content: [UInt8]? = nil, skippingWrong skipsWrong: Bool
  ) async throws(AuthError) -> [VerifiedContent] {
    let signatures = try Self.signatures(try Self.members(json), detached: content)
    var (verified, refusal): ([VerifiedContent], AuthError?) = ([], nil)
    var isAnyWrong = false
    for (parts, header) in signatures {
      let (algorithm, key): (SignatureAlgorithm, JSONWebKey)
      do throws(AuthError) {
        algorithm = try self.algorithm(of: header)
        key = try await self.key(for: algorithm, header)
      } catch {
        switch error {
        case .token(.algorithmNotAllowed), .token(.noKey): refusal = refusal ?? error
        default: throw error
        }
        continue
      }
      do throws(AuthError) {
        verified.append(try parts.verified(algorithm, key))
      } catch {
        guard skipsWrong, error == .token(.signatureInvalid) else { throw error }
        isAnyWrong = true
      }
    }
    guard !verified.isEmpty else {
      if isAnyWrong { throw .token(.signatureInvalid) }
      throw refusal ?? .token(.malformed)
    }
    return verified
  }

  private static func members(_ json: some DataProtocol) throws(AuthError) -> JSONObject {
    guard json.count <= jsonSizeLimit else { throw .token(.tooLarge(limit: jsonSizeLimit)) }
    do {
      let document = try StrictJSON.parse(
        Array(json), limits: JSONLimits(depth: 16, size: jsonSizeLimit, values: 8192))
      if let members = document.objectValue { return members }
    } catch { throw .token(.malformed) }
    throw .token(.malformed)
  }

  /// What is verified, with the header by which its key is found.
  private typealias Signature = (parts: SignedParts, header: TokenHeader)

  /// The signatures of a message; either form has its own members and none of the other's.
  private static func signatures(
    _ members: JSONObject, detached content: [UInt8]?
  ) throws(AuthError) -> [Signature] {
    let payload: ArraySlice<UInt8>
    switch (members["payload"], content) {
    case (.string(let text)?, nil): payload = Array(text.utf8)[...]
    case (nil, let content?): payload = Array(Base64URL.encode(content).utf8)[...]
    default: throw .token(.malformed)
    }
    guard let value = members["signatures"] else { return [try signature(members, payload)] }
    guard let elements = value.arrayValue, 1...signatureLimit ~= elements.count,
      !["signature", "protected", "header"].contains(where: members.contains)
    else { throw .token(.malformed) }
    var signatures: [Signature] = []
    for element in elements {
      guard let members = element.objectValue else { throw .token(.malformed) }
      signatures.append(try signature(members, payload))
    }
    return signatures
  }

  private static func signature(_ members: JSONObject, _ payload: ArraySlice<UInt8>) throws(AuthError)
    -> Signature
  {
    guard let encoded = members["protected"]?.stringValue, let signature = members["signature"]?.stringValue
    else {
      throw .token(.malformed)
    }
    let encodedHeader = Array(encoded.utf8)
    let header = try TokenHeader(encoded: encodedHeader.byteSpan)
    let parts = SignedParts(
      header: header, encodedHeader: encodedHeader[...], encodedContent: payload,
      signature: Array(signature.utf8)[...])
    guard let value = members["header"] else { return (parts, header) }
    guard let unprotected = value.objectValue else { throw .token(.malformed) }
    return (parts, try header.adding(unprotected))
  }
}

extension TokenHeader {
  /// The header with members that no signature protects: they have other names, and are none that decide how it is read.
  fileprivate func adding(_ unprotected: JSONObject) throws(AuthError) -> TokenHeader {
    guard !["crit", "b64"].contains(where: unprotected.contains) else { throw .token(.criticalHeader) }
    var members = members
    for member in unprotected.members {
      guard members.insert(member.name, member.value) else { throw .token(.malformed) }
    }
    return try TokenHeader(members)
  }
}
