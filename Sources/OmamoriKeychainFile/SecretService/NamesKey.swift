import OmamoriCore
import OmamoriCrypto
import OmamoriKeychain

/// The key that hides names in a collection, kept there as an item of its own.
///
/// Two programs that begin at the same moment may make one each: all are then used to search and the oldest to write.
/// Safe to use from any thread.
final class NamesKey: Sendable {
  private static let attributes = [ItemLookup.schema: ItemLookup.namesSchema]
  private static let byteCount = 32

  private let client: SecretServiceClient
  private let known = Protected<[String: [SymmetricKey]]>([:])

  init(_ client: SecretServiceClient) { self.client = client }

  /// The keys of a collection, the one to write with first; none when nothing was ever stored there.
  ///
  /// - Parameters:
  ///   - collection: The collection.
  ///   - creating: Whether to make one where there is none; only in turn.
  /// - Returns: The keys.
  /// - Throws: `KeychainError.locked` when the collection is locked and the key was not read before.
  func all(in collection: String, creating: Bool) async throws(KeychainError) -> [SymmetricKey] {
    // A collection may have been replaced by another one of its name, so what is written never relies on memory.
    if !creating, let keys = known.withLock({ $0[collection] }) { return keys }
    var keys = try await read(in: collection)
    if keys.isEmpty, creating {
      let key = SymmetricKey(size: .bits256)
      // because the bytes are copied
      let line = unsafe key.withUnsafeBytes {
        unsafe SharedSecretBytes(Base64.standard.encodeSecret($0.bytes))
      }
      let path = try await client.create(
        Self.attributes, label: "Omamori: key of names", secret: line, in: collection, replacing: false)
      guard try await client.secrets([path])[path] == line else { throw .corrupt(.item) }
      keys = try await read(in: collection)
      guard keys.contains(key) else { throw .corrupt(.item) }
    }
    guard !keys.isEmpty else { return [] }
    let found = keys
    known.withLock { $0[collection] = found }
    return found
  }

  private func read(in collection: String) async throws(KeychainError) -> [SymmetricKey] {
    let found = try await client.search(Self.attributes, in: collection)
    guard found.locked.isEmpty else { throw .locked }
    let secrets = try await client.secrets(found.unlocked)
    var keys: [(created: UInt64, path: String, key: SymmetricKey)] = []
    for (path, line) in secrets {
      guard let bytes = Base64.standard.decodeSecret(line.bytes), bytes.count == Self.byteCount else {
        throw .corrupt(.item)
      }
      // because the buffer is only read during the call
      let key = unsafe bytes.bytes.withUnsafeBytes { unsafe SymmetricKey(data: $0) }
      keys.append((try await client.created(path), path, key))
    }
    return keys.sorted { ($0.created, $0.path) < ($1.created, $1.path) }.map(\.key)
  }
}

/// Keeps the keys of slots in the desktop's Secret Service.
///
/// Whoever can use the person's unlocked collection can open the keychain with such a slot. Safe to use from any thread
/// that may stand still.
final class SecretServiceSlotKey: KeyKeeping {
  private static let byteCount = 32

  private let client: SecretServiceClient

  /// Uses a collection; the service is first spoken to when it is used.
  init(_ options: SecretServiceOptions = .standard) { client = SecretServiceClient(options) }

  /// Keeps a key of 32 bytes under a name that is new.
  func keep(_ key: SymmetricKey, named name: String) throws(KeychainError) {
    try StandingStill.run { [client] () async throws(KeychainError) in
      // because the bytes are copied
      let line = unsafe key.withUnsafeBytes {
        unsafe SharedSecretBytes(Base64.standard.encodeSecret($0.bytes))
      }
      try await client.inTurn { () async throws(KeychainError) in
        let collection = try await client.collection()
        let path = try await client.create(
          Self.attributes(name), label: "Omamori: slot of a keychain", secret: line, in: collection,
          replacing: true)
        guard try await client.secrets([path])[path] == line else { throw .corrupt(.slots) }
      }
    }
  }

  /// The key that is kept under a name; `nil` when there is none.
  func key(named name: String) throws(KeychainError) -> SymmetricKey? {
    try StandingStill.run { [client] () async throws(KeychainError) -> SymmetricKey? in
      let found = try await client.search(Self.attributes(name), in: client.collection())
      guard found.locked.isEmpty else { throw .locked }
      let secrets = try await client.secrets(found.unlocked)
      guard let line = secrets.values.first else { return nil }
      guard secrets.values.allSatisfy({ $0 == line }),
        let bytes = Base64.standard.decodeSecret(line.bytes), bytes.count == Self.byteCount
      else { throw .corrupt(.slots) }
      return SymmetricKey(SharedSecretBytes(bytes))
    }
  }

  /// Forgets the key of a name, if there is one.
  func forget(named name: String) throws(KeychainError) {
    try StandingStill.run { [client] () async throws(KeychainError) in
      try await client.inTurn { () async throws(KeychainError) in
        let found = try await client.search(Self.attributes(name), in: client.collection())
        guard found.locked.isEmpty else { throw .locked }
        for path in found.unlocked { try await client.delete(path) }
      }
    }
  }

  private static func attributes(_ name: String) -> [String: String] {
    [ItemLookup.schema: ItemLookup.slotSchema, ItemLookup.id: name]
  }
}
