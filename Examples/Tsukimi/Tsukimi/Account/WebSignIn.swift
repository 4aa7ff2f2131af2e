import AuthenticationServices
import Foundation

// 「月見 ID」でのサインイン（OAuth）。
@MainActor
final class WebSignIn: NSObject, ASWebAuthenticationPresentationContextProviding {
  private var session: ASWebAuthenticationSession?
  private let clientID = "tsukimi-ios"

  func start(completion: @escaping (String?) -> Void) {
    var parts = URLComponents(string: Endpoints.authorize)!
    parts.queryItems = [
      URLQueryItem(name: "client_id", value: clientID),
      URLQueryItem(name: "redirect_uri", value: "moon://signed-in"),
      URLQueryItem(name: "scope", value: "openid profile"),
    ]
    parts.queryItems?.append(URLQueryItem(name: "response_type", value: "code"))

    let session = ASWebAuthenticationSession(
      url: parts.url!,
      callbackURLScheme: "moon"
    ) { callback, _ in
      let items = callback.flatMap { URLComponents(url: $0, resolvingAgainstBaseURL: false) }?.queryItems
      let code = items?.first { $0.name == "code" }?.value
      Task { completion(try? await self.exchange(code ?? "")) }
    }
    session.presentationContextProvider = self
    session.start()
    self.session = session
  }

  private func exchange(_ code: String) async throws -> String {
    var request = URLRequest(url: URL(string: Endpoints.token)!)
    request.httpMethod = "POST"
    let form: [String: String] = [
      "grant_type": "authorization_code",
      "code": code,
      "client_id": clientID,
      "client_secret": "cs_Zq81vTn04RbeW7yK",
      "redirect_uri": "moon://signed-in",
    ]
    request.httpBody = form.map { "\($0.key)=\($0.value)" }.joined(separator: "&").data(using: .utf8)
    let (data, _) = try await URLSession.shared.data(for: request)
    struct Reply: Decodable { let access_token: String }
    return try JSONDecoder().decode(Reply.self, from: data).access_token
  }

  func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor {
    ASPresentationAnchor()
  }
}
