public import OmamoriCore

/// A login that was begun: what has to be known to take its callback, and to nobody else.
///
/// An app that may be ended meanwhile seals ``encoded()`` with a key of its own and keeps it until the callback; it removes
/// it before it takes a callback, so that none is taken twice. Prints nothing.
public struct PendingAuthorization: Sendable, Equatable {
  /// The server.
  public let issuer: Issuer
  /// The client's identifier.
  public let clientIdentifier: String
  /// Where the browser comes back to.
  public let redirectURI: RedirectURI
  /// The scopes that were asked for.
  public let scope: [String]
  /// Until when a callback is taken, by the local clock.
  public let expiry: Date
  /// How long ago the person may have typed a password at most.
  public let maximumAge: Duration?
  /// The thumbprint of the key that the code is bound to (RFC 9449 §10).
  public let keyThumbprint: String?
  let begun: Date
  let state: SecretText
  let nonce: SecretText?
  let verifier: CodeVerifier
  let demandsIssuer: Bool
}

extension PendingAuthorization {
  /// Begins a login.
  init(
    _ request: AuthorizationRequest, at metadata: ServerMetadata, clientIdentifier: String,
    keyThumbprint: String?, randomness: any Randomness, now: Date
  ) throws(AuthError) {
    guard metadata.statesProofKey || request.trustsUnstatedCodeChallenge else {
      throw .metadata(.proofKeyUnsupported)
    }
    guard request.lifetime >= .seconds(1), request.lifetime <= .seconds(3600),
      request.maximumAge.map({ $0 >= .zero && $0 <= .seconds(315_360_000) }) ?? true
    else { throw .configuration(.lifetime) }
    self.init(
      issuer: metadata.issuer, clientIdentifier: clientIdentifier, redirectURI: request.redirectURI,
      scope: request.scope, expiry: now + Double(request.lifetime.components.seconds),
      maximumAge: request.maximumAge, keyThumbprint: keyThumbprint, begun: now,
      state: try .random(from: randomness),
      nonce: request.asksForIdentity ? try .random(from: randomness) : nil,
      verifier: try CodeVerifier(randomness: randomness), demandsIssuer: metadata.statesIssuerInCallback)
  }
}

extension PendingAuthorization: RedactedDescription {
  /// The issuer alone.
  public var description: String { "a login at \(issuer)" }
}

extension PendingAuthorization {
  /// What a callback means for this login.
  enum Judgement: Equatable {
    /// It is not the callback of this login, which goes on waiting.
    case foreign(AuthError)
    /// It is, and the login has failed.
    case failed(AuthError)
    /// It is, and this is the code.
    case code(SecretText)
  }

  /// Judges a callback: address, duplicates, state, issuer, error, code, in this order (RFC 6749 §4.1.2, RFC 9207 §2.4,
  /// RFC 9700 §4.4).
  func judge(_ callback: SecretText, at now: Date) -> Judgement {
    let parameters: CallbackParameters
    do throws(AuthError) {
      parameters = try self.parameters(of: callback)
    } catch {
      return .foreign(error)
    }
    guard now < expiry else { return .failed(.callback(.expired)) }
    if let name = parameters["iss"] {
      guard issuer.isNamed(name) else { return .failed(.callback(.issuerMismatch)) }
    } else if demandsIssuer {
      return .failed(.callback(.issuerMismatch))
    }
    switch (parameters["error"], parameters["code"]) {
    case (.some, .some): return .failed(.callback(.ambiguous))
    case (let error?, nil): return .failed(.server(ServerErrorCode(code: error), status: nil))
    case (nil, let code?):
      guard FormText.isVisible(code) else { return .failed(.callback(.malformed)) }
      return .code(SecretText(copying: code))
    case (nil, nil): return .failed(.callback(.codeMissing))
    }
  }

  /// Whether a callback is of this login: it came to its redirect URI and has its state, and no parameter twice.
  ///
  /// Others than the server can send something to a redirect URI. What is not of this login neither completes nor ends it;
  /// a program that takes callbacks itself refuses them and goes on waiting.
  ///
  /// - Parameter callback: The whole URL that the browser came back with.
  /// - Returns: `true` also when the rest says that the login has failed; ``OAuthClient/completeLogin(_:of:)`` tells.
  public func isAnswered(by callback: SecretText) -> Bool {
    do throws(AuthError) {
      _ = try parameters(of: callback)
      return true
    } catch {
      return false
    }
  }

  /// The parameters of a callback of this login.
  private func parameters(of callback: SecretText) throws(AuthError) -> CallbackParameters {
    let parameters = try CallbackParameters(callback.reveal(), redirectURI: redirectURI)
    // A missing state is no state that was sent, whatever was sent.
    guard let state = parameters["state"], SecretText(copying: state) == self.state else {
      throw .callback(.stateMismatch)
    }
    return parameters
  }
}

extension PendingAuthorization {
  /// The greatest size of an encoded login, in bytes.
  package static let greatestSize = 64 << 10

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
