import OmamoriCore

/// What a ``FolderConversationStore`` keeps in its secret store: a key and, where commits are counted, their number.
///
/// Has no state; safe to use from any thread.
enum FolderSecrets {
  /// The key of a store, made when the store is new.
  ///
  /// - Throws: ``MessagingError/storage(_:)`` with ``ConversationStorageFault/damaged`` when there are records and no key,
  ///   ``MessagingError/core(_:)``, ``MessagingError/system(code:)``.
  static func key(
    _ name: String, in secrets: any SecretStore, of folder: StoreFolder, _ randomness: any Randomness
  ) async throws(MessagingError) -> SharedSecretBytes {
    if let found = try await secret(name, in: secrets) { return found }
    if try await OwnThread.run({ () throws(MessagingError) in try FolderRecords.hasIndex(folder) }) {
      // Another process may have made the store in between; its key was there before its index.
      guard let found = try await secret(name, in: secrets) else { throw .storage(.damaged) }
      return found
    }
    do throws(CoreError) {
      return try await make(name, in: secrets, randomness)
    } catch {
      throw .core(error)
    }
  }

  /// How many commits were counted.
  ///
  /// - Throws: ``MessagingError/core(_:)``, ``MessagingError/storage(_:)``.
  static func count(_ name: String, in secrets: any SecretStore) async throws(MessagingError) -> UInt64 {
    guard let found = try await secret(name, in: secrets) else { return 0 }
    guard found.count == 8 else { throw .storage(.damaged) }
    return found.withBytes { $0.prefixBytes(8) }.bigEndian(0..<8)
  }

  /// Counts commits.
  ///
  /// - Throws: ``MessagingError/core(_:)``.
  static func setCount(
    _ count: UInt64, _ name: String, in secrets: any SecretStore
  ) async throws(MessagingError) {
    let bytes = SharedSecretBytes(SecretBytes(copying: [UInt8](bigEndian: count, count: 8)))
    do throws(CoreError) {
      try await secrets.replace(bytes.copy(), named: name)
    } catch {
      throw .core(error)
    }
  }

  private static func secret(
    _ name: String, in secrets: any SecretStore
  ) async throws(MessagingError) -> SharedSecretBytes? {
    do throws(CoreError) {
      return try await find(name, in: secrets)
    } catch {
      throw .core(error)
    }
  }

  private static func find(
    _ name: String, in secrets: any SecretStore
  ) async throws(CoreError) -> SharedSecretBytes? {
    guard let found = try await secrets.secret(named: name) else { return nil }
    return SharedSecretBytes(found)
  }

  private static func make(
    _ name: String, in secrets: any SecretStore, _ randomness: any Randomness
  ) async throws(CoreError) -> SharedSecretBytes {
    let made = try await secrets.secret(
      named: name, orInsertingRandom: FolderSeal.keyByteCount, from: randomness)
    return SharedSecretBytes(made)
  }
}
