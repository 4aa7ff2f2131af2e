import Foundation

/// The token endpoint's answer.
struct TokenReply: Codable, Sendable {
  let accessToken: String
  let refreshToken: String
  let idToken: String
  let expiresIn: TimeInterval

  private enum CodingKeys: String, CodingKey {
    case accessToken = "access_token"
    case refreshToken = "refresh_token"
    case idToken = "id_token"
    case expiresIn = "expires_in"
  }
}

/// Keeps the tokens in the Keychain and refreshes them, one refresh at a time.
actor TokenSession {
  private struct Access {
    let value: String
    let expires: Date
  }

  private let store: KeychainStore
  private let session: URLSession
  private var access: Access?
  private var refresh: Task<TokenReply, any Error>?

  init(store: KeychainStore, session: URLSession) {
    self.store = store
    self.session = session
  }

  func begin(_ reply: TokenReply) throws {
    // 新しいトークンは、保存できてから使い始める
    try store.save(Data(reply.refreshToken.utf8), as: .refreshToken)
    access = Access(value: reply.accessToken, expires: Date(timeIntervalSinceNow: reply.expiresIn - 30))
  }

  func end() throws {
    refresh?.cancel()
    refresh = nil
    access = nil
    try store.delete(.refreshToken)
  }

  func accessToken() async throws -> String {
    if let access, access.expires > .now { return access.value }
    return try await renew().accessToken
  }

  /// Gets new tokens; callers that come meanwhile wait for the same answer.
  func renew() async throws -> TokenReply {
    if let refresh { return try await refresh.value }
    guard let stored = try store.load(.refreshToken) else { throw APIError.signedOut }
    let task = Task {
      let reply = try await post([
        FormField(name: "grant_type", value: "refresh_token"),
        FormField(name: "refresh_token", value: String(decoding: stored, as: UTF8.self)),
        FormField(name: "client_id", value: WebSignIn.clientID),
      ])
      try Task.checkCancellation()
      try begin(reply)
      return reply
    }
    refresh = task
    defer { if refresh == task { refresh = nil } }
    return try await task.value
  }

  /// Sends a form in the body of a POST to the token endpoint.
  func post(_ form: [FormField]) async throws -> TokenReply {
    var request = URLRequest(url: Endpoints.exchange)
    request.httpMethod = "POST"
    request.setValue("application/x-www-form-urlencoded", forHTTPHeaderField: "Content-Type")
    request.httpBody = Data(form.map(\.formEncoded).joined(separator: "&").utf8)
    let (data, response) = try await session.data(for: request)
    guard let http = response as? HTTPURLResponse else { throw APIError.unexpectedReply }
    guard http.statusCode == 200 else { throw APIError.status(http.statusCode) }
    guard http.mimeType == "application/json", data.count <= 64 << 10 else { throw APIError.unexpectedReply }
    return try JSONDecoder().decode(TokenReply.self, from: data)
  }
}

/// One field of a form that goes into the body of a POST.
struct FormField: Sendable {
  private static let unreserved = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")

  let name: String
  let value: String

  /// RFC 3986 encoding, which also covers `&`, `=` and `+`.
  fileprivate var formEncoded: String {
    [name, value]
      .map { $0.addingPercentEncoding(withAllowedCharacters: Self.unreserved) ?? "" }
      .joined(separator: "=")
  }
}
