public import OmamoriCore

/// A text that an ``AuthenticationPrompt`` shows.
///
/// A value; safe to share between threads.
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
