import Foundation
import OmamoriCore
import OmamoriKeychain
import OmamoriKeychainFile
import Testing

@testable import OmamoriMessaging

/// Two processes at one store, and stores that cannot be written.
@Suite("Stores of several processes", .serialized)
struct StorageProcessTests {
  private static let rounds = ProcessInfo.processInfo.environment["OMAMORI_DEEP"] == nil ? 250 : 5000
  private static let shared = RecordName(.sessions, key: Array("peer".utf8))

  private static func own(_ number: Int) -> RecordName { RecordName(.peer, key: [UInt8(number)]) }

  /// An app and its extension: each change builds on the newest state, whoever made it, and is whole.
  @Test(arguments: LastingStore.allCases) func twoProcessesLoseNoUpdate(kind: LastingStore) async throws {
    let folder = try StorageFolder()
    let opened = try await kind.create(in: folder.path)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 1...2 {
        group.addTask { [path = folder.path, rounds = Self.rounds] in
          await #expect(processExitsWith: .success) {
            [
              path = path as String, number = number as Int, rounds = rounds as Int,
              kind = kind as LastingStore
            ] in
            let opened = try await kind.open(path)
            for round in 1...rounds { try await Self.step(round, of: number, in: opened.store) }
            await opened.file.close()
          }
        }
      }
      try await group.waitForAll()
    }
    let record = try #require(try await opened.store.record(Self.shared))
    // One version for each commit says that none went on from a state that another had left.
    #expect(record.bytes.testText == "\(2 * Self.rounds)" && record.version == UInt64(2 * Self.rounds))
    for number in 1...2 { #expect(try await opened.store.text(Self.own(number)) == "\(Self.rounds)") }
    #expect(try await opened.close())
  }

  /// Adds one to the shared record and tells so in the own one, in one commit.
  private static func step(_ round: Int, of number: Int, in store: any ConversationStore) async throws {
    while true {
      let record = try await store.record(shared)
      let mine = try await store.record(own(number))
      let next = (record.flatMap { Int($0.bytes.testText) } ?? 0) + 1
      do throws(MessagingError) {
        try await store.commit([
          RecordChange(
            own(number), expectedVersion: mine?.version ?? 0, bytes: SharedSecretBytes("\(round)")),
          RecordChange(shared, expectedVersion: record?.version ?? 0, bytes: SharedSecretBytes("\(next)")),
        ])
        return
      } catch .storage(.conflict) {
        // The other process was there first.
      }
    }
  }

  private static let before = RecordName(.account)

  /// A disk that takes no more: the commit is refused in words, and none of its records is changed.
  @Test func aFullDiskChangesNothing() async throws {
    let folder = try StorageFolder()
    let file = try await folder.create(KeychainFileOptions())
    try await KeychainConversationStore(in: file).set(Self.before, "before")
    await file.close()
    await #expect(processExitsWith: .success) { [path = folder.path as String] in
      signal(SIGXFSZ, SIG_IGN)
      let file = try await StorageFolder.open(path, KeychainFileOptions())
      let store = try KeychainConversationStore(in: file)
      var limit = rlimit(rlim_cur: 150_000, rlim_max: .max)
      unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      let large = SharedSecretBytes(String(repeating: "x", count: 600_000))
      await #expect(throws: MessagingError.keychain(.diskFull)) {
        try await store.commit([
          RecordChange(Self.before, expectedVersion: 1, bytes: SharedSecretBytes("after")),
          RecordChange(Self.shared, expectedVersion: 0, bytes: large),
        ])
      }
      #expect(try await store.text(Self.before) == "before")
      #expect(try await store.record(Self.shared) == nil)
      #expect(try await file.verify().problems.isEmpty)
    }
    let again = try await StorageFolder.open(folder.path)
    let store = try KeychainConversationStore(in: again)
    #expect(try await store.record(Self.before)?.version == 1)
    try await store.set(Self.before, "after")
    #expect(try await store.text(Self.before) == "after")
    await again.close()
  }

  /// A store that may be read only, as somebody whom rights bind, also where the tests run as root.
  @Test func aReadOnlyStoreIsReadAndIntact() async throws {
    let folder = try StorageFolder()
    let file = try await folder.create()
    try await KeychainConversationStore(in: file).set(Self.before, "before")
    await file.close()
    if geteuid() == 0 {
      let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path) + ["."]
      for name in names { unsafe chown(folder.path + "/" + name, 65534, 65534) }
    }
    unsafe chmod(folder.storePath + "/keychain.db", 0o400)
    await #expect(processExitsWith: .success) { [path = folder.path as String] in
      if geteuid() == 0 { #expect(setuid(65534) == 0) }
      let file = try await StorageFolder.open(path)
      let store = try KeychainConversationStore(in: file)
      await #expect(throws: MessagingError.keychain(.readOnly)) { try await store.set(Self.before, "after") }
      #expect(try await store.text(Self.before) == "before")
    }
  }

  /// A locked keychain says so, and nothing half done is there afterwards.
  @Test func aLockedKeychainSaysSo() async throws {
    let folder = try StorageFolder()
    let file = try await folder.create()
    let store = try KeychainConversationStore(in: file)
    try await store.set(Self.before, "before")
    await file.lock(.screen)
    #expect(try await store.text(Self.before) == "before")
    await file.lock(.everything)
    await #expect(throws: MessagingError.keychain(.locked)) { try await store.record(Self.before) }
    await #expect(throws: MessagingError.keychain(.locked)) { try await store.names(of: .account) }
    await #expect(throws: MessagingError.keychain(.locked)) {
      try await store.commit([RecordChange(Self.before, expectedVersion: 1, bytes: nil)])
    }
    await file.close()
    let again = try await StorageFolder.open(folder.path)
    #expect(try await KeychainConversationStore(in: again).record(Self.before)?.version == 1)
    await again.close()
  }
}
