public import OmamoriCore

extension PendingAuthorization {
  /// The greatest size of an encoded login, in bytes.
  public static let greatestSize = 64 << 10

  /// The login as bytes, to be sealed: whoever has them can complete it.
  public func encoded() -> SecretBytes {
    var object: JSONObject = [
      "version": 1, "issuer": .string(issuer.description), "client": .string(clientIdentifier),
      "redirect": .string(redirectURI.description), "scope": .array(scope.map(JSONValue.string)),
      "begun": .integer(Int(begun.timeIntervalSince1970.rounded(.down))),
      "expiry": .integer(Int(expiry.timeIntervalSince1970.rounded(.down))),
      "state": .string(state.reveal()), "verifier": .string(verifier.secret.reveal()),
      "demandsIssuer": .bool(demandsIssuer),
    ]
    if let maximumAge { object["maximumAge"] = .integer(maximumAge.components.seconds) }
    if let keyThumbprint { object["key"] = .string(keyThumbprint) }
    if let nonce { object["nonce"] = .string(nonce.reveal()) }
    return SecretBytes(copying: JSONValue.object(object).utf8())
  }

  /// Reads a login that was encoded.
  ///
  /// - Parameter bytes: What ``encoded()`` gave, opened again.
  /// - Throws: ``AuthError/callback(_:)`` with ``CallbackFault/malformed``.
  public init(decoding bytes: borrowing SecretBytes) throws(AuthError) {
    let limits = JSONLimits(depth: 4, size: Self.greatestSize, values: 1000)
    let content = bytes.withBytes { $0.byteArray }
    guard let object = (try? StrictJSON.parse(content, limits: limits))?.objectValue,
      let login = PendingAuthorization(members: object)
    else { throw .callback(.malformed) }
    self = login
  }

  private init?(members object: JSONObject) {
    guard object["version"]?.intValue == 1,
      let issuer = object["issuer"]?.stringValue.flatMap(Issuer.init(reading:)),
      let client = object["client"]?.stringValue,
      let redirect = object["redirect"]?.stringValue, let redirectURI = try? RedirectURI(redirect),
      let scopes = object["scope"]?.arrayValue, let begun = object["begun"]?.intValue,
      let expiry = object["expiry"]?.intValue, let state = Self.secret(object["state"]),
      let verifier = Self.secret(object["verifier"]), let demandsIssuer = object["demandsIssuer"]?.boolValue
    else { return nil }
    let scope = scopes.compactMap(\.stringValue)
    guard scope.count == scopes.count, !scope.contains("openid") || object.contains("nonce") else {
      return nil
    }
    let nonce = Self.secret(object["nonce"])
    guard object.contains("nonce") == (nonce != nil) else { return nil }
    self.init(
      issuer: issuer, clientIdentifier: client, redirectURI: redirectURI, scope: scope,
      expiry: Date(timeIntervalSince1970: Double(expiry)),
      maximumAge: object["maximumAge"]?.intValue.map { .seconds($0) },
      keyThumbprint: object["key"]?.stringValue,
      begun: Date(timeIntervalSince1970: Double(begun)), state: state, nonce: nonce,
      verifier: CodeVerifier(verifier),
      demandsIssuer: demandsIssuer)
  }

  /// A secret of the length that is made here; a shorter one could be guessed.
  private static func secret(_ value: JSONValue?) -> SecretText? {
    guard let text = value?.stringValue, text.utf8.count == 43 else { return nil }
    return SecretText(copying: text)
  }
}
