#if !canImport(Darwin)
import OmamoriCore

/// What a client of an agent asks for: one message.
///
/// A value; safe to share between threads.
enum AgentRequest: Sendable {
  /// The version of the protocol, the first byte of every message.
  static let version: UInt8 = 1

  /// How the agent and its store are.
  case status
  /// To unlock the store; also when an anchor that remembered it has no record any more, if that is accepted.
  case unlock(AgentCredential, acceptingMissingRecord: Bool)
  /// To lock the store, completely or as a locked screen does.
  case lock(isComplete: Bool)
  /// To lock the store and to end.
  case stop
  /// ``KeychainBackend/put(_:if:access:)``.
  case put(NewItem, PutCondition, ItemAccess)
  /// ``KeychainBackend/find(_:withSecrets:access:)``.
  case find(ItemQuery, withSecrets: Bool, ItemAccess)
  /// ``KeychainBackend/update(_:_:access:)``.
  case update(ItemQuery, ItemChanges, ItemAccess)
  /// ``KeychainBackend/remove(_:)``.
  case remove(ItemQuery)
  /// To begin a transaction; the requests on this connection belong to it until one of the next two.
  case begin
  /// To keep what the transaction did.
  case commit
  /// To undo what the transaction did.
  case rollback
  /// To be told the changes from now on.
  case changes
  /// What a person answered to ``AgentReply/question(_:)``.
  case answer(AuthenticationOutcome)
}
#endif
