#if !canImport(Darwin)
import OmamoriCore

/// What an agent answers: one message, or several ``items(_:isLast:)`` or ``change(_:)``.
///
/// A value; safe to share between threads.
enum AgentReply: Sendable {
  /// The request was carried out.
  case done
  /// The item as stored, or that the condition did not hold.
  case item(Item?)
  /// Some of the items that were found.
  case items([Item], isLast: Bool)
  /// So many items were changed or removed.
  case count(Int)
  /// How the agent and its store are.
  case status(AgentStatus)
  /// An item was changed.
  case change(KeychainChange)
  /// The person at the client's side has to be asked; the client sends ``AgentRequest/answer(_:)``.
  case question(AuthenticationRequest)
  /// The request could not be carried out.
  case failure(KeychainError)
}
#endif
