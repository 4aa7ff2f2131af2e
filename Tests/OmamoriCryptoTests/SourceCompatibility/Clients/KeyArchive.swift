import Foundation
import OmamoriCrypto

/// A key that can be kept as bytes and made from them again.
protocol ArchivedKey {
  init(archived: Data) throws
  var archived: Data { get }
}

extension SymmetricKey: ArchivedKey {
  init(archived: Data) throws {
    guard archived.count == 32 else { throw CryptoKitError.incorrectKeySize }
    self.init(data: archived)
  }

  // because the bytes are copied before the key goes away
  var archived: Data { unsafe withUnsafeBytes { unsafe Data($0) } }
}

extension Curve25519.KeyAgreement.PrivateKey: ArchivedKey {
  init(archived: Data) throws { try self.init(rawRepresentation: archived) }
  var archived: Data { rawRepresentation }
}

extension Curve25519.Signing.PrivateKey: ArchivedKey {
  init(archived: Data) throws { try self.init(rawRepresentation: archived) }
  var archived: Data { rawRepresentation }
}

extension P256.Signing.PrivateKey: ArchivedKey {
  init(archived: Data) throws { try self.init(x963Representation: archived) }
  var archived: Data { x963Representation }
}

/// Keeps keys under names, as a keychain does.
struct KeyArchive: Sendable {
  private var items: [String: Data] = [:]

  mutating func save(_ key: some ArchivedKey, as name: String) { items[name] = key.archived }

  func load<Key: ArchivedKey>(_ name: String, as type: Key.Type = Key.self) throws -> Key? {
    try items[name].map(Key.init(archived:))
  }

  mutating func delete(_ name: String) { items[name] = nil }

  /// The key of that name, made when there is none yet.
  mutating func loadOrMake(_ name: String) throws -> SymmetricKey {
    if let key = try load(name, as: SymmetricKey.self) { return key }
    let key = SymmetricKey(size: SymmetricKeySize(bitCount: 256))
    save(key, as: name)
    return key
  }
}
