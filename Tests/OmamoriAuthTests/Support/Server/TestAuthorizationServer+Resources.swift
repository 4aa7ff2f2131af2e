import OmamoriCore
import OmamoriTransport
import OmamoriTransportCurl

@testable import OmamoriAuth

extension TestAuthorizationServer {
  func revoke(_ form: [String: String], _ fields: [String: String]) async throws -> HTTPAnswer {
    let client = try await authenticate(form, fields)
    state.withLock { state in
      guard let token = form["token"] else { return }
      if let grant = state.refreshTokens[token], grant.client == client {
        state.revokedFamilies.insert(grant.family)
      }
      if state.accessTokens[token]?.client == client { state.accessTokens[token] = nil }
    }
    return HTTPAnswer(status: 200)
  }

  func introspect(_ form: [String: String], _ fields: [String: String]) async throws -> HTTPAnswer {
    try await authenticate(form, fields)
    let grant = state.withLock { state in form["token"].flatMap { state.accessTokens[$0] } }
    guard let grant else { return ServerAnswers.json(["active": false, "sub": "nobody"]) }
    return ServerAnswers.json([
      "active": true, "scope": .string(grant.scope), "client_id": .string(grant.client),
      "sub": .string(grant.subject), "aud": "https://api.example", "exp": 1_767_229_200,
    ])
  }

  func userInfo(_ request: HTTPRequest, _ fields: [String: String]) async throws -> HTTPAnswer {
    let parts = (fields["authorization"] ?? "").split(separator: " ").map(String.init)
    guard parts.count == 2, let grant = state.withLock({ $0.accessTokens[parts[1]] }) else {
      throw Refusal(
        ServerAnswers.text(
          "", status: 401, type: nil, ["WWW-Authenticate": #"Bearer realm="x", error="invalid_token""#]))
    }
    let thumbprint = try await checkProof(request, fields, accessToken: parts[1])
    guard grant.keyThumbprint == thumbprint, parts[0].lowercased() == (thumbprint == nil ? "bearer" : "dpop")
    else {
      throw Refusal(
        ServerAnswers.text("", status: 401, type: nil, ["WWW-Authenticate": #"DPoP error="invalid_token""#]))
    }
    let behaviour = behaviour
    var claims: JSONObject = ["sub": .string(grant.subject), "name": "Jane Doe"]
    behaviour.editUserInfo(&claims)
    guard behaviour.signsUserInfo else { return ServerAnswers.json(claims) }
    claims["iss"] = .string(issuer)
    claims["aud"] = .string(grant.client)
    return ServerAnswers.text(try sign(claims, for: grant.client), type: "application/jwt")
  }
}
