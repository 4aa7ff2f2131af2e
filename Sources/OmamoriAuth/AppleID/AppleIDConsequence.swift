/// What an app with a session has to do after it asked for a person's consent.
///
/// A value; safe to share between threads.
@nonexhaustive
public enum AppleIDConsequence: Sendable, Hashable, CaseIterable {
  /// Nothing.
  case goOn
  /// End the session and offer to sign in.
  case endSession
  /// Let the server exchange the person's identifier, and sign in again without a question.
  case migrate
  /// Ask again later; the session stays.
  case askLater
}
