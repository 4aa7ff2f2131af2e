#if !canImport(Darwin)
import OmamoriCore

/// A connection to an agent, at the side of the client, whose calls block.
struct AgentCall: Sendable {
  /// How long an agent may work on one request; slow slots and a busy store are within it.
  private static let patience = Duration.seconds(60)
  /// The most bytes of all the items of one answer.
  private static let greatestAnswer = 1 << 30

  let agent: AgentConnection

  /// Connects to the agent.
  ///
  /// - Throws: ``KeychainError/unavailable(_:)`` when nobody listens, ``KeychainError/busy`` when too many wait already,
  ///   ``KeychainError/insecurePermissions(_:)`` when the folder or the listener is not the user's.
  init(_ location: AgentSocket) throws(KeychainError) {
    agent = try AgentConnection(to: location)
  }

  /// Sends a request and waits for the answer.
  ///
  /// - Returns: The answer, with all of the items; never a failure.
  /// - Throws: What the agent answered, ``KeychainError/unavailable(_:)`` when it is gone, and ``KeychainError/busy`` when
  ///   it does not answer for a minute.
  func ask(_ request: AgentRequest) throws(KeychainError) -> AgentReply {
    try agent.send(request.message)
    var (items, size): ([Item], Int) = ([], 0)
    while let message = try agent.receive(patience: Self.patience) {
      size += message.count
      guard size <= Self.greatestAnswer else { throw .tooLarge(limit: Self.greatestAnswer) }
      switch try AgentReply(decoding: message) {
      case .failure(let error): throw error
      case .items(let more, let isLast):
        items += more
        if isLast { return .items(items, isLast: true) }
      case let reply: return reply
      }
    }
    throw agent.isGone ? .unavailable(.agent) : .busy
  }

  /// Sends a request that is answered without a value.
  func perform(_ request: AgentRequest) throws(KeychainError) {
    guard case .done = try ask(request) else { throw KeychainError.corrupt(.agent) }
  }
}
#endif
