import OmamoriCore

@testable import OmamoriAuth

extension TestAuthorizationServer {
  /// The identity token of a grant.
  func identityToken(for grant: Grant, access: String, isRefresh: Bool) throws -> String {
    let behaviour = behaviour
    let now = Int(clock.date.timeIntervalSince1970)
    var claims: JSONObject = [
      "iss": .string(issuer), "sub": .string(grant.subject), "aud": .string(grant.client),
      "exp": .integer(now + 600), "iat": .integer(now), "auth_time": .integer(now - 10),
      "at_hash": .string(TokenHash.text(of: SecretText(copying: access), behaviour.algorithm)),
    ]
    if !isRefresh, let nonce = grant.nonce { claims["nonce"] = .string(nonce) }
    behaviour.editIdentity(&claims)
    return try sign(claims, for: grant.client)
  }

  /// Signs claims as the behaviour says.
  func sign(_ claims: JSONObject, for client: String) throws -> String {
    let behaviour = behaviour
    let kind: KeyKind = behaviour.algorithm == .es256 ? .p256 : .rsa
    let published = state.withLock { $0.keys.first { $0.kind == kind } }
    guard let published else { throw Refusal("server_error", status: 500) }
    var header = JSONObject()
    behaviour.editIdentityHeader(&header)
    var key = published
    switch behaviour.signature {
    case .right: break
    case .foreignKey:
      key = try TestKeys.key(behaviour.algorithm, named: "foreign-\(behaviour.algorithm.rawValue)")
        .named(published.identifier)
    case .clientSecret:
      let secret = state.withLock { $0.clients[client]?.secret } ?? ""
      key = try JSONWebKey([
        "kty": "oct", "k": .string(Base64URL.encode(Array(secret.utf8))),
        "kid": .string(published.identifier ?? ""),
      ])
      return try TokenSigner(key: key, algorithm: .hs256).sign(claims).reveal()
    case .none:
      let parts = [#"{"alg":"none","typ":"JWT"}"#, JSONValue.object(claims).text()]
      return parts.map { Base64URL.encode(Array($0.utf8)) }.joined(separator: ".") + "."
    }
    if !behaviour.namesKey { key = key.named(nil) }
    return try TokenSigner(key: key, algorithm: behaviour.algorithm).sign(claims, header: header).reveal()
  }
}
