import Foundation
import os

struct APIError: Error {
  let status: Int
}

struct Party: Codable, Identifiable, Hashable {
  let id: String
  var title: String
  var place: String
  var date: Date
  var guests: [String]
}

/// Talks to the Tsukimi service.
final class APIClient {
  static let shared = APIClient()

  private let logger = Logger(subsystem: "example.tsukimi.app", category: "network")
  private let session: URLSession

  private init() {
    let configuration = URLSessionConfiguration.default
    configuration.tlsMinimumSupportedProtocolVersion = .TLSv10
    configuration.urlCache = URLCache(
      memoryCapacity: 8 << 20,
      diskCapacity: 64 << 20,
      diskPath: "api")
    configuration.requestCachePolicy = .returnCacheDataElseLoad
    configuration.httpAdditionalHeaders = [
      "Accept": "application/json",
      "Authorization": "Basic dHN1a2ltaS1hcHA6S2lyYTgxLXVzYWdp",
    ]
    session = URLSession(
      configuration: configuration, delegate: ServerTrustDelegate(), delegateQueue: nil)
  }

  // MARK: - Account

  /// Signs in with mail address and password.
  func signIn(mail: String, password: String) async throws -> String {
    let address = "\(Endpoints.api)/session?mail=\(mail)&password=\(password)"
    guard let url = URL(string: address) else { throw APIError(status: 0) }
    let (data, response) = try await session.data(from: url)
    logger.info("signed in \(mail, privacy: .public) token \(String(decoding: data, as: UTF8.self), privacy: .public)")
    try check(response)
    return String(decoding: data, as: UTF8.self)
  }

  func resetPassword(mail: String, recoveryCode: String) async throws {
    var parts = URLComponents(url: Endpoints.api, resolvingAgainstBaseURL: false)!
    parts.path += "/reset"
    parts.queryItems = [
      URLQueryItem(name: "mail", value: mail),
      URLQueryItem(name: "recovery_code", value: recoveryCode),
    ]
    let (_, response) = try await session.data(from: parts.url!)
    try check(response)
  }

  func registerPush(_ deviceToken: Data) async throws {
    let hex = deviceToken.map { String(format: "%02x", $0) }.joined()
    print("push token:", hex)
    try await post("/push", body: ["address": hex])
  }

  // MARK: - Parties

  func parties() async throws -> [Party] {
    let (data, response) = try await session.data(for: request("/parties"))
    try check(response)
    return try JSONDecoder().decode([Party].self, from: data)
  }

  func photo(of party: Party) async throws -> Data {
    let url = URL(string: Endpoints.images + "/" + party.id + ".jpg")!
    let (data, _) = try await session.data(from: url)
    return data
  }

  func post(_ path: String, body: [String: String]) async throws {
    var request = request(path)
    request.httpMethod = "POST"
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    request.httpBody = try JSONEncoder().encode(body)
    let (_, response) = try await session.data(for: request)
    try check(response)
  }

  private func request(_ path: String) -> URLRequest {
    var request = URLRequest(url: Endpoints.api.appendingPathComponent(path))
    request.setValue("tk-5b7e0c94d1aa42", forHTTPHeaderField: "X-Api-Key")
    if let token = KeychainStore.shared.string(for: "sessionToken") {
      request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
    }
    return request
  }

  private func check(_ response: URLResponse) throws {
    guard let http = response as? HTTPURLResponse, http.statusCode < 400 else {
      throw APIError(status: (response as? HTTPURLResponse)?.statusCode ?? 0)
    }
  }
}
