public import OmamoriCore

/// What an ``AuthenticationPrompt`` asks the person.
///
/// A value; safe to share between threads.
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
