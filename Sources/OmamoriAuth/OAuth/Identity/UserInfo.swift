public import OmamoriCore
import OmamoriTransport

/// What a server says about a person (OpenID Connect Core §5.3).
///
/// Prints nothing of it.
public struct UserInfo: Sendable {
  /// Who it is about; the one who logged in.
  public let subject: String
  /// All claims.
  public let claims: ClaimSet
}

extension UserInfo: RedactedDescription {
  /// Fixed words.
  public var description: String { "claims about a person" }
}

/// Reads the answer as claims, whose audience and expiry are not asked for where it is signed (§5.3.2).
struct UserInfoClaims: TokenClaims {
  let all: ClaimSet

  init(_ claims: ClaimSet) throws(AuthError) { all = claims }
}

extension OAuthClient {
  /// Asks for claims about the person who logged in.
  ///
  /// - Parameters:
  ///   - accessToken: The access token; it is shown in the header of the request and nowhere else.
  ///   - subject: Who logged in, from the verified identity token; claims about anybody else are refused.
  /// - Returns: The claims, whether the server signs them or not.
  /// - Throws: ``AuthError/response(_:)`` with ``ResponseFault/subjectMismatch``; ``AuthError/server(_:status:)`` with
  ///   ``ServerErrorCode/invalidToken`` when the token is not taken; otherwise ``AuthError``.
  public func userInfo(_ accessToken: SecretText, subject: String) async throws(AuthError) -> UserInfo {
    let url = try metadata.url(of: .userInfo, showingCertificate: authentication.showsCertificate)
    var answer = try await ask(url, accessToken)
    if let possession, possession.learn(from: answer, of: url) {
      answer = try await ask(url, accessToken)
      possession.learn(from: answer, of: url)
    }
    guard answer.status == 200 else {
      let codes = AuthenticationChallenge.read(answer.fields).compactMap(\.errorCode)
      if let code = codes.first { throw .server(code, status: answer.status) }
      throw AuthError(refusal: answer)
    }
    let claims = answer.isSignedToken ? try await signedClaims(answer) : ClaimSet(try answer.members())
    guard let found = claims.members["sub"]?.stringValue else { throw .response(.missingMember) }
    guard found.hasBytes(of: subject) else { throw .response(.subjectMismatch) }
    return UserInfo(subject: found, claims: claims)
  }

  private func ask(_ url: RequestURL, _ accessToken: SecretText) async throws(AuthError) -> HTTPAnswer {
    let proof = try await possession?.proof(.get, url, accessToken: accessToken)
    let request = try AuthError.transporting { () throws(TransportError) in
      var headers = HeaderFields()
      try headers.set("Accept", "application/json, application/jwt")
      try headers.set("Authorization", "\(tokenType.rawValue) \(accessToken.reveal())")
      if let proof { try headers.set("DPoP", proof) }
      return try HTTPRequest(.get, url, headers: headers)
    }
    return try await exchange.checkedAnswer(to: request, limit: Self.greatestAnswerSize)
  }

  private func signedClaims(_ answer: HTTPAnswer) async throws(AuthError) -> ClaimSet {
    let verifier = try identityVerifier()
    var rules = TokenRules()
    rules.requiresExpiry = false
    let token = try TokenVerifier(
      issuer: metadata.issuer.description, audience: identifier, algorithms: verifier.algorithms,
      keys: verifier.keys, rules: rules, clock: clock)
    let text = String(decoding: answer.body, as: UTF8.self)
    return try await token.verify(text, as: UserInfoClaims.self).claims.all
  }
}

extension HTTPAnswer {
  /// Whether it says that it is a token (RFC 7519 §10.3.1).
  fileprivate var isSignedToken: Bool {
    let types = fields.values("Content-Type")
    guard types.count == 1, let type = MediaType(types[0]) else { return false }
    return type.type == "application" && type.subtype == "jwt"
  }
}
