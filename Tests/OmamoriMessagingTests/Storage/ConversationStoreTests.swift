import Foundation
@_spi(Testing) import OmamoriCore
import OmamoriKeychain
import OmamoriKeychainFile
import Testing

@testable import OmamoriMessaging

/// The rules that all stores keep.
@Suite("ConversationStore")
struct ConversationStoreTests {
  enum Kind: CaseIterable, Sendable {
    case memory, keychainInMemory, keychainFile, folder
  }

  /// Runs a test with a new store.
  private func with(_ kind: Kind, _ body: (any ConversationStore) async throws -> Void) async throws {
    switch kind {
    case .memory: try await body(InMemoryConversationStore())
    case .keychainInMemory: try await body(KeychainConversationStore(in: MemoryKeychain()))
    case .keychainFile:
      let folder = try StorageFolder()
      let file = try await folder.create()
      try await body(KeychainConversationStore(in: file))
      #expect(try await file.verify().problems.isEmpty)
      await file.close()
    case .folder:
      let folder = try StorageFolder()
      try await body(
        await FolderConversationStore.open(
          at: folder.storePath, keyedBy: InMemorySecretStore(), isDurable: false))
    }
  }

  private static let alice = RecordName(.peer, key: Array("alice".utf8))
  private static let bob = RecordName(.peer, key: Array("bob".utf8))
  private static let account = RecordName(.account)

  @Test(arguments: Kind.allCases) func keepsReplacesAndRemoves(kind: Kind) async throws {
    try await with(kind) { store in
      #expect(try await store.record(Self.alice) == nil)
      #expect(try await store.names(of: .peer).isEmpty)
      try await store.commit([RecordChange(Self.alice, expectedVersion: 0, bytes: SharedSecretBytes("one"))])
      let first = try #require(try await store.record(Self.alice))
      #expect(first.bytes.testText == "one" && first.version == 1)
      try await store.commit([RecordChange(Self.alice, expectedVersion: 1, bytes: SharedSecretBytes(""))])
      let second = try #require(try await store.record(Self.alice))
      #expect(second.bytes.count == 0 && second.version > first.version)
      try await store.commit([RecordChange(Self.alice, expectedVersion: second.version, bytes: nil)])
      #expect(try await store.record(Self.alice) == nil)
      try await store.commit([])
    }
  }

  @Test(arguments: Kind.allCases) func tellsKindsAndKeysApart(kind: Kind) async throws {
    try await with(kind) { store in
      let names = RecordKind.allCases.flatMap { kind in
        [[], [0], [0, 0], Array(repeating: 0xFF, count: 255)].map { RecordName(kind, key: $0) }
      }
      try await store.commit(
        names.enumerated().map {
          RecordChange($1, expectedVersion: 0, bytes: SharedSecretBytes("\($0)"))
        })
      for (index, name) in names.enumerated() { #expect(try await store.text(name) == "\(index)") }
      for kind in RecordKind.allCases {
        #expect(Set(try await store.names(of: kind)) == Set(names.filter { $0.kind == kind }))
      }
    }
  }

  @Test(arguments: Kind.allCases) func aConflictChangesNothing(kind: Kind) async throws {
    try await with(kind) { store in
      try await store.set(Self.alice, "alice")
      try await store.set(Self.bob, "bob")
      let version = try #require(try await store.record(Self.alice)?.version)
      for wrong in [0, version + 1, .max] as [UInt64] {
        await #expect(throws: MessagingError.storage(.conflict)) {
          try await store.commit([
            RecordChange(Self.account, expectedVersion: 0, bytes: SharedSecretBytes("new")),
            RecordChange(Self.bob, expectedVersion: version, bytes: nil),
            RecordChange(Self.alice, expectedVersion: wrong, bytes: SharedSecretBytes("changed")),
          ])
        }
      }
      await #expect(throws: MessagingError.storage(.conflict)) {
        try await store.commit([RecordChange(Self.account, expectedVersion: 3, bytes: nil)])
      }
      #expect(try await store.text(Self.alice) == "alice")
      #expect(try await store.text(Self.bob) == "bob")
      #expect(try await store.record(Self.account) == nil)
      // That there is none can be asked for without changing anything.
      try await store.commit([RecordChange(Self.account, expectedVersion: 0, bytes: nil)])
    }
  }

  /// What was read before a removal never fits what was made after it.
  @Test(arguments: Kind.allCases) func versionsNeverComeAgain(kind: Kind) async throws {
    try await with(kind) { store in
      var seen: Set<UInt64> = []
      for round in 0..<6 {
        for step in 0..<(round % 3 + 1) {
          try await store.set(Self.alice, "\(round) \(step)")
          let version = try #require(try await store.record(Self.alice)?.version)
          #expect(seen.insert(version).inserted)
        }
        // Another one's removal counts as well, though it was made at a smaller version.
        if round == 2 {
          try await store.set(Self.bob, "bob")
          let version = try #require(try await store.record(Self.bob)?.version)
          try await store.commit([RecordChange(Self.bob, expectedVersion: version, bytes: nil)])
        }
        let version = try #require(try await store.record(Self.alice)?.version)
        try await store.commit([RecordChange(Self.alice, expectedVersion: version, bytes: nil)])
      }
    }
  }

  @Test(arguments: Kind.allCases) func refusesWhatBreaksTheRules(kind: Kind) async throws {
    let zeros = SecretBytes(copying: [UInt8](repeating: 0, count: RecordBounds.greatestRecord + 1))
    let huge = SharedSecretBytes(zeros)
    try await with(kind) { store async throws in
      let long = RecordName(.peer, key: Array(repeating: 1, count: 256))
      await #expect(throws: MessagingError.storage(.invalid)) { try await store.record(long) }
      await #expect(throws: MessagingError.storage(.invalid)) {
        try await store.commit([RecordChange(long, expectedVersion: 0, bytes: nil)])
      }
      await #expect(throws: MessagingError.storage(.invalid)) {
        try await store.commit([
          RecordChange(Self.alice, expectedVersion: 0, bytes: SharedSecretBytes("a")),
          RecordChange(Self.alice, expectedVersion: 0, bytes: SharedSecretBytes("b")),
        ])
      }
      await #expect(throws: MessagingError.storage(.tooLarge)) {
        try await store.commit([RecordChange(Self.alice, expectedVersion: 0, bytes: huge)])
      }
      #expect(try await store.record(Self.alice) == nil)
    }
  }

  /// Records around every boundary of an item, growing and shrinking.
  @Test(arguments: Kind.allCases) func sizesComeBack(kind: Kind) async throws {
    let piece = KeychainRecordFrame.pieceByteCount
    try await with(kind) { store in
      for count in [1, piece - 1, 3 * piece + 7, piece, 2 * piece, piece + 1, 0] {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 ^ $0 >> 8 ^ $0 >> 16) }
        let version = try await store.record(Self.alice)?.version ?? 0
        try await store.commit([
          RecordChange(
            Self.alice, expectedVersion: version, bytes: SharedSecretBytes(SecretBytes(copying: bytes)))
        ])
        #expect(try await store.record(Self.alice)?.bytes.testBytes == bytes)
      }
    }
  }

  /// Many tasks at one record: each change builds on the one before.
  @Test(arguments: Kind.allCases) func noUpdateIsLost(kind: Kind) async throws {
    try await with(kind) { store in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<6 { group.addTask { try await Self.count(to: 8, in: store) } }
        try await group.waitForAll()
      }
      #expect(try await store.text(Self.account) == "48")
    }
  }

  private static func count(to count: Int, in store: any ConversationStore) async throws {
    for _ in 0..<count {
      while true {
        let record = try await store.record(account)
        let next = (record.flatMap { Int($0.bytes.testText) } ?? 0) + 1
        do throws(MessagingError) {
          try await store.commit([
            RecordChange(account, expectedVersion: record?.version ?? 0, bytes: SharedSecretBytes("\(next)"))
          ])
          break
        } catch .storage(.conflict) {
          await Task.yield()
        }
      }
    }
  }
}
