public import OmamoriCore

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
