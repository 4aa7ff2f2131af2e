import Foundation
@_spi(Testing) import OmamoriCore
import OmamoriKeychain
import OmamoriKeychainFile
import Testing

@testable import OmamoriMessaging

/// A folder of conversations whose process is killed, or which cannot be written.
@Suite("Folders of several processes", .serialized)
struct FolderProcessTests {
  private static let kills = ProcessInfo.processInfo.environment["OMAMORI_DEEP"] == nil ? 8 : 300
  private static let names = (0..<4).map { RecordName(.sessions, key: [UInt8($0)]) }
  private static let coming = RecordName(.peer, key: Array("coming".utf8))
  private static let large = 40_000

  /// Makes commits of several records, one of which comes and goes, until it is killed.
  private static func write(_ path: String, killedAfter microseconds: Int) async throws {
    let store = try await LastingStore.folder.open(path).store
    var number = Int(try await store.text(names[0])?.prefix { $0 != " " } ?? "0") ?? 0
    for round in 0... {
      // One whole commit, then the end somewhere in the next ones.
      if round == 1 {
        Thread.detachNewThread {
          usleep(UInt32(microseconds))
          kill(getpid(), SIGKILL)
        }
      }
      number += 1
      let text = "\(number) " + String(repeating: "x", count: number % 2 == 0 ? large : 5)
      // Each commit is a version of these, so that nearly all of the time is spent within commits.
      var changes = names.map {
        RecordChange($0, expectedVersion: UInt64(number - 1), bytes: SharedSecretBytes(text))
      }
      let version = try await store.record(coming)?.version ?? 0
      let bytes = version == 0 ? SharedSecretBytes(text) : nil
      changes.append(RecordChange(coming, expectedVersion: version, bytes: bytes))
      try await store.commit(changes)
    }
  }

  @Test func allOfACommitIsThereOrNothing() async throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    print("killed folder: seed \(seed), \(Self.kills) kills")
    let chance = SeededRandomness(seed: seed)
    let folder = try StorageFolder()
    await (try LastingStore.folder.create(in: folder.path)).file.close()
    var last = 0
    for _ in 0..<Self.kills {
      let delay = try chance.integer(in: 0...12_000)
      await #expect(processExitsWith: .signal(SIGKILL)) {
        [path = folder.path as String, delay = delay as Int] in
        try await Self.write(path, killedAfter: delay)
      }
      let opened = try await LastingStore.folder.open(folder.path)
      let first = try await opened.store.record(Self.names[0])
      let number = Int(first?.bytes.testText.prefix { $0 != " " } ?? "0") ?? 0
      #expect(number >= last, "seed \(seed)")
      for name in Self.names {
        let record = try await opened.store.record(name)
        #expect(record?.bytes == first?.bytes && record?.version ?? 0 == UInt64(number), "seed \(seed)")
      }
      #expect((try await opened.store.record(Self.coming) != nil) == (number % 2 == 1), "seed \(seed)")
      // Whoever opens it removes what was left of a commit.
      let files = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/conversations")
      let count = number == 0 ? 0 : Self.names.count + number % 2
      #expect(files.filter(FolderSeal.isFileName).count == count && !files.contains("index.new"))
      await opened.file.close()
      last = number
    }
    print("killed folder: \(last) commits")
    #expect(last > 0)
  }

  /// A disk that takes no more: the commit is refused in words, and none of its records is changed.
  @Test func aFullDiskChangesNothing() async throws {
    let folder = try StorageFolder()
    let opened = try await LastingStore.folder.create(in: folder.path)
    try await opened.store.set(Self.names[0], "before")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/conversations")
    await opened.file.close()
    await #expect(processExitsWith: .success) {
      [path = folder.path as String, files = Set(files) as Set<String>] in
      signal(SIGXFSZ, SIG_IGN)
      let store = try await LastingStore.folder.open(path, KeychainFileOptions()).store
      var limit = rlimit(rlim_cur: 150_000, rlim_max: .max)
      unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      let large = SharedSecretBytes(String(repeating: "x", count: 600_000))
      await #expect(throws: MessagingError.storage(.full)) {
        try await store.commit([
          RecordChange(Self.names[0], expectedVersion: 1, bytes: SharedSecretBytes("after")),
          RecordChange(Self.names[1], expectedVersion: 0, bytes: large),
        ])
      }
      #expect(try await store.text(Self.names[0]) == "before")
      #expect(try await store.record(Self.names[1]) == nil)
      let left = try FileManager.default.contentsOfDirectory(atPath: path + "/conversations")
      #expect(Set(left) == files)
    }
    let again = try await LastingStore.folder.open(folder.path)
    #expect(try await again.store.record(Self.names[0])?.version == 1)
    try await again.store.set(Self.names[0], "after")
    #expect(try await again.store.text(Self.names[0]) == "after")
    await again.file.close()
  }

  /// A folder that may be read only, as somebody whom rights bind, also where the tests run as root.
  @Test func aReadOnlyFolderIsReadAndIntact() async throws {
    let folder = try StorageFolder()
    let opened = try await LastingStore.folder.create(in: folder.path)
    try await opened.store.set(Self.names[0], "before")
    await opened.file.close()
    if geteuid() == 0 {
      let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path) + ["."]
      for name in names { unsafe chown(folder.path + "/" + name, 65534, 65534) }
    }
    let path = folder.path + "/conversations"
    for name in try FileManager.default.subpathsOfDirectory(atPath: path) {
      unsafe chmod(path + "/" + name, 0o400)
    }
    unsafe chmod(path, 0o500)
    await #expect(processExitsWith: .success) { [path = folder.path as String] in
      if geteuid() == 0 { #expect(setuid(65534) == 0) }
      let store = try await LastingStore.folder.open(path).store
      await #expect(throws: MessagingError.storage(.readOnly)) {
        try await store.set(Self.names[0], "after")
      }
      #expect(try await store.text(Self.names[0]) == "before")
      #expect(try await store.names(of: .sessions) == [Self.names[0]])
    }
    unsafe chmod(path, 0o700)
  }
}
