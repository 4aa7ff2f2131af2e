import Foundation

enum APIError: Error {
  case status(Int)
  case unexpectedReply
  case signedOut
}

struct Party: Codable, Identifiable, Hashable, Sendable {
  let id: String
  var title: String
  var place: String
  var date: Date
  var guests: [String]
}

struct Bill: Decodable, Identifiable, Sendable {
  let id: String
  let friend: String
  let yen: Int
}

/// Talks to the Tsukimi service.
actor APIClient {
  static let shared = APIClient()

  private static let largestReply = 4 << 20

  private let session: URLSession
  private let tokens: TokenSession

  private init() {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.tlsMinimumSupportedProtocolVersion = .TLSv13
    configuration.urlCache = nil
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    configuration.httpCookieStorage = nil
    configuration.httpShouldSetCookies = false
    configuration.httpAdditionalHeaders = ["Accept": "application/json"]
    session = URLSession(
      configuration: configuration, delegate: ServerTrustDelegate(), delegateQueue: nil)
    tokens = TokenSession(store: .shared, session: session)
  }

  // MARK: - Account

  private struct SignIn: Encodable {
    let mail: String
    let password: String
  }

  private struct Reset: Encodable {
    let mail: String
    let recoveryCode: String
  }

  private struct PushAddress: Encodable {
    let address: Data
  }

  /// Signs in with mail address and password, which go into the body of the request and nowhere else.
  func signIn(mail: String, password: String) async throws -> VerifiedClaims {
    let reply = try await send("session", body: SignIn(mail: mail, password: password), authorised: false)
    return try await adopt(JSONDecoder().decode(TokenReply.self, from: reply), nonce: nil)
  }

  /// Keeps the tokens of a sign-in once the identity in them is verified.
  func adopt(_ reply: TokenReply, nonce: String?) async throws -> VerifiedClaims {
    let keys = try await JSONDecoder().decode(
      KeySet.self, from: get(Endpoints.issuer.appending(path: "jwks")))
    let claims = try VerifiedClaims(reply.idToken, keys: keys, nonce: nonce, now: .now)
    try await tokens.begin(reply)
    return claims
  }

  /// Goes on with the session of the last launch.
  func resume() async throws -> VerifiedClaims {
    try await adopt(tokens.renew(), nonce: nil)
  }

  func exchange(form: [FormField]) async throws -> TokenReply {
    try await tokens.post(form)
  }

  func resetPassword(mail: String, recoveryCode: String) async throws {
    _ = try await send("reset", body: Reset(mail: mail, recoveryCode: recoveryCode), authorised: false)
  }

  func registerPush(_ deviceToken: Data) async throws {
    _ = try await send("push", body: PushAddress(address: deviceToken))
  }

  /// Ends the session on the server first, then here; local data goes even when the server cannot be reached.
  func signOut() async throws {
    do {
      _ = try await send("session/end", body: [String: String]())
    } catch {
      try await tokens.end()
      throw error
    }
    try await tokens.end()
  }

  // MARK: - Parties

  func parties() async throws -> [Party] {
    var request = URLRequest(url: Endpoints.api.appending(path: "parties"))
    try await authorise(&request)
    return try await JSONDecoder().decode([Party].self, from: reply(to: request))
  }

  func bill(_ id: String) async throws -> Bill {
    var request = URLRequest(url: Endpoints.api.appending(path: "bills").appending(path: id))
    try await authorise(&request)
    return try await JSONDecoder().decode(Bill.self, from: reply(to: request))
  }

  func send(_ path: String, body: some Encodable & Sendable, authorised: Bool = true) async throws -> Data {
    var request = URLRequest(url: Endpoints.api.appending(path: path))
    request.httpMethod = "POST"
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    request.httpBody = try JSONEncoder().encode(body)
    if authorised { try await authorise(&request) }
    return try await reply(to: request)
  }

  func webSocket() async throws -> URLSessionWebSocketTask {
    var request = URLRequest(url: Endpoints.chat)
    try await authorise(&request)
    return session.webSocketTask(with: request)
  }

  private func get(_ url: URL) async throws -> Data {
    try await reply(to: URLRequest(url: url))
  }

  private func authorise(_ request: inout URLRequest) async throws {
    let token = try await tokens.accessToken()
    request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
  }

  private func reply(to request: URLRequest) async throws -> Data {
    let (data, response) = try await session.data(for: request)
    guard let http = response as? HTTPURLResponse else { throw APIError.unexpectedReply }
    guard (200..<300).contains(http.statusCode) else { throw APIError.status(http.statusCode) }
    guard data.isEmpty || http.mimeType == "application/json", data.count <= Self.largestReply else {
      throw APIError.unexpectedReply
    }
    return data
  }
}
