public import OmamoriCore
import OmamoriKeychain

/// A conversation store in a folder of sealed files, for systems whose keychain has no transactions, such as iOS and macOS.
///
/// Every record is a file, sealed with AES-256-GCM under a key that lies in a secret store, so that Apple's keychain holds
/// it (KeychainSecretStore). The names of the files are keyed hashes: what can be seen are how many records there are, how
/// large they are and when they changed. A commit changes several records in one step, also when the process is killed or
/// the power fails in the middle. Processes that share the folder and the secret store, such as an app and its extension
/// with an app group, share the store.
///
/// The folder must not be restored from a backup or copied to a second device: sending keys would be used twice. It is
/// marked as not to be backed up (`BackupExclusion`), and its key does not leave the device. An old copy that is put back
/// on the same device is noticed while a process goes on, and from one process to the next when commits are counted in the
/// secret store; then every call fails with ``ConversationStorageFault/rolledBack``. A single file that is lost, old or
/// exchanged is always noticed as ``ConversationStorageFault/damaged``.
///
/// On iOS the files are readable from the first unlocking on, as for an extension that opens messages while the screen is
/// locked. A commit holds a lock of the file system for as long as it writes; iOS ends an app that is suspended with such a
/// lock in a shared container, so send and open messages within an activity (`performExpiringActivity`). Files are written
/// on threads of their own. Safe to use from any thread.
public final class FolderConversationStore: ConversationStore {
  private let records: FolderRecords
  private let secrets: any SecretStore
  /// The name of the secret that counts commits; `nil` when they are not counted.
  private let counterName: String?
  private let gate = SerialGate()

  private init(_ records: FolderRecords, _ secrets: any SecretStore, counterName: String?) {
    (self.records, self.secrets, self.counterName) = (records, secrets, counterName)
  }

  /// Opens the store in a folder, or makes one.
  ///
  /// - Parameters:
  ///   - path: The folder, of this store alone; the one above it has to be there. It becomes accessible for its owner only.
  ///   - secrets: Where the key of the store lies. With a keychain its items have to be usable after the first unlocking and
  ///     on this device only, which is what KeychainSecretStore does by itself.
  ///   - account: Tells several stores with one secret store apart; 1 to 64 bytes. It becomes part of the names of secrets,
  ///     which some keychains show, so it should not be an address.
  ///   - countsCommits: Whether the secret store also keeps how many commits there were, so that an old copy of the folder
  ///     is noticed. Every commit then writes to the secret store.
  ///   - randomness: The source of a new key.
  /// - Returns: The store.
  /// - Throws: ``MessagingError/core(_:)`` when the secret store cannot answer; ``MessagingError/storage(_:)`` with
  ///   ``ConversationStorageFault/damaged`` for a folder whose key is lost or another one,
  ///   ``ConversationStorageFault/rolledBack`` for an old copy; ``MessagingError/system(code:)``.
  public static func open(
    at path: String,
    keyedBy secrets: any SecretStore,
    account: String = "main",
    countsCommits: Bool = false,
    randomness: any Randomness = SystemRandomness()
  ) async throws(MessagingError) -> FolderConversationStore {
    try await open(at: path, keyedBy: secrets, account, countsCommits, randomness, isDurable: true)
  }

  static func open(
    at path: String, keyedBy secrets: any SecretStore, _ account: String = "main",
    _ countsCommits: Bool = false, _ randomness: any Randomness = SystemRandomness(), isDurable: Bool
  ) async throws(MessagingError) -> FolderConversationStore {
    guard (1...64).contains(account.utf8.count) else { throw .storage(.invalid) }
    let folder = try await OwnThread.run { () throws(MessagingError) in
      let folder = try StoreFolder(path, isDurable: isDurable)
      _ = try? BackupExclusion.exclude(path)
      return folder
    }
    let name = "omamori.messaging/\(account)"
    let counterName = countsCommits ? name + "/commits" : nil
    var known: UInt64 = 0
    if let counterName { known = try await FolderSecrets.count(counterName, in: secrets) }
    let key = try await FolderSecrets.key(name, in: secrets, of: folder, randomness)
    guard let seal = FolderSeal(key) else { throw .storage(.damaged) }
    let records = FolderRecords(folder: folder, seal: seal, knownCommits: Protected(known))
    try await OwnThread.run { () throws(MessagingError) in
      do throws(MessagingError) {
        try records.sweep()
      } catch .storage(.readOnly) {
        _ = try records.index()
      }
    }
    return FolderConversationStore(records, secrets, counterName: counterName)
  }

  /// The record called `name`, or `nil` when there is none.
  public func record(_ name: RecordName) async throws(MessagingError) -> StoredRecord? {
    try RecordBounds.check(name)
    return try await OwnThread.run { [records] () throws(MessagingError) in try records.record(name) }
  }

  /// The names of all records of one kind.
  public func names(of kind: RecordKind) async throws(MessagingError) -> [RecordName] {
    let index = try await OwnThread.run { [records] () throws(MessagingError) in try records.index() }
    return index.versions.keys.filter { $0.kind == kind }
  }

  /// Makes all changes, durably and in one step, or none.
  ///
  /// When the disk, or the secret store that counts commits, fails after the step was made, the error is thrown although
  /// the records have their new versions; whoever reads them again goes on from these.
  public func commit(_ changes: [RecordChange]) async throws(MessagingError) {
    try RecordBounds.check(changes)
    guard !changes.isEmpty else { return }
    // One task of the process at a time waits for other processes, so that few threads do.
    await gate.enter()
    defer { gate.leave() }
    let count = try await OwnThread.run { [records] () throws(MessagingError) in
      try records.commit(changes)
    }
    if let counterName { try await FolderSecrets.setCount(count, counterName, in: secrets) }
  }
}
