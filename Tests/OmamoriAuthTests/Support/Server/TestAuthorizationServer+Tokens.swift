import OmamoriCore
import OmamoriCrypto
import OmamoriTransport
import OmamoriTransportCurl

@testable import OmamoriAuth

extension TestAuthorizationServer {
  /// The token endpoint.
  func token(
    _ request: HTTPRequest, _ form: [String: String], _ fields: [String: String]
  ) async throws -> HTTPAnswer {
    let client = try await authenticate(form, fields)
    let thumbprint = try await checkProof(request, fields, accessToken: nil)
    switch form["grant_type"] {
    case "authorization_code": return try redeem(form, client, thumbprint)
    case "refresh_token": return try refresh(form, client, thumbprint)
    case "client_credentials":
      guard state.withLock({ $0.clients[client]?.secret ?? $0.clients[client]?.key.map { _ in "" } }) != nil
      else {
        throw Refusal("unauthorized_client")
      }
      var grant = Grant(client: client, subject: client, scope: form["scope"] ?? "")
      grant.keyThumbprint = thumbprint
      return try tokens(for: grant, isPersonal: false)
    case "urn:ietf:params:oauth:grant-type:device_code": return try redeemDevice(form, client, thumbprint)
    default: throw Refusal("unsupported_grant_type")
    }
  }

  private func redeem(_ form: [String: String], _ client: String, _ thumbprint: String?) throws -> HTTPAnswer
  {
    let checks = behaviour.checksChallenge
    let found: Grant? = state.withLock { state in
      guard let code = form["code"], let grant = state.codes[code] else { return nil }
      if grant.isUsed { state.revokedFamilies.insert(grant.family) }
      state.count += 1
      state.codes[code]?.isUsed = true
      state.codes[code]?.family = state.count
      return grant.isUsed ? nil : state.codes[code]
    }
    guard var grant = found, grant.client == client, grant.redirectURI == form["redirect_uri"] else {
      throw Refusal("invalid_grant")
    }
    let challenge = Base64URL.encode(Array(SHA256.hash(data: Data((form["code_verifier"] ?? "").utf8))))
    guard !checks || challenge == grant.challenge else { throw Refusal("invalid_grant") }
    guard grant.keyThumbprint == nil || grant.keyThumbprint == thumbprint else {
      throw Refusal("invalid_dpop_proof")
    }
    grant.keyThumbprint = thumbprint
    grant.isUsed = false
    return try tokens(for: grant)
  }

  private func refresh(_ form: [String: String], _ client: String, _ thumbprint: String?) throws -> HTTPAnswer
  {
    let behaviour = behaviour
    let now = clock.date
    let (found, repeated): (Grant?, JSONObject?) = state.withLock { state in
      guard let token = form["refresh_token"], let grant = state.refreshTokens[token], grant.client == client,
        !state.revokedFamilies.contains(grant.family), grant.keyThumbprint == thumbprint
      else { return (nil, nil) }
      guard grant.isUsed else {
        if behaviour.rotatesRefreshTokens {
          state.refreshTokens[token]?.isUsed = true
          state.refreshTokens[token]?.usedAt = now
        }
        return (grant, nil)
      }
      let grace = Double(behaviour.grace.components.seconds)
      if let usedAt = grant.usedAt, let successor = grant.successor, grace > 0,
        now.timeIntervalSince(usedAt) <= grace
      {
        return (grant, successor)
      }
      // Somebody else has the token: nobody can say who, so all of the family is worthless.
      state.revokedFamilies.insert(grant.family)
      return (nil, nil)
    }
    guard var grant = found else { throw Refusal("invalid_grant") }
    if let repeated { return ServerAnswers.json(repeated) }
    if let scope = form["scope"] { grant.scope = scope }
    return try tokens(for: grant, refreshing: form["refresh_token"])
  }

  /// Grants tokens.
  func tokens(
    for grant: Grant, isPersonal: Bool = true, refreshing old: String? = nil
  ) throws -> HTTPAnswer {
    let behaviour = behaviour
    let access = fresh("access")
    var object: JSONObject = [
      "access_token": .string(access), "token_type": grant.keyThumbprint == nil ? "Bearer" : "DPoP",
      "expires_in": 3600,
    ]
    let fresh = fresh("refresh")
    if isPersonal, behaviour.grantsRefreshTokens, old == nil || behaviour.rotatesRefreshTokens {
      object["refresh_token"] = .string(fresh)
    }
    state.withLock { state in
      state.accessTokens[access] = grant
      if object.contains("refresh_token") {
        var next = grant
        (next.isUsed, next.usedAt, next.successor) = (false, nil, nil)
        state.refreshTokens[fresh] = next
      }
    }
    let names = grant.scope.split(separator: " ")
    if names.contains("openid"), old == nil || behaviour.grantsIdentityOnRefresh {
      object["id_token"] = .string(try identityToken(for: grant, access: access, isRefresh: old != nil))
    }
    behaviour.editTokens(&object)
    if let old {
      let sent = object
      state.withLock { $0.refreshTokens[old]?.successor = sent }
    }
    return ServerAnswers.json(object, ["Cache-Control": "no-store", "Date": ServerDates.text(clock.date)])
  }
}
