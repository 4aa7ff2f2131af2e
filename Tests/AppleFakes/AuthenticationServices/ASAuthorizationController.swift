// Compared with ASAuthorizationController.h (iOS 18.0 SDK).
public import Foundation

/// See <https://developer.apple.com/documentation/authenticationservices/asauthorizationcontrollerdelegate>.
@MainActor public protocol ASAuthorizationControllerDelegate: NSObjectProtocol {
  /// The person consented.
  func authorizationController(
    controller: ASAuthorizationController, didCompleteWithAuthorization authorization: ASAuthorization)
  /// There is no consent.
  func authorizationController(
    controller: ASAuthorizationController, didCompleteWithError error: any Error)
}

/// See <https://developer.apple.com/documentation/authenticationservices/asauthorizationcontrollerpresentationcontextproviding>.
@MainActor public protocol ASAuthorizationControllerPresentationContextProviding: NSObjectProtocol {
  /// The window to show the sheet over.
  func presentationAnchor(for controller: ASAuthorizationController) -> ASPresentationAnchor
}

/// See <https://developer.apple.com/documentation/authenticationservices/asauthorizationcontroller>.
///
/// No sheet opens: the current ``FakeAppleID`` says what comes of it. The delegate hears it later, on the main actor, to
/// which Apple's header binds the delegate and not this class.
open class ASAuthorizationController: NSObject {
  /// See <https://developer.apple.com/documentation/authenticationservices/asauthorizationcontroller/authorizationrequests>.
  public let authorizationRequests: [ASAuthorizationRequest]
  /// See <https://developer.apple.com/documentation/authenticationservices/asauthorizationcontroller/delegate>.
  open weak var delegate: (any ASAuthorizationControllerDelegate)?
  /// See <https://developer.apple.com/documentation/authenticationservices/asauthorizationcontroller/presentationcontextprovider>.
  open weak var presentationContextProvider: (any ASAuthorizationControllerPresentationContextProviding)?

  /// See <https://developer.apple.com/documentation/authenticationservices/asauthorizationcontroller/init(authorizationrequests:)>.
  public init(authorizationRequests: [ASAuthorizationRequest]) {
    self.authorizationRequests = authorizationRequests
  }

  /// See <https://developer.apple.com/documentation/authenticationservices/asauthorizationcontroller/performrequests()>.
  open func performRequests() {
    // because the delegate, which is all that is used, belongs to the main actor
    nonisolated(unsafe) let controller = self
    Task { @MainActor in controller.perform() }
  }

  @MainActor private func perform() {
    guard let request = authorizationRequests.first as? ASAuthorizationAppleIDRequest,
      presentationContextProvider != nil
    else {
      delegate?.authorizationController(
        controller: self, didCompleteWithError: ASAuthorizationError(.notHandled))
      return
    }
    let service = FakeAppleID.current
    service.note(
      nonce: request.nonce, state: request.state, scopes: request.requestedScopes ?? [])
    for outcome in service.outcomes {
      switch outcome {
      case .consents(let person, let state):
        let credential = ASAuthorizationAppleIDCredential(person, state: state ?? request.state)
        delegate?.authorizationController(
          controller: self, didCompleteWithAuthorization: ASAuthorization(credential: credential))
      case .fails(let error): delegate?.authorizationController(controller: self, didCompleteWithError: error)
      case .staysOpen: break
      }
    }
  }

  /// See <https://developer.apple.com/documentation/authenticationservices/asauthorizationcontroller/cancel()>.
  open func cancel() {
    // because the delegate, which is all that is used, belongs to the main actor
    nonisolated(unsafe) let controller = self
    Task { @MainActor in controller.end() }
  }

  @MainActor private func end() {
    delegate?.authorizationController(controller: self, didCompleteWithError: ASAuthorizationError(.canceled))
  }
}
