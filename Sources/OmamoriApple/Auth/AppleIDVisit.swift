import AuthenticationServices
import Foundation
import OmamoriAuth
import OmamoriCore

/// One request to the sheet; it keeps the controller alive, and ends once.
@MainActor
final class AppleIDVisit: NSObject, ASAuthorizationControllerDelegate,
  ASAuthorizationControllerPresentationContextProviding
{
  typealias Outcome = Result<AppleIDCredential, AuthError>

  private let window: @MainActor @Sendable () -> ASPresentationAnchor
  private var controller: ASAuthorizationController?
  private var continuation: CheckedContinuation<Outcome, Never>?

  nonisolated init(_ window: @escaping @MainActor @Sendable () -> ASPresentationAnchor) {
    self.window = window
  }

  func ask(_ request: AppleIDRequest) async -> Outcome {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        guard !Task.isCancelled else { return continuation.resume(returning: .failure(.cancelled)) }
        self.continuation = continuation
        let controller = ASAuthorizationController(authorizationRequests: [Self.appleRequest(request)])
        controller.delegate = self
        controller.presentationContextProvider = self
        self.controller = controller
        controller.performRequests()
      }
    } onCancel: {
      Task { @MainActor in
        self.controller?.cancel()
        self.end(.failure(.cancelled))
      }
    }
  }

  func presentationAnchor(for controller: ASAuthorizationController) -> ASPresentationAnchor { window() }

  func authorizationController(
    controller: ASAuthorizationController, didCompleteWithAuthorization authorization: ASAuthorization
  ) {
    guard let credential = authorization.credential as? ASAuthorizationAppleIDCredential else {
      return end(.failure(.callback(.malformed)))
    }
    do throws(AuthError) {
      end(.success(try AppleIDCredential(credential)))
    } catch {
      end(.failure(error))
    }
  }

  func authorizationController(controller: ASAuthorizationController, didCompleteWithError error: any Error) {
    let code = (error as? ASAuthorizationError)?.code.rawValue
    end(.failure(code.map(AuthError.init(authorizationCode:)) ?? .callback(.browserFailed)))
  }

  private static func appleRequest(_ request: AppleIDRequest) -> ASAuthorizationAppleIDRequest {
    let made = ASAuthorizationAppleIDProvider().createRequest()
    made.requestedScopes = AppleIDRequest.Scope.allCases.filter(request.scopes.contains).map { scope in
      switch scope {
      case .fullName: .fullName
      case .email: .email
      }
    }
    (made.nonce, made.state) = (request.nonce.digest, request.state.reveal())
    return made
  }

  private func end(_ outcome: Outcome) {
    guard let continuation else { return }
    (self.continuation, controller) = (nil, nil)
    continuation.resume(returning: outcome)
  }
}

extension AppleIDCredential {
  fileprivate init(_ credential: ASAuthorizationAppleIDCredential) throws(AuthError) {
    try self.init(
      user: credential.user, identityToken: credential.identityToken.map(SecretText.init(data:)),
      authorizationCode: credential.authorizationCode.map(SecretText.init(data:)),
      state: credential.state.map(SecretText.init(copying:)),
      profile: AppleIDProfile(
        givenName: credential.fullName?.givenName, familyName: credential.fullName?.familyName,
        email: credential.email))
  }
}

extension SecretText {
  fileprivate init(data: Data) { self.init(SecretBytes(copying: data)) }
}
