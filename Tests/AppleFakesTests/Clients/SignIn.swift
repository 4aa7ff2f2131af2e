import AuthenticationServices
import Foundation
import LocalAuthentication

/// Clients of biometry and of the sign-in browser, written as for an Apple system.
enum Unlock: Equatable {
  case unlocked, cancelled, wantsPassword
  case failed(LAError.Code)

  static func ask(reason: String) async throws -> Unlock {
    let context = LAContext()
    context.localizedFallbackTitle = ""
    do {
      let done = try await context.evaluatePolicy(
        .deviceOwnerAuthenticationWithBiometrics,
        localizedReason: reason
      )
      return done ? .unlocked : .failed(.authenticationFailed)
    } catch let error as LAError {
      switch error.code {
      case .userCancel: return .cancelled
      case .userFallback: return .wantsPassword
      default: return .failed(error.code)
      }
    }
  }
}

@MainActor final class SignIn: NSObject, ASWebAuthenticationPresentationContextProviding {
  private let anchor: ASPresentationAnchor

  init(anchor: ASPresentationAnchor) { self.anchor = anchor }

  func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor { anchor }

  func authorize(at url: URL, scheme: String) async throws -> URL {
    try await withCheckedThrowingContinuation { continuation in
      let session = ASWebAuthenticationSession(url: url, callback: .customScheme(scheme)) {
        @Sendable url, error in
        if let url {
          continuation.resume(returning: url)
        } else {
          continuation.resume(throwing: error ?? ASWebAuthenticationSessionError(.canceledLogin))
        }
      }
      session.presentationContextProvider = self
      session.prefersEphemeralWebBrowserSession = true
      session.start()
    }
  }
}
