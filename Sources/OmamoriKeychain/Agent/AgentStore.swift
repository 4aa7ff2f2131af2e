#if !canImport(Darwin)
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
#endif
