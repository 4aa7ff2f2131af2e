import LocalAuthentication
import OmamoriAuth
public import OmamoriCore
import OmamoriKeychain

/// Asks the person by Face ID, Touch ID, Optic ID or the passcode.
///
/// On its own a success is an answer only, which the program has to respect (`AuthenticatorKind.gate`). Brought along
/// to an item with an access control, it lets the system ask, which then releases the item's key itself. Every request
/// has a context of its own, so no answer is used twice; cancelling the task takes the dialogue away. Safe to share
/// between threads.
///
/// Source: <https://developer.apple.com/documentation/localauthentication/lacontext>.
public struct BiometricAuthenticator: Authenticator {
  /// The language in which the person is told the reason.
  public let language: Language
  private let titles: ButtonTitles

  /// Makes an authenticator.
  ///
  /// - Parameters:
  ///   - language: The language of the reason and the titles.
  ///   - cancelTitle: The title of the button that cancels; `nil` is the system's own.
  ///   - fallbackTitle: The title of the button that leads to another way. Where the passcode is allowed it is the button
  ///     to the passcode, and `nil` is the system's own title; where it is not, the outcome is
  ///     `AuthenticationOutcome.fallback`, for the app to offer its own way, and `nil` shows no such button.
  public init(
    language: Language = .en, cancelTitle: LocalizedText? = nil, fallbackTitle: LocalizedText? = nil
  ) {
    self.language = language
    titles = ButtonTitles(cancel: cancelTitle?[language], fallback: fallbackTitle?[language])
  }

  /// An answer that the program has to respect.
  public var kind: AuthenticatorKind { .gate }

  /// Asks the person and waits for the outcome.
  ///
  /// - Parameter request: What to show and which ways are allowed; the reason must not be empty.
  /// - Returns: The outcome; `AuthenticationOutcome.systemCancelled` when the task was cancelled.
  public func authenticate(_ request: AuthenticationRequest) async -> AuthenticationOutcome {
    let reason = request.reason[language]
    // Apple's function raises an exception for an empty reason.
    guard !reason.isEmpty else { return .notAvailable }
    guard !Task.isCancelled else { return .systemCancelled }
    return await Question(request.policy, titles).ask(reason)
  }
}

/// The titles of the buttons in a dialogue.
private struct ButtonTitles: Sendable {
  let cancel: String?
  let fallback: String?
}

/// One question to the person.
private final class Question: Sendable {
  private let policy: AuthenticationRequest.Policy
  // because one place asks, and invalidate() is the call that is made from another
  private nonisolated(unsafe) let context: LAContext

  init(_ policy: AuthenticationRequest.Policy, _ titles: ButtonTitles) {
    self.policy = policy
    let context = LAContext()
    if let title = titles.cancel { context.localizedCancelTitle = title }
    // Without a way to the passcode there must be no button that leads to it; an empty title shows none.
    context.localizedFallbackTitle = titles.fallback ?? (policy == .biometrics ? "" : nil)
    unsafe self.context = context  // because it is not shared yet
  }

  @concurrent func ask(_ reason: String) async -> AuthenticationOutcome {
    await withTaskCancellationHandler {
      // because the question waits here for its answer, and only invalidate() is called meanwhile
      nonisolated(unsafe) let context = unsafe self.context
      return await AuthenticationOutcome {
        // because it is the context of this question alone
        try await unsafe context.evaluatePolicy(policy.constant, localizedReason: reason)
      }
    } onCancel: {
      unsafe context.invalidate()  // because Apple lets another thread end what a context is asking
    }
  }
}

extension AuthenticationRequest.Policy {
  /// Apple's policy.
  fileprivate var constant: LAPolicy {
    switch self {
    case .biometrics: .deviceOwnerAuthenticationWithBiometrics
    case .biometricsOrPasscode: .deviceOwnerAuthentication
    }
  }
}

extension AuthenticationOutcome {
  /// How a question to the person ended.
  ///
  /// - Parameter question: Asks, and gives whether the person proved to be there.
  init(_ question: () async throws -> Bool) async {
    do {
      self = try await question() ? .success : .failed
    } catch let error as LAError {
      self = Self(localAuthenticationCode: error.code.rawValue)
    } catch {
      self = .notAvailable
    }
  }
}

extension BiometricAuthenticator: AskedByKeychain {}
