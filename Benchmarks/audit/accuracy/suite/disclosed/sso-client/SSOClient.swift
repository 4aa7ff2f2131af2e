import AuthenticationServices
import Foundation
import os

final class SSOClient: NSObject {
  private let issuer = URL(string: "https://sso.example")!
  private let logger = Logger(subsystem: "example.sso", category: "oauth")
  private var tokens: TokenSet?

  func signIn(challenge: String, nonce: String, finished: @escaping (URL?) -> Void) -> ASWebAuthenticationSession {
    var parts = URLComponents(url: issuer.appendingPathComponent("authorize"), resolvingAgainstBaseURL: false)!
    let fixed = [URLQueryItem(name: "response_type", value: "code"), URLQueryItem(name: "nonce", value: nonce)]
    parts.queryItems = fixed + [URLQueryItem(name: "code_challenge", value: challenge)] // safe: url-query
    return ASWebAuthenticationSession(url: parts.url!, callbackURLScheme: "example-sso") { url, _ in finished(url) }
  }

  func profile() async throws -> Data {
    guard let tokens else { throw URLError(.userAuthenticationRequired) }
    let url = URL(string: "https://sso.example/userinfo?schema=openid&access_token=\(tokens.accessToken)")! // weak: url-query direct
    return try await URLSession.shared.data(from: url).0
  }

  func renew() async throws {
    guard let current = tokens else { return }
    var form = URLComponents()
    form.queryItems = refreshFields(current) // safe: url-query
    var request = URLRequest(url: issuer.appendingPathComponent("token"))
    request.httpMethod = "POST"
    request.httpBody = form.percentEncodedQuery?.data(using: .utf8)
    let (data, _) = try await URLSession.shared.data(for: request)
    let renewed = try JSONDecoder().decode(TokenSet.self, from: data)
    tokens = renewed
    logger.info("renewed, \(renewed.tokenType, privacy: .public) for \(renewed.expiresIn) s") // safe: log
    logger.info("\(TokenSet.CodingKeys.refreshToken.rawValue, privacy: .public) rotated") // safe: log
    logger.debug("answer \(String(decoding: data, as: UTF8.self), privacy: .public)") // weak: log direct
  }

  func revoke() async throws {
    guard let current = tokens else { return }
    var parts = URLComponents(url: issuer.appendingPathComponent("revoke"), resolvingAgainstBaseURL: false)!
    parts.queryItems = refreshFields(current) // weak: url-query helper
    _ = try await URLSession.shared.data(from: parts.url!)
  }

  private func refreshFields(_ set: TokenSet) -> [URLQueryItem] {
    [URLQueryItem(name: "grant_type", value: "refresh_token"), URLQueryItem(name: "refresh_token", value: set.refreshToken)]
  }
}
