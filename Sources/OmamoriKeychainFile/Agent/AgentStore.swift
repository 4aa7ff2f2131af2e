package import OmamoriKeychain

/// The store that an agent serves, with what unlocks and locks it.
///
/// Safe to share between threads.
struct AgentStore: Sendable {
  /// The items.
  let backend: any KeychainBackend
  /// The path of the store.
  let path: String
  /// Unlocks the store; see ``KeychainFile/unlock(with:acceptingMissingRecord:)``.
  let unlock: @Sendable (SlotCredential, _ isMissingRecordAccepted: Bool) async throws(KeychainError) -> Void
  /// Locks the store, completely or as a locked screen does.
  let lock: @Sendable (_ isComplete: Bool) async -> Void
}

extension AgentStore {
  /// A keychain file as an agent serves it.
  init(_ file: KeychainFile) {
    self.init(
      backend: file, path: file.folder,
      unlock: { credential, isMissingRecordAccepted throws(KeychainError) in
        try await file.unlock(with: credential, acceptingMissingRecord: isMissingRecordAccepted)
      },
      lock: { isComplete in await file.lock(isComplete ? .everything : .screen) })
  }
}

extension AgentServer {
  /// Begins to listen, to serve a keychain file, locked or not; `nil` when another agent listens there.
  ///
  /// Give the file a ``MemoryAnchor`` among its anchors, so that an old copy of it is noticed for as long as the agent lives.
  ///
  /// - Parameters:
  ///   - file: The keychain file.
  ///   - socket: Where to listen.
  ///   - idleLimit: After how long without use the keychain is locked completely; `nil` for never.
  /// - Throws: `KeychainError.insecurePermissions(_:)` when the folder of the socket is not the user's own or others may
  ///   look into it, `KeychainError.file(_:code:)`.
  package convenience init?(
    serving file: KeychainFile, at socket: AgentSocket = .standard, idleLimit: Duration? = nil
  ) throws(KeychainError) {
    try self.init(serving: AgentStore(file), at: socket, idleLimit: idleLimit)
  }

  /// Locks the keychain when the screen is locked, and completely before the machine sleeps or is switched off.
  ///
  /// - Parameters:
  ///   - busAddress: The address of the bus on which logind is; `nil` for the system's.
  ///   - session: The session's identifier; `nil` for that of this process.
  /// - Returns: What follows the session until it is released, or `nil` when there is no session to follow, as on a server.
  package func followSession(busAddress: String? = nil, session: String? = nil) async -> SessionMonitor? {
    // because a machine without logind has no screen to be locked
    try? await SessionMonitor(busAddress: busAddress, session: session) { [weak self] event in
      guard event.asksForLocking else { return }
      await self?.lock(isComplete: event != .locked)
    }
  }
}
