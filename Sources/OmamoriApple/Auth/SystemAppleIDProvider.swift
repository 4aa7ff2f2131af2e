public import AuthenticationServices
import Foundation
public import OmamoriAuth
import OmamoriCore

/// Signs in with Apple through the system's own sheet.
///
/// Source:
/// <https://developer.apple.com/documentation/authenticationservices/asauthorizationappleidprovider>.
public struct SystemAppleIDProvider: AppleIDProvider {
  private let window: @MainActor @Sendable () -> ASPresentationAnchor

  /// Makes a provider.
  ///
  /// - Parameter window: The window to show the sheet over.
  public init(window: @escaping @MainActor @Sendable () -> ASPresentationAnchor) { self.window = window }

  /// Asks the person and waits.
  public func credential(for request: AppleIDRequest) async throws(AuthError) -> AppleIDCredential {
    try await AppleIDVisit(window).ask(request).get()
  }

  /// Whether a person still lets the app use the Apple ID.
  ///
  /// Apple reports a user it does not know with an error, as it does every failure, so both throw
  /// `AuthError.person(_:)`. End a session only for a state that is returned.
  public func state(of user: String) async throws(AuthError) -> AppleIDState {
    let outcome: Result<AppleIDState, AuthError> = await withCheckedContinuation { continuation in
      ASAuthorizationAppleIDProvider().getCredentialState(forUserID: user) { state, error in
        // Without an error alone the state means something.
        continuation.resume(
          returning: error == nil ? .success(AppleIDState(state)) : .failure(.person(.notAvailable)))
      }
    }
    return try outcome.get()
  }

  /// Gives an element whenever the system says that a consent was withdrawn; ask for the ``state(of:)`` then.
  public var revocations: AsyncStream<Void> {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    // because the token is only given back to the centre, which takes it on any thread
    nonisolated(unsafe) let token = NotificationCenter.default.addObserver(
      forName: ASAuthorizationAppleIDProvider.credentialRevokedNotification, object: nil, queue: nil
    ) { _ in continuation.yield() }
    continuation.onTermination = { _ in
      unsafe NotificationCenter.default.removeObserver(token)  // because the stream alone has it
    }
    return stream
  }
}

extension AppleIDState {
  fileprivate init(_ state: ASAuthorizationAppleIDProvider.CredentialState) {
    switch state {
    case .authorized: self = .authorized
    case .revoked: self = .revoked
    case .transferred: self = .transferred
    case .notFound: self = .notFound
    @unknown default: self = .notFound
    }
  }
}
