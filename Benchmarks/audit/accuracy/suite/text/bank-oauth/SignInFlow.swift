import AuthenticationServices
import UIKit

struct ProviderConfiguration: Decodable {
  let issuer: String
  let authorizationEndpoint: URL
  let redirectURIs: [String]
}

enum SignInError: Error { case provider, redirect, cancelled }

final class SignInFlow: NSObject, ASWebAuthenticationPresentationContextProviding {
  private let window: UIWindow
  private let issuers: Set<String> = ["https://login.fjordbank.com", "https://id.fjordbank.com"]

  init(window: UIWindow) { self.window = window }

  func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor { window }

  func start(_ configuration: ProviderConfiguration, useSandbox: Bool) async throws -> URL {
    guard configuration.issuer.contains(RedirectRules.issuer) else { throw SignInError.provider }
    guard let redirect = redirectAddress(configuration, useSandbox: useSandbox) else { throw SignInError.redirect }
    let state = UUID().uuidString
    let address = configuration.authorizationEndpoint.appending(queryItems: [
      URLQueryItem(name: "redirect_uri", value: redirect), URLQueryItem(name: "state", value: state)
    ])
    let endpointHost = configuration.authorizationEndpoint.host() ?? ""
    guard endpointHost.hasSuffix("fjordbank.com") else { throw SignInError.provider } // weak: host-check direct
    return try await withCheckedThrowingContinuation { continuation in
      let session = ASWebAuthenticationSession(url: address, callbackURLScheme: "fjordbank") { url, error in
        guard let url, Self.carries(state, in: url) else { return continuation.resume(throwing: error ?? SignInError.cancelled) }
        continuation.resume(returning: url)
      }
      session.presentationContextProvider = self
      session.start()
    }
  }

  private func redirectAddress(_ configuration: ProviderConfiguration, useSandbox: Bool) -> String? {
    configuration.redirectURIs.first { uri in
      if useSandbox { return uri.wholeMatch(of: RedirectRules.sandbox) != nil }
      return uri.wholeMatch(of: RedirectRules.production) != nil || uri.firstMatch(of: RedirectRules.callback) != nil
    }
  }

  func isKnown(_ configuration: ProviderConfiguration) -> Bool {
    issuers.contains(configuration.issuer) // safe: host-check
  }

  private static func carries(_ state: String, in url: URL) -> Bool {
    let items = URLComponents(url: url, resolvingAgainstBaseURL: false)?.queryItems ?? []
    return items.contains { $0.name == "state" && $0.value == state }
  }
}
