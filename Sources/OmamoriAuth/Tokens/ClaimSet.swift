public import OmamoriCore

/// The claims of a token, with readers that refuse another type than the one that is asked for.
///
/// Prints the number of claims only.
public struct ClaimSet: Sendable {
  /// The bounds of the claims of a token.
  static let limits = JSONLimits(depth: 16, size: UnverifiedToken.sizeLimit, values: 8192)

  /// All members.
  public let members: JSONObject

  /// Takes members over.
  public init(_ members: JSONObject) { self.members = members }

  /// Reads the content of a token.
  init(content: [UInt8]) throws(AuthError) {
    do {
      guard let members = try StrictJSON.parse(content, limits: Self.limits).objectValue else {
        throw AuthError.token(.malformed)
      }
      self.members = members
    } catch { throw .token(.malformed) }
  }

  /// A claim that is text, if it is there.
  ///
  /// - Parameter name: The name.
  /// - Returns: The text.
  /// - Throws: ``AuthError/token(_:)`` when it is something else, `null` included.
  public func text(_ name: String) throws(AuthError) -> String? {
    guard let value = members[name] else { return nil }
    guard let text = value.stringValue else { throw Self.malformed(name) }
    return text
  }

  /// A claim that is one text or several, if it is there.
  ///
  /// - Parameter name: The name.
  /// - Returns: The texts; never empty.
  /// - Throws: ``AuthError/token(_:)`` when it is something else, an empty array included.
  public func texts(_ name: String) throws(AuthError) -> [String]? {
    guard let value = members[name] else { return nil }
    if let text = value.stringValue { return [text] }
    guard let elements = value.arrayValue, !elements.isEmpty, elements.count <= 256 else {
      throw Self.malformed(name)
    }
    let texts = elements.compactMap(\.stringValue)
    guard texts.count == elements.count else { throw Self.malformed(name) }
    return texts
  }

  /// A claim that is a time, if it is there.
  ///
  /// - Parameter name: The name.
  /// - Returns: The time.
  /// - Throws: ``AuthError/token(_:)`` when it is no number.
  public func date(_ name: String) throws(AuthError) -> NumericDate? {
    guard let value = members[name] else { return nil }
    guard let number = value.numberValue else { throw Self.malformed(name) }
    return NumericDate(number)
  }

  /// A claim that is true or false, if it is there.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - takesText: Whether the texts `true` and `false` are taken too, as some issuers write them.
  /// - Returns: The value.
  /// - Throws: ``AuthError/token(_:)`` when it is something else.
  public func flag(_ name: String, takesText: Bool = false) throws(AuthError) -> Bool? {
    guard let value = members[name] else { return nil }
    if let flag = value.boolValue { return flag }
    switch value.stringValue {
    case "true"? where takesText: return true
    case "false"? where takesText: return false
    default: throw Self.malformed(name)
    }
  }

  /// A claim that is a whole number, if it is there.
  ///
  /// - Parameter name: The name.
  /// - Returns: The number.
  /// - Throws: ``AuthError/token(_:)`` when it is something else or does not fit.
  public func integer(_ name: String) throws(AuthError) -> Int? {
    guard let value = members[name] else { return nil }
    guard let number = value.intValue else { throw Self.malformed(name) }
    return number
  }

  /// What a claim is that has to be there.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - value: What a reader gave for it.
  /// - Returns: The value.
  /// - Throws: ``AuthError/token(_:)`` when there is none.
  public func required<Value>(_ name: String, _ value: Value?) throws(AuthError) -> Value {
    guard let value else { throw .token(.claimMissing(TokenClaim(rawValue: name) ?? .other)) }
    return value
  }

  private static func malformed(_ name: String) -> AuthError {
    .token(.claimMalformed(TokenClaim(rawValue: name) ?? .other))
  }
}

extension ClaimSet: RedactedDescription {
  /// The number of claims.
  public var description: String { "\(members.count) claims" }
}

/// The claims that RFC 7519 §4.1 registers.
///
/// Prints which claims there are, not what they say.
public struct RegisteredClaims: TokenClaims {
  /// `iss`, who issued the token.
  public let issuer: String?
  /// `sub`, whom or what it is about.
  public let subject: String?
  /// `aud`, whom it is for.
  public let audience: [String]
  /// `exp`, when it stops being valid.
  public let expiry: NumericDate?
  /// `nbf`, when it begins to be valid.
  public let notBefore: NumericDate?
  /// `iat`, when it was issued.
  public let issuedAt: NumericDate?
  /// `jti`, its name.
  public let identifier: String?

  /// Reads the claims.
  ///
  /// - Parameter claims: All claims of the token.
  /// - Throws: ``AuthError/token(_:)`` when one of them is not of its type.
  public init(_ claims: ClaimSet) throws(AuthError) {
    issuer = try claims.text("iss")
    subject = try claims.text("sub")
    audience = try claims.texts("aud") ?? []
    expiry = try claims.date("exp")
    notBefore = try claims.date("nbf")
    issuedAt = try claims.date("iat")
    identifier = try claims.text("jti")
  }
}

extension RegisteredClaims: RedactedDescription {
  /// Fixed words.
  public var description: String { "registered claims" }
}
