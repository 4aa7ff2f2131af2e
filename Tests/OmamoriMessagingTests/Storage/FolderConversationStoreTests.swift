import Foundation
@_spi(Testing) import OmamoriCore
import OmamoriKeychain
import OmamoriKeychainFile
import Testing

@testable import OmamoriMessaging

/// What a folder of conversations shows, and what it refuses.
@Suite("FolderConversationStore")
struct FolderConversationStoreTests {
  private static let alice = RecordName(.peer, key: Array("alice@example.com".utf8))
  private static let bob = RecordName(.peer, key: Array("bob@example.com".utf8))

  private static func open(
    _ folder: StorageFolder, _ secrets: any SecretStore, countsCommits: Bool = false
  ) async throws -> FolderConversationStore {
    try await FolderConversationStore.open(
      at: folder.storePath, keyedBy: secrets, countsCommits: countsCommits)
  }

  private static func files(_ folder: StorageFolder) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.storePath).sorted()
  }

  private static func bytes(_ folder: StorageFolder, _ name: String) throws -> Data {
    try Data(contentsOf: URL(filePath: folder.storePath + "/" + name))
  }

  private static func write(_ bytes: Data, _ folder: StorageFolder, _ name: String) throws {
    try bytes.write(to: URL(filePath: folder.storePath + "/" + name))
  }

  /// The file of the record that was changed last: the one that was not there before.
  private static func set(
    _ name: RecordName, _ text: String, in store: FolderConversationStore, _ folder: StorageFolder
  ) async throws -> String {
    let before = Set(try files(folder))
    try await store.set(name, text)
    let new = Set(try files(folder)).subtracting(before).filter(FolderSeal.isFileName)
    return try #require(new.count == 1 ? new.first : nil)
  }

  @Test func showsNoAddressAndIsForItsOwnerOnly() async throws {
    let folder = try StorageFolder()
    // The key lies in a keychain without transactions, as on Apple systems.
    let keychain = MemoryKeychain()
    let keys = KeychainSecretStore(Keychain(service: "test", backend: keychain))
    let store = try await Self.open(folder, keys)
    try await store.set(Self.alice, "a secret chain key")
    try await store.set(Self.bob, "a secret chain key")
    for file in try Self.files(folder) {
      let content = String(decoding: try Self.bytes(folder, file), as: UTF8.self)
      for word in ["alice", "bob", "example", "secret"] {
        #expect(!file.contains(word) && !content.contains(word))
      }
    }
    let modes = try (["."] + Self.files(folder).filter { $0 != "CACHEDIR.TAG" }).map { file in
      try FileManager.default.attributesOfItem(atPath: folder.storePath + "/" + file)[.posixPermissions]
        as? Int
    }
    #expect(modes == [0o700] + Array(repeating: 0o600, count: modes.count - 1))
    #expect(try BackupExclusion.status(of: folder.storePath).mechanisms(.notExcluded).isEmpty)
    let again = try await Self.open(folder, keys)
    #expect(Set(try await again.names(of: .peer)) == [Self.alice, Self.bob])
    #expect(try await again.text(Self.bob) == "a secret chain key")
    #expect(try await keychain.find(ItemQuery(.genericPassword, limit: .all), withSecrets: false).count == 1)
  }

  /// Changed, cut, exchanged, old and missing files are damage, never another record.
  @Test func changedFilesAreNoticed() async throws {
    for damage in 0..<7 {
      let folder = try StorageFolder()
      let secrets = InMemorySecretStore()
      let store = try await Self.open(folder, secrets)
      let old = try Self.bytes(folder, try await Self.set(Self.alice, "old", in: store, folder))
      let alice = try await Self.set(Self.alice, "new", in: store, folder)
      let bob = try await Self.set(Self.bob, "bob", in: store, folder)
      let content = try Self.bytes(folder, alice)
      switch damage {
      case 0: for at in content.indices { try await noticed(content, at, alice, folder, store) }
      case 1: try Self.write(content.dropLast(), folder, alice)
      case 2: try Self.write(try Self.bytes(folder, bob), folder, alice)
      case 3: try Self.write(old, folder, alice)
      case 4: try FileManager.default.removeItem(atPath: folder.storePath + "/" + alice)
      case 5:
        try FileManager.default.removeItem(atPath: folder.storePath + "/" + alice)
        try FileManager.default.createSymbolicLink(
          atPath: folder.storePath + "/" + alice, withDestinationPath: folder.storePath + "/" + bob)
      default: try Self.write(Data(), folder, alice)
      }
      if damage > 0 {
        await #expect(throws: MessagingError.storage(.damaged)) { try await store.record(Self.alice) }
      }
      #expect(try await store.text(Self.bob) == "bob")
      // The folder is used no further by a new process either, as far as that record goes.
      let again = try await Self.open(folder, secrets)
      if damage > 0 {
        await #expect(throws: MessagingError.storage(.damaged)) { try await again.record(Self.alice) }
      }
      #expect(try await again.text(Self.bob) == "bob")
    }
  }

  private func noticed(
    _ content: Data, _ at: Int, _ file: String, _ folder: StorageFolder, _ store: FolderConversationStore
  ) async throws {
    var changed = content
    changed[at] ^= 1
    try Self.write(changed, folder, file)
    await #expect(throws: MessagingError.storage(.damaged)) { try await store.record(Self.alice) }
    try Self.write(content, folder, file)
  }

  @Test func aChangedIndexStopsEverything() async throws {
    let folder = try StorageFolder()
    let secrets = InMemorySecretStore()
    let store = try await Self.open(folder, secrets)
    try await store.set(Self.alice, "alice")
    var index = try Self.bytes(folder, "index")
    index[20] ^= 0x80
    try Self.write(index, folder, "index")
    await #expect(throws: MessagingError.storage(.damaged)) { try await store.record(Self.alice) }
    await #expect(throws: MessagingError.storage(.damaged)) { try await store.names(of: .peer) }
    await #expect(throws: MessagingError.storage(.damaged)) {
      try await store.commit([RecordChange(Self.bob, expectedVersion: 0, bytes: SharedSecretBytes("b"))])
    }
    await #expect(throws: MessagingError.storage(.damaged)) { try await Self.open(folder, secrets) }
    // Without an index it is no empty store to a process that knows better.
    try FileManager.default.removeItem(atPath: folder.storePath + "/index")
    await #expect(throws: MessagingError.storage(.rolledBack)) { try await store.record(Self.alice) }
  }

  @Test func anOldCopyIsNoticedWhereCommitsAreCounted() async throws {
    for isCounted in [true, false] {
      let folder = try StorageFolder()
      let secrets = InMemorySecretStore()
      let store = try await Self.open(folder, secrets, countsCommits: isCounted)
      try await store.set(Self.alice, "1")
      let copy = folder.path + "/copy"
      try FileManager.default.copyItem(atPath: folder.storePath, toPath: copy)
      try await store.set(Self.alice, "2")
      #expect(try await Self.open(folder, secrets, countsCommits: isCounted).text(Self.alice) == "2")
      for name in try Self.files(folder) {
        try FileManager.default.removeItem(atPath: folder.storePath + "/" + name)
      }
      for name in try FileManager.default.contentsOfDirectory(atPath: copy) {
        try FileManager.default.copyItem(
          atPath: copy + "/" + name, toPath: folder.storePath + "/" + name)
      }
      // The process that made the newer state knows, whatever is counted.
      await #expect(throws: MessagingError.storage(.rolledBack)) { try await store.record(Self.alice) }
      await #expect(throws: MessagingError.storage(.rolledBack)) { try await store.set(Self.alice, "3") }
      if isCounted {
        await #expect(throws: MessagingError.storage(.rolledBack)) {
          try await Self.open(folder, secrets, countsCommits: true)
        }
      } else {
        #expect(try await Self.open(folder, secrets).text(Self.alice) == "1")
      }
    }
  }

  @Test func withoutItsKeyNothingIsMadeAnew() async throws {
    let folder = try StorageFolder()
    let keychain = MemoryKeychain()
    let keys = KeychainSecretStore(Keychain(service: "test", backend: keychain))
    try await Self.open(folder, keys).set(Self.alice, "alice")
    let other = InMemorySecretStore()
    await #expect(throws: MessagingError.storage(.damaged)) { try await Self.open(folder, other) }
    #expect(try await Self.isEmpty(other))
    await #expect(throws: MessagingError.storage(.damaged)) {
      try await FolderConversationStore.open(at: folder.storePath, keyedBy: keys, account: "other")
    }
    keychain.setLockState(.beforeFirstUnlock)
    await #expect(throws: MessagingError.core(.secretStore(.locked))) { try await Self.open(folder, keys) }
    keychain.setLockState(.locked)
    #expect(try await Self.open(folder, keys).text(Self.alice) == "alice")
    await #expect(throws: MessagingError.storage(.invalid)) {
      try await FolderConversationStore.open(at: folder.storePath, keyedBy: keys, account: "")
    }
  }

  private static func isEmpty(_ secrets: InMemorySecretStore) async throws -> Bool {
    try await secrets.secret(named: "omamori.messaging/main") == nil
  }

  @Test func anIndexHasOneSpelling() throws {
    var index = FolderIndex()
    index.versions = [Self.alice: 7, Self.bob: 1, RecordName(.account): 3]
    (index.commitCount, index.greatestRemoved) = (12, 5)
    let bytes = index.encoded
    #expect(FolderIndex(decoding: bytes) == index)
    #expect(FolderIndex(decoding: FolderIndex().encoded) == FolderIndex())
    for count in bytes.indices { #expect(FolderIndex(decoding: Array(bytes[..<count])) == nil) }
    #expect(FolderIndex(decoding: bytes + [0]) == nil)
    for place in bytes.indices {
      for bit in 0..<8 {
        var changed = bytes
        changed[place] ^= 1 << bit
        if let decoded = FolderIndex(decoding: changed) { #expect(decoded.encoded == changed) }
      }
    }
  }
}
