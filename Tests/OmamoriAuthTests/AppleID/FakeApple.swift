import OmamoriAuth
@_spi(Testing) import OmamoriCore
import OmamoriCrypto
import OmamoriTransport
import OmamoriTransportCurl
import Testing

/// Apple's identity service in this process: it checks what it is sent as Apple does, and signs with a key of its own.
final class FakeApple: HTTPExchange {
  struct State {
    var codes: [String: String] = [:]
    var refreshTokens: [String: String] = [:]
    var forms: [(path: String, fields: [String: String])] = []
    var answer: HTTPAnswer?
  }

  static let clientID = "com.example.app"
  static let team = "A1B2C3D4E5"
  static let keyID = "K1K2K3K4K5"

  let key: JSONWebKey
  let teamKey = P256.Signing.PrivateKey()
  let clock: ManualClock
  let state = Protected(State())

  init(clock: ManualClock, algorithm: SignatureAlgorithm = .es256) throws {
    self.clock = clock
    key = try JSONWebKey.generate(for: algorithm, identifier: "apple-1", rsaBitCount: 2048)
  }

  func keys() throws -> StaticKeys { try StaticKeys(try #require(key.publicKey)) }

  func secrets(lifetime: Duration = .seconds(3600)) throws -> AppleClientSecrets {
    try AppleClientSecrets(
      clientID: Self.clientID, team: Self.team, keyID: Self.keyID, key: teamKey, lifetime: lifetime,
      clock: clock)
  }

  func service() throws -> AppleIDService {
    AppleIDService(secrets: try secrets(), exchange: self, clock: clock)
  }

  /// An identity token of a person; a test changes its claims.
  func identityToken(
    _ subject: String = "000123.abc.0456", nonce: AppleIDNonce?,
    _ change: (inout JSONObject) -> Void = { _ in }
  ) throws -> SecretText {
    let now = Int64(clock.date.timeIntervalSince1970)
    var claims: JSONObject = [
      "iss": "https://appleid.apple.com", "aud": .string(Self.clientID), "sub": .string(subject),
      "iat": .integer(now), "exp": .integer(now + 86_400), "auth_time": .integer(now),
      "nonce_supported": true, "email": "person@privaterelay.appleid.com", "email_verified": "true",
      "is_private_email": "true", "real_user_status": 2,
    ]
    if let nonce { claims["nonce"] = .string(nonce.digest) }
    change(&claims)
    return try sign(claims)
  }

  func sign(_ claims: JSONObject, with other: JSONWebKey? = nil) throws -> SecretText {
    let key = other ?? key
    let algorithm = try #require(key.algorithm.flatMap(SignatureAlgorithm.init))
    return try TokenSigner(key: key, algorithm: algorithm).sign(claims, type: nil)
  }

  func answer(to request: HTTPRequest) async throws(TransportError) -> HTTPAnswer {
    let fields = Self.fields(try await request.body.collected())
    let scripted = state.withLock { state in
      state.forms.append((request.url.path, fields))
      return state.answer
    }
    if let scripted { return scripted }
    do {
      switch (request.method, request.url.path) {
      case (.post, "/auth/token"): return try await token(fields)
      // Apple answers so whatever the token is.
      case (.post, "/auth/revoke"):
        guard await isClient(fields) else { return try Self.refusal("invalid_client") }
        state.withLock { $0.refreshTokens[fields["token"] ?? ""] = nil }
        return HTTPAnswer(status: 200)
      case (.post, "/auth/usermigrationinfo"): return try await migration(request, fields)
      default: return HTTPAnswer(status: 404)
      }
    } catch { return HTTPAnswer(status: 500) }
  }

  private func token(_ fields: [String: String]) async throws -> HTTPAnswer {
    guard await isClient(fields) else { return try Self.refusal("invalid_client") }
    let subject: String?
    switch fields["grant_type"] {
    case "authorization_code": subject = state.withLock { $0.codes.removeValue(forKey: fields["code"] ?? "") }
    case "refresh_token": subject = state.withLock { $0.refreshTokens[fields["refresh_token"] ?? ""] }
    case "client_credentials" where fields["scope"] == "user.migration":
      return try Self.json(["access_token": "migration", "token_type": "Bearer", "expires_in": 3600])
    default: return try Self.refusal("unsupported_grant_type")
    }
    guard let subject else { return try Self.refusal("invalid_grant") }
    var answer: JSONObject = [
      "access_token": "access", "token_type": "Bearer", "expires_in": 3600,
      "id_token": .string(try identityToken(subject, nonce: nil).reveal()),
    ]
    if fields["grant_type"] == "authorization_code" {
      let refresh = "refresh-" + subject
      state.withLock { $0.refreshTokens[refresh] = subject }
      answer["refresh_token"] = .string(refresh)
    }
    return try Self.json(answer)
  }

  private func migration(_ request: HTTPRequest, _ fields: [String: String]) async throws -> HTTPAnswer {
    guard request.headers.values("Authorization") == ["Bearer migration"], await isClient(fields) else {
      return try Self.refusal("invalid_client")
    }
    if let subject = fields["sub"], let target = fields["target"] {
      return try Self.json(["transfer_sub": .string("t." + subject + "." + target)])
    }
    guard let transfer = fields["transfer_sub"], transfer.hasPrefix("t.") else {
      return try Self.refusal("invalid_request")
    }
    return try Self.json(["sub": "new-person", "email": "new@example.com", "is_private_email": "true"])
  }

  /// Verifies the client secret as Apple does.
  private func isClient(_ fields: [String: String]) async -> Bool {
    guard fields["client_id"] == Self.clientID, let secret = fields["client_secret"],
      let key = try? JSONWebKey(
        .p256(teamKey.publicKey, nil),
        KeyAttributes(use: .signature, algorithm: "ES256", identifier: Self.keyID)),
      let verifier = try? TokenVerifier(
        issuer: Self.team, audience: "https://appleid.apple.com", algorithms: [.es256],
        keys: StaticKeys(key), clock: clock),
      let token = try? await verifier.verify(secret), token.registered.subject == Self.clientID,
      let issued = token.registered.issuedAt, let expiry = token.registered.expiry
    else { return false }
    return expiry.seconds - issued.seconds <= 15_777_000
  }

  private static func json(_ object: JSONObject, status: Int = 200) throws -> HTTPAnswer {
    HTTPAnswer(
      status: status, fields: try ResponseFields(["Content-Type": "application/json;charset=UTF-8"]),
      body: Data(JSONValue.object(object).utf8()))
  }

  private static func refusal(_ code: String) throws -> HTTPAnswer {
    try json(["error": .string(code)], status: 400)
  }

  private static func fields(_ data: Data) -> [String: String] {
    var fields: [String: String] = [:]
    for pair in String(decoding: data, as: UTF8.self).split(separator: "&") {
      let parts = pair.split(separator: "=", maxSplits: 1).map { part in
        var component = URLComponents()
        component.percentEncodedPath = part.split(separator: "+", omittingEmptySubsequences: false).joined(
          separator: "%20")
        return component.path
      }
      fields[parts[0]] = parts.count > 1 ? parts[1] : ""
    }
    return fields
  }
}
