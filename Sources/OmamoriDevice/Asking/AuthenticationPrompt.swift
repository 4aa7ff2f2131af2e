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
