#if !canImport(Darwin)
import OmamoriCore
import OmamoriCrypto

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
#endif
