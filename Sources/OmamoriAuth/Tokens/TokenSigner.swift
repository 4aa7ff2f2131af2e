public import OmamoriCore

/// Signs tokens (RFC 7519) and other content in compact form (RFC 7515) with one key.
///
/// Prints its algorithm only.
public struct TokenSigner: Sendable {
  /// The key.
  public let key: JSONWebKey
  /// The algorithm.
  public let algorithm: SignatureAlgorithm

  /// Makes a signer.
  ///
  /// - Parameters:
  ///   - key: A private key, or a secret.
  ///   - algorithm: The algorithm.
  /// - Throws: ``AuthError/key(_:)`` when the key is a public one or not for this.
  public init(key: JSONWebKey, algorithm: SignatureAlgorithm) throws(AuthError) {
    guard key.isPrivate else { throw .key(.privateKeyNeeded) }
    try key.check(algorithm, to: .sign)
    (self.key, self.algorithm) = (key, algorithm)
  }

  /// Signs claims.
  ///
  /// - Parameters:
  ///   - claims: The claims; times are best written with ``NumericDate/number``.
  ///   - type: The value of `typ`, if there shall be one.
  ///   - header: Further members of the header, such as `jwk` of a proof of possession; neither `alg` nor `kid` nor `typ`
  ///     nor `crit`.
  /// - Returns: The token.
  /// - Throws: ``AuthError/configuration(_:)`` for a member that the signer sets itself,
  ///   ``AuthError/cryptography(_:)``.
  public func sign(
    _ claims: JSONObject, type: String? = "JWT", header: JSONObject = JSONObject()
  ) throws(AuthError) -> SecretText {
    var header = header
    guard !header.contains("typ") else { throw .configuration(.parameter) }
    if let type { header["typ"] = .string(type) }
    return try sign(content: JSONValue.object(claims).utf8(), header: header)
  }

  /// Signs content of any kind.
  ///
  /// - Parameters:
  ///   - content: The content.
  ///   - header: Further members of the header; neither `alg` nor `kid` nor `crit`.
  /// - Returns: The content with its header and its signature.
  /// - Throws: ``AuthError/configuration(_:)`` for a member that the signer sets itself,
  ///   ``AuthError/cryptography(_:)``.
  public func sign(content: [UInt8], header: JSONObject = JSONObject()) throws(AuthError) -> SecretText {
    guard !["alg", "kid", "crit", "b64"].contains(where: header.contains) else {
      throw .configuration(.parameter)
    }
    var whole: JSONObject = ["alg": .string(algorithm.rawValue)]
    if let identifier = key.identifier { whole["kid"] = .string(identifier) }
    for member in header.members { whole.insert(member.name, member.value) }
    let signed = Array(
      (Base64URL.encode(JSONValue.object(whole).utf8()) + "." + Base64URL.encode(content)).utf8)
    let signature = try key.signature(for: signed, algorithm)
    return SecretText(SecretBytes(copying: signed + Array(("." + Base64URL.encode(signature)).utf8)))
  }
}

extension TokenSigner: RedactedDescription {
  /// The algorithm.
  public var description: String { "token signer (\(algorithm.rawValue))" }
}
