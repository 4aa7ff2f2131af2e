import AuthenticationServices
import CryptoKit
import Foundation

enum WebSignInError: Error {
  case notStarted
  case denied
  case badCallback
}

// 「月見 ID」でのサインイン（OAuth、PKCE つき）。
@MainActor
final class WebSignIn: NSObject, ASWebAuthenticationPresentationContextProviding {
  nonisolated static let clientID = "tsukimi-ios"

  private static let callbackHost = "id.tsukimi.example"
  private static let callbackPath = "/signed-in"
  private static let redirect = "https://id.tsukimi.example/signed-in"

  /// What is made anew for each attempt and must come back.
  private struct Attempt {
    let verifier: String
    let state: String
    let nonce: String

    init() throws {
      verifier = try Base64URL.encode(SecureRandom.bytes(count: 32))
      state = try Base64URL.encode(SecureRandom.bytes(count: 16))
      nonce = try Base64URL.encode(SecureRandom.bytes(count: 16))
    }

    var challenge: String {
      Base64URL.encode(Data(SHA256.hash(data: Data(verifier.utf8))))
    }
  }

  private var session: ASWebAuthenticationSession?

  func start() async throws -> VerifiedClaims {
    let attempt = try Attempt()
    let callback = try await present(address(for: attempt))
    let code = try code(in: callback, for: attempt)
    let reply = try await APIClient.shared.exchange(form: [
      FormField(name: "grant_type", value: "authorization_code"),
      FormField(name: "code", value: code),
      FormField(name: "code_verifier", value: attempt.verifier),
      FormField(name: "client_id", value: Self.clientID),
      FormField(name: "redirect_uri", value: Self.redirect),
    ])
    return try await APIClient.shared.adopt(reply, nonce: attempt.nonce)
  }

  private func address(for attempt: Attempt) -> URL {
    Endpoints.authorize.appending(queryItems: [
      URLQueryItem(name: "response_type", value: "code"),
      URLQueryItem(name: "client_id", value: Self.clientID),
      URLQueryItem(name: "redirect_uri", value: Self.redirect),
      URLQueryItem(name: "scope", value: "openid profile offline_access"),
      URLQueryItem(name: "state", value: attempt.state),
      URLQueryItem(name: "nonce", value: attempt.nonce),
      URLQueryItem(name: "code_challenge", value: attempt.challenge),
      URLQueryItem(name: "code_challenge_method", value: "S256"),
    ])
  }

  private func present(_ url: URL) async throws -> URL {
    try await withCheckedThrowingContinuation { continuation in
      let session = ASWebAuthenticationSession(
        url: url,
        callback: .https(host: Self.callbackHost, path: Self.callbackPath)
      ) { @Sendable callback, error in
        if let callback {
          continuation.resume(returning: callback)
        } else {
          continuation.resume(throwing: error ?? WebSignInError.denied)
        }
      }
      session.presentationContextProvider = self
      session.prefersEphemeralWebBrowserSession = true
      self.session = session
      if !session.start() { continuation.resume(throwing: WebSignInError.notStarted) }
    }
  }

  /// Takes the code out of an answer that is ours: right address, issuer and state, each parameter once.
  private func code(in callback: URL, for attempt: Attempt) throws -> String {
    guard callback.scheme == "https", callback.host() == Self.callbackHost,
      callback.path() == Self.callbackPath,
      let items = URLComponents(url: callback, resolvingAgainstBaseURL: false)?.queryItems,
      Set(items.map(\.name)).count == items.count
    else { throw WebSignInError.badCallback }
    func value(_ name: String) -> String? { items.first { $0.name == name }?.value }
    guard value("state") == attempt.state, value("iss") == Endpoints.issuer.absoluteString else {
      throw WebSignInError.badCallback
    }
    guard value("error") == nil else { throw WebSignInError.denied }
    guard let code = value("code"), !code.isEmpty else { throw WebSignInError.badCallback }
    return code
  }

  func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor {
    ASPresentationAnchor()
  }
}
