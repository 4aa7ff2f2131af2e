import AuthenticationServices
import SwiftUI
import WebKit

/// Signs in at the house of the diary.
@MainActor
final class WebLogin: NSObject {
  private let clientID = "suzu-ios"
  private let clientSecret = "c9f1a6e27b304d58"

  func authorizationURL() -> URL? {
    var components = URLComponents(string: "https://id.suzu.example/authorize")
    components?.queryItems = [
      URLQueryItem(name: "response_type", value: "code"),
      URLQueryItem(name: "client_id", value: clientID),
      URLQueryItem(name: "redirect_uri", value: "suzu://login"),
      URLQueryItem(name: "scope", value: "openid diary"),
    ]
    return components?.url
  }

  func soundURL(challenge: String, state: String, nonce: String) -> URL? {
    var components = URLComponents(string: "https://id.suzu.example/authorize")
    components?.queryItems = [
      URLQueryItem(name: "response_type", value: "code"),
      URLQueryItem(name: "client_id", value: clientID),
      URLQueryItem(name: "redirect_uri", value: "https://app.suzu.example/login"),
      URLQueryItem(name: "code_challenge", value: challenge),
      URLQueryItem(name: "code_challenge_method", value: "S256"),
      URLQueryItem(name: "state", value: state),
      URLQueryItem(name: "nonce", value: nonce),
    ]
    return components?.url
  }

  func startInSession(_ url: URL) {
    let session = ASWebAuthenticationSession(url: url, callbackURLScheme: "suzu") { callback, _ in
      guard let callback else { return }
      let items = URLComponents(url: callback, resolvingAgainstBaseURL: false)?.queryItems
      if let code = items?.first(where: { $0.name == "code" })?.value {
        Task { try await self.exchange(code) }
      }
    }
    session.start()
  }

  func startInWebView() -> WKWebView {
    let view = WKWebView()
    if let url = authorizationURL() {
      view.load(URLRequest(url: url))
    }
    return view
  }

  func exchange(_ code: String) async throws {
    var request = URLRequest(url: URL(string: "https://id.suzu.example/token")!)
    request.httpMethod = "POST"
    request.httpBody = Data("grant_type=authorization_code&code=\(code)&client_secret=\(clientSecret)".utf8)
    _ = try await URLSession.shared.data(for: request)
  }

  func signIn(name: String, password: String) async throws {
    let form = ["grant_type": "password", "username": name, "password": password]
    var request = URLRequest(url: URL(string: "https://id.suzu.example/token")!)
    request.httpMethod = "POST"
    request.httpBody = try JSONEncoder().encode(form)
    _ = try await URLSession.shared.data(for: request)
  }
}
