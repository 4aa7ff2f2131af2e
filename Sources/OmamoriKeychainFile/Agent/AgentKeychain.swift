import OmamoriCore
package import OmamoriKeychain

/// The keychain that the user's agent holds open; see ``AgentServer``.
///
/// Every call is a connection of its own. Safe to share between threads; waiting happens on threads of its own.
package struct AgentKeychain: KeychainBackend {
  /// Where the agent listens.
  package let socket: AgentSocket
  /// What the agent's keychain can do.
  package let capabilities: KeychainCapabilities

  /// The access group of items that name none.
  package let defaultAccessGroup: String?

  private let subscriptions = AgentSubscriptions()

  init(socket: AgentSocket, capabilities: KeychainCapabilities, defaultAccessGroup: String?) {
    (self.socket, self.capabilities) = (socket, capabilities)
    self.defaultAccessGroup = defaultAccessGroup
  }

  /// Looks for the user's agent.
  ///
  /// - Parameter socket: Where the agent listens.
  /// - Returns: The keychain.
  /// - Throws: `KeychainError.unavailable(_:)` with `.agent` when no agent runs,
  ///   `KeychainError.insecurePermissions(_:)` when somebody else listens there.
  package static func connect(to socket: AgentSocket = .standard) async throws(KeychainError) -> AgentKeychain
  {
    let status = try await status(at: socket)
    return AgentKeychain(
      socket: socket, capabilities: status.capabilities, defaultAccessGroup: status.defaultAccessGroup)
  }

  /// How the agent is.
  ///
  /// - Returns: The status.
  /// - Throws: `KeychainError.unavailable(_:)` with `.agent` when it does not run any more.
  package func status() async throws(KeychainError) -> AgentStatus { try await Self.status(at: socket) }

  /// Unlocks the agent's keychain.
  ///
  /// The agent unlocks for one client after the other, since that takes memory and time.
  ///
  /// - Parameters:
  ///   - credential: What opens it. A passphrase, a PIN and a recovery code are sent, a key file is read by the agent.
  ///   - isMissingRecordAccepted: Whether an anchor may have lost what it remembered of the keychain; see
  ///     ``KeychainFile/unlock(with:acceptingMissingRecord:)``.
  /// - Throws: `KeychainError.wrongCredential`, `KeychainError.unavailable(_:)` with `.agent`,
  ///   `KeychainError.busy` when too many clients wait to unlock it, and what else unlocking throws.
  package func unlock(
    _ credential: SlotCredential, acceptingMissingRecord isMissingRecordAccepted: Bool = false
  ) async throws(KeychainError) {
    let request = AgentRequest.unlock(
      AgentCredential(credential), acceptingMissingRecord: isMissingRecordAccepted)
    guard case .done = try await ask(request, .none) else { throw KeychainError.corrupt(.agent) }
  }

  /// Locks the agent's keychain.
  ///
  /// - Parameter isComplete: Whether to wipe every key; otherwise items that survive locking stay usable, as when a
  ///   screen is locked.
  /// - Throws: `KeychainError.unavailable(_:)` with `.agent`.
  package func lock(isComplete: Bool = true) async throws(KeychainError) {
    guard case .done = try await ask(.lock(isComplete: isComplete), .none) else {
      throw KeychainError.corrupt(.agent)
    }
  }

  /// Locks the agent's keychain and ends the agent.
  ///
  /// - Throws: `KeychainError.unavailable(_:)` with `.agent`.
  package func stop() async throws(KeychainError) {
    guard case .done = try await ask(.stop, .none) else { throw KeychainError.corrupt(.agent) }
  }

  /// The state of the agent's keychain; `KeychainLockState.unavailable` when the agent is gone.
  package func lockState() async -> KeychainLockState {
    do throws(KeychainError) {
      return try await status().lockState
    } catch {
      return .unavailable
    }
  }

  /// Stores an item; see `KeychainBackend`.
  package func put(
    _ item: NewItem, if condition: PutCondition, access: ItemAccess
  ) async throws(KeychainError) -> KeychainItem? {
    guard case .item(let stored) = try await ask(.put(item, condition, access), access) else {
      throw KeychainError.corrupt(.agent)
    }
    return stored
  }

  /// Finds items; see `KeychainBackend`.
  package func find(
    _ query: ItemQuery, withSecrets: Bool, access: ItemAccess
  ) async throws(KeychainError) -> [KeychainItem] {
    let reply = try await ask(.find(query, withSecrets: withSecrets, access), access)
    guard case .items(let items, _) = reply else { throw KeychainError.corrupt(.agent) }
    return items
  }

  /// Changes items; see `KeychainBackend`.
  package func update(
    _ query: ItemQuery, _ changes: ItemChanges, access: ItemAccess
  ) async throws(KeychainError) -> Int {
    guard case .count(let count) = try await ask(.update(query, changes, access), access) else {
      throw KeychainError.corrupt(.agent)
    }
    return count
  }

  /// Removes items; see `KeychainBackend`.
  package func remove(_ query: ItemQuery) async throws(KeychainError) -> Int {
    guard case .count(let count) = try await ask(.remove(query), .none) else {
      throw KeychainError.corrupt(.agent)
    }
    return count
  }

  /// Does several things in one step, which is undone when it takes longer than 30 seconds; see `KeychainBackend`.
  package func transaction<Result: Sendable>(
    _ body: @escaping @Sendable (any KeychainTransaction) throws(KeychainError) -> Result
  ) async throws(KeychainError) -> Result {
    guard capabilities.contains(.transactions) else { throw .unsupported(.transactions) }
    await subscriptions.settle()
    return try await OwnThread.run { [socket] () throws(KeychainError) in
      let call = try AgentCall(socket)
      try call.perform(.begin)
      let result: Result
      do throws(KeychainError) {
        result = try body(AgentTransaction(call: call))
      } catch {
        // because the agent undoes the transaction of a client that is gone, too
        try? call.perform(.rollback)
        throw error
      }
      try call.perform(.commit)
      return result
    }
  }

  /// The changes from now on, until the agent ends; see `KeychainBackend`.
  ///
  /// The sequence ends at once, after a change of `KeychainChange.Kind.unknown`, when
  /// 16 others follow the changes already.
  package func changes() throws(KeychainError) -> KeychainChanges {
    guard capabilities.contains(.changes) else { throw .unsupported(.changes) }
    let call = try AgentCall(socket)
    try call.agent.send(AgentRequest.changes.message)
    let (stream, sink) = AsyncStream<KeychainChange>.makeStream(
      bufferingPolicy: .bufferingNewest(KeychainChanges.greatestBacklog))
    subscriptions.receive(from: call, into: sink)
    return KeychainChanges(stream)
  }

  private static func status(at socket: AgentSocket) async throws(KeychainError) -> AgentStatus {
    try await OwnThread.run { () throws(KeychainError) in
      guard case .status(let status) = try AgentCall(socket).ask(.status) else {
        throw KeychainError.corrupt(.agent)
      }
      return status
    }
  }

  /// Asks the agent, and the person here when the agent wants to know.
  func ask(_ request: AgentRequest, _ access: ItemAccess) async throws(KeychainError) -> AgentReply {
    guard !Task.isCancelled else { throw .cancelled }
    await subscriptions.settle()
    let call = try await OwnThread.run { [socket] () throws(KeychainError) in try AgentCall(socket) }
    var request = request
    while true {
      let current = request
      let reply = try await OwnThread.run { () throws(KeychainError) in try call.ask(current) }
      guard case .question(let question) = reply else { return reply }
      request = .answer(await access.authenticator?.authenticate(question) ?? .notAvailable)
    }
  }
}

/// A transaction that an agent carries out request by request.
struct AgentTransaction: KeychainTransaction {
  let call: AgentCall

  func put(_ item: NewItem, if condition: PutCondition) throws(KeychainError) -> KeychainItem? {
    guard case .item(let stored) = try call.ask(.put(item, condition, .none)) else {
      throw KeychainError.corrupt(.agent)
    }
    return stored
  }

  func find(_ query: ItemQuery, withSecrets: Bool) throws(KeychainError) -> [KeychainItem] {
    let reply = try call.ask(.find(query, withSecrets: withSecrets, .none))
    guard case .items(let items, _) = reply else { throw KeychainError.corrupt(.agent) }
    return items
  }

  func update(_ query: ItemQuery, _ changes: ItemChanges) throws(KeychainError) -> Int {
    guard case .count(let count) = try call.ask(.update(query, changes, .none)) else {
      throw KeychainError.corrupt(.agent)
    }
    return count
  }

  func remove(_ query: ItemQuery) throws(KeychainError) -> Int {
    guard case .count(let count) = try call.ask(.remove(query)) else { throw KeychainError.corrupt(.agent) }
    return count
  }
}

/// Asks the person by way of the client that sent the request: the agent itself has no terminal and no screen.
///
/// Safe to share between threads.
struct RemoteAuthenticator: Authenticator {
  /// How long a person may think.
  private static let patience = Duration.seconds(300)

  let kind: AuthenticatorKind
  let client: AgentConnection

  func authenticate(_ request: AuthenticationRequest) async -> AuthenticationOutcome {
    do throws(KeychainError) {
      return try await OwnThread.run { () throws(KeychainError) in
        try client.send(AgentReply.question(request).message)
        guard let message = try client.receive(patience: Self.patience),
          case .answer(let outcome) = try AgentRequest(decoding: message)
        else { return .systemCancelled }
        return outcome
      }
    } catch {
      return .systemCancelled
    }
  }
}
