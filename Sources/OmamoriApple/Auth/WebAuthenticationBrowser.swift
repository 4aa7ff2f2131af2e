public import AuthenticationServices
import Foundation
public import OmamoriAuth
public import OmamoriTransport

/// Shows login pages in the system's own browser sheet, which the app cannot look into.
///
/// Callbacks over `https` need the associated domain of the app, and are the better kind: no other app can claim them. Source:
/// <https://developer.apple.com/documentation/authenticationservices/aswebauthenticationsession>.
public struct WebAuthenticationBrowser: Browser {
  private let isEphemeral: Bool
  private let window: @MainActor @Sendable () -> ASPresentationAnchor

  /// Makes a browser.
  ///
  /// - Parameters:
  ///   - isEphemeral: Whether a visit knows nothing of earlier ones; the person then types everything each time.
  ///   - window: The window to show the sheet over.
  public init(
    isEphemeral: Bool = false, window: @escaping @MainActor @Sendable () -> ASPresentationAnchor
  ) {
    (self.isEphemeral, self.window) = (isEphemeral, window)
  }

  /// Opens a page and waits for a callback.
  public func callback(
    from url: RequestURL, to redirectURI: RedirectURI
  ) async throws(AuthError) -> SecretText {
    guard let page = URL(string: url.text) else { throw .callback(.browserFailed) }
    let callback: ASWebAuthenticationSession.Callback
    switch redirectURI.kind {
    case .https:
      guard let address = redirectURI.webAddress else { throw .configuration(.redirectURI) }
      callback = .https(host: address.host, path: address.path)
    case .appScheme: callback = .customScheme(redirectURI.scheme)
    default: throw .configuration(.redirectURI)
    }
    return try await WebVisit(window).open(page, until: callback, isEphemeral: isEphemeral).get()
  }
}

/// One visit; it keeps the sheet alive, and ends once.
@MainActor private final class WebVisit: NSObject, ASWebAuthenticationPresentationContextProviding {
  typealias Outcome = Result<SecretText, AuthError>

  private let window: @MainActor @Sendable () -> ASPresentationAnchor
  private var session: ASWebAuthenticationSession?
  private var continuation: CheckedContinuation<Outcome, Never>?

  nonisolated init(_ window: @escaping @MainActor @Sendable () -> ASPresentationAnchor) {
    self.window = window
  }

  func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor { window() }

  func open(
    _ page: URL, until callback: ASWebAuthenticationSession.Callback, isEphemeral: Bool
  ) async -> Outcome {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        guard !Task.isCancelled else { return continuation.resume(returning: .failure(.cancelled)) }
        self.continuation = continuation
        start(page, until: callback, isEphemeral: isEphemeral)
      }
    } onCancel: {
      Task { @MainActor in
        self.session?.cancel()  // Or the system keeps the sheet open.
        self.end(.failure(.cancelled))
      }
    }
  }

  private func start(_ page: URL, until callback: ASWebAuthenticationSession.Callback, isEphemeral: Bool) {
    // macOS calls this on a queue of its own, and a closure isolated to the main actor would end the process there.
    let session = ASWebAuthenticationSession(url: page, callback: callback) { @Sendable url, error in
      let outcome = Self.outcome(url, error)
      Task { @MainActor in self.end(outcome) }
    }
    session.presentationContextProvider = self
    session.prefersEphemeralWebBrowserSession = isEphemeral
    self.session = session
    if !session.start() { end(.failure(.callback(.browserFailed))) }
  }

  private nonisolated static func outcome(_ url: URL?, _ error: (any Error)?) -> Outcome {
    if let url { return .success(SecretText(copying: url.absoluteString)) }
    let code = (error as? ASWebAuthenticationSessionError)?.code
    return .failure(code == .canceledLogin ? .cancelled : .callback(.browserFailed))
  }

  private func end(_ outcome: Outcome) {
    guard let continuation else { return }
    (self.continuation, session) = (nil, nil)
    continuation.resume(returning: outcome)
  }
}
