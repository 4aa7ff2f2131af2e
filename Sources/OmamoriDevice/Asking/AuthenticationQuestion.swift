public import OmamoriCore

/// What an ``AuthenticationPrompt`` asks the person.
public struct AuthenticationQuestion: Sendable, Hashable {
  /// What kind of answer is wanted.
  public enum Answer: Sendable, Hashable, CaseIterable {
    /// A secret, which must not be seen while it is typed.
    case secret
    /// A text that may be seen, such as a number from a list.
    case text
    /// Nothing is typed: the person acts elsewhere, such as at a fingerprint reader. The prompt answers only when the
    /// person cancels or wants another way; otherwise its task is cancelled when the request is over.
    case action
  }

  /// Why the person is asked, as the request says it.
  public let reason: LocalizedText
  /// The question, such as `Password:`; free of control characters, at most 1,000 characters.
  public let text: LocalizedText
  /// What kind of answer is wanted.
  public let answer: Answer

  /// Makes a question.
  public init(reason: LocalizedText, text: LocalizedText, answer: Answer) {
    (self.reason, self.text, self.answer) = (reason, text, answer)
  }
}

/// A text that an ``AuthenticationPrompt`` shows.
public struct AuthenticationNotice: Sendable, Hashable {
  /// The text; free of control characters, at most 1,000 characters.
  public let text: LocalizedText
  /// Whether it tells of something that went wrong.
  public let isProblem: Bool

  /// Makes a notice.
  public init(_ text: LocalizedText, isProblem: Bool = false) {
    (self.text, self.isProblem) = (text, isProblem)
  }
}

/// Speaks with the person for an authenticator that has no dialog of its own; an app or a tool fulfils it.
///
/// Both methods are called in tasks that are cancelled when the request is over; they should then return soon, but
/// nobody waits for them. Safe to use from any thread.
public protocol AuthenticationPrompt: Sendable {
  /// Asks something and waits for what the person answers.
  ///
  /// - Parameter question: What is asked.
  /// - Returns: The reply; it is wiped when it has been handed on.
  func reply(to question: AuthenticationQuestion) async -> AuthenticationReply

  /// Shows something that needs no answer.
  ///
  /// - Parameter notice: What is to be shown.
  func show(_ notice: AuthenticationNotice) async
}

/// What a person answered to an ``AuthenticationQuestion``.
public enum AuthenticationReply: Sendable, Equatable {
  /// What was typed, in UTF-8, at most 511 bytes without a NUL.
  case secret(SharedSecretBytes)
  /// The person cancelled.
  case cancelled
  /// The person wants another way.
  case fallback
  /// Nobody can be asked, such as without a terminal.
  case unavailable

  /// The outcome of a request that ends with this reply; `nil` for ``secret(_:)``, which goes on.
  package var ending: AuthenticationOutcome? {
    switch self {
    case .secret: nil
    case .cancelled: .cancelled
    case .fallback: .fallback
    case .unavailable: .notAvailable
    }
  }
}
