import Foundation
import OmamoriCore
import OmamoriKeychain
import OmamoriKeychainFile
import Testing

@testable import OmamoriMessaging

/// What a conversation store makes of a keychain.
@Suite("KeychainConversationStore")
struct KeychainConversationStoreTests {
  private static let alice = RecordName(.peer, key: Array("alice@example.org".utf8))

  @Test func refusesAKeychainWithoutTransactions() async throws {
    #expect(throws: MessagingError.keychain(.unsupported(.transactions))) {
      try KeychainConversationStore(in: SecretServiceKeychain())
    }
    for account in ["", String(repeating: "a", count: 65)] {
      #expect(throws: MessagingError.storage(.invalid)) {
        try KeychainConversationStore(in: MemoryKeychain(), account: account)
      }
    }
  }

  @Test func accountsAndGroupsAreApart() async throws {
    let keychain = MemoryKeychain()
    let stores = try [
      KeychainConversationStore(in: keychain), KeychainConversationStore(in: keychain, account: "second"),
      KeychainConversationStore(in: keychain, accessGroup: "another"),
    ]
    for (index, store) in stores.enumerated() { try await store.set(Self.alice, "\(index)") }
    for (index, store) in stores.enumerated() { #expect(try await store.text(Self.alice) == "\(index)") }
  }

  /// Nothing of an item but its secret says who a conversation is with; an extension can read it behind a locked screen.
  @Test func itemsShowNoAddressAndOpenAfterTheFirstUnlocking() async throws {
    let keychain = MemoryKeychain()
    let store = try KeychainConversationStore(in: keychain)
    try await store.set(Self.alice, "secret")
    let items = try await keychain.find(ItemQuery(.genericPassword, limit: .all))
    #expect(items.count == 2)
    for item in items {
      #expect(item.accessibility == .afterFirstUnlockThisDeviceOnly)
      #expect(!item.synchronization.isRequested && item.accessControl == nil)
      let shown = "\(item.attributes)"
      for needle in ["alice", Data("alice@example.org".utf8).base64EncodedString(), "616c696365"] {
        #expect(!shown.contains(needle))
      }
      let bytes = item.attributes.data(.generic) ?? Data()
      #expect(bytes.range(of: Data("alice".utf8)) == nil)
    }
    // Two stores do not have the same name for one address.
    let other = MemoryKeychain()
    try await KeychainConversationStore(in: other).set(Self.alice, "secret")
    let accounts = try await other.find(ItemQuery(.genericPassword, limit: .all)).map {
      $0.attributes.text(.account)
    }
    #expect(Set(accounts).intersection(items.map { $0.attributes.text(.account) }) == ["store"])

    keychain.setLockState(.locked)
    #expect(try await store.text(Self.alice) == "secret")
    keychain.setLockState(.beforeFirstUnlock)
    await #expect(throws: MessagingError.keychain(.locked)) { try await store.record(Self.alice) }
    await #expect(throws: MessagingError.keychain(.locked)) { try await store.set(Self.alice, "lost") }
    keychain.setLockState(.unlocked)
    #expect(try await store.text(Self.alice) == "secret")
  }

  /// An item that stands in another one's place, or was cut, is damage and never another record.
  @Test func damagedItemsAreNoticed() async throws {
    let large = String(repeating: "x", count: KeychainRecordFrame.pieceByteCount + 5)
    for damage in 0..<7 {
      let keychain = MemoryKeychain()
      let store = try KeychainConversationStore(in: keychain)
      try await store.set(Self.alice, large)
      try await store.set(RecordName(.peer, key: Array("bob".utf8)), large)
      let items = try await keychain.find(ItemQuery(.genericPassword, limit: .all), withSecrets: true)
      let heads = items.filter { $0.attributes.text(.service) == "omamori.messaging/main/3" }
      let parts = items.filter { $0.attributes.text(.service) == "omamori.messaging/main/parts" }
      let root = items.filter { $0.attributes.text(.account) == "store" }
      try #require(heads.count == 2 && parts.count == 2 && root.count == 1)
      switch damage {
      case 0: try await swap(heads, \.secret, in: keychain)
      case 1: try await change(heads, in: keychain) { ItemChanges(attributes: [.generic: .data(Data($0))]) }
      case 2: try await cut(parts, in: keychain)
      case 3: try await cut(heads, in: keychain)
      case 4: for part in parts { _ = try await keychain.remove(ItemQuery(part.reference)) }
      case 5: try await cut(root, in: keychain)
      default:
        for part in parts {
          let secret = try #require(part.secret).testBytes
          try await set(part, [secret[0]] + [9] + secret.dropFirst(2), in: keychain)
        }
      }
      await #expect(throws: MessagingError.storage(.damaged)) { try await store.record(Self.alice) }
      if damage == 1 || damage == 5 {
        await #expect(throws: MessagingError.storage(.damaged)) { try await store.names(of: .peer) }
        await #expect(throws: MessagingError.storage(.damaged)) {
          try await store.commit([RecordChange(Self.alice, expectedVersion: 1, bytes: nil)])
        }
      }
    }
  }

  private func set(_ item: KeychainItem, _ secret: [UInt8], in keychain: MemoryKeychain) async throws {
    let changes = ItemChanges(secret: SharedSecretBytes(SecretBytes(copying: secret)))
    _ = try await keychain.update(ItemQuery(item.reference), changes, access: .none)
  }

  private func swap(
    _ items: [KeychainItem], _ part: KeyPath<KeychainItem, SharedSecretBytes?>, in keychain: MemoryKeychain
  ) async throws {
    for (item, other) in zip(items, items.reversed()) {
      try await set(item, try #require(other[keyPath: part]).testBytes, in: keychain)
    }
  }

  private func cut(_ items: [KeychainItem], in keychain: MemoryKeychain) async throws {
    for item in items { try await set(item, try #require(item.secret).testBytes.dropLast(), in: keychain) }
  }

  private func change(
    _ items: [KeychainItem], in keychain: MemoryKeychain, _ body: ([UInt8]) -> ItemChanges
  ) async throws {
    for item in items {
      let label = Array(try #require(item.attributes.data(.generic)))
      _ = try await keychain.update(
        ItemQuery(item.reference), body(label.prefix(10) + []), access: .none)
    }
  }
}
