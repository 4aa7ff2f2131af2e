import OmamoriCore
import OmamoriCrypto
import OmamoriKeychain
import OmamoriKeychainFile
import Testing

@Suite struct KeychainChangingTests {
  let memory = MemoryKeychain()
  var keychain: Keychain { Keychain(service: "app", backend: memory) }
  private static let key = Keychain.Key<SymmetricKey>("database", accessibility: .afterFirstUnlock)
  private static let number = Keychain.Key<Int>(json: "number")

  private struct NoServer: Error {}

  @Test func makesOnce() async throws {
    let first = try await keychain.getOrCreate(Self.key) { SymmetricKey(size: .bits256) }
    let second = try await keychain.getOrCreate(Self.key) { SymmetricKey(size: .bits256) }
    #expect(first == second)
  }

  @Test func ofManyAtATimeAllGetOne() async throws {
    let keychain = keychain
    let keys = try await withThrowingTaskGroup(of: SymmetricKey.self) { group in
      for _ in 0..<32 {
        group.addTask { try await keychain.getOrCreate(Self.key) { SymmetricKey(size: .bits256) } }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(keys.count == 32)
    #expect(keys.allSatisfy { $0 == keys[0] })
  }

  @Test func neverMakesWhileItCannotKnow() async throws {
    let kept = try await keychain.getOrCreate(Self.key) { SymmetricKey(size: .bits256) }
    let calls = Protected(0)
    for state in [KeychainLockState.beforeFirstUnlock, .unavailable] {
      memory.setLockState(state)
      await #expect(throws: KeychainError.self) {
        _ = try await keychain.getOrCreate(Self.key) {
          calls.withLock { $0 += 1 }
          return SymmetricKey(size: .bits256)
        }
      }
    }
    memory.setLockState(.unlocked)
    try await keychain.set("damaged", for: Keychain.Key<String>("curve"))
    await #expect(throws: KeychainError.wrongType) {
      _ = try await keychain.getOrCreate(Keychain.Key<P256.Signing.PrivateKey>("curve")) {
        calls.withLock { $0 += 1 }
        return P256.Signing.PrivateKey()
      }
    }
    #expect(calls.current == 0)
    #expect(try await keychain.value(for: Self.key) == kept)
    #expect(try await keychain.value(for: Keychain.Key<String>("curve")) == "damaged")
  }

  @Test(arguments: [true, false])
  func aNameIsTakenByATwinToo(isSynchronizable: Bool) async throws {
    let key = Keychain.Key<String>("a", isSynchronizable: isSynchronizable)
    let taken = Keychain.Key<String>("b", isSynchronizable: !isSynchronizable)
    try await keychain.set("first", for: key)
    try await keychain.set("second", for: taken)
    await #expect(throws: KeychainError.duplicate) { try await keychain.rename(key, to: "b") }
    await #expect(throws: KeychainError.duplicate) {
      try await keychain.transaction { step throws(KeychainError) in _ = try step.rename(key, to: "b") }
    }
    #expect(try await keychain.rename(key, to: "a"))
    #expect(try await keychain.rename(Keychain.Key<String>("none"), to: "b") == false)
    #expect(try await keychain.value(for: key) == "first")
    #expect(try await keychain.value(for: taken) == "second")
  }

  @Test func storesNothingWhenMakingFails() async throws {
    await #expect(throws: NoServer.self) {
      _ = try await keychain.getOrCreate(Keychain.Key<String>("t")) { throw NoServer() }
    }
    #expect(try await keychain.keys().isEmpty)
    let made = try await keychain.getOrCreate(Keychain.Key<String>("t")) { () async throws -> String in "x" }
    #expect(made == "x")
  }

  @Test func losesNoUpdate() async throws {
    let keychain = keychain
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask { for _ in 0..<25 { try await keychain.update(Self.number) { ($0 ?? 0) + 1 } } }
      }
      try await group.waitForAll()
    }
    #expect(try await keychain.value(for: Self.number) == 200)
  }

  @Test func leavesWhatTheTransformLeaves() async throws {
    #expect(try await keychain.update(Self.number) { _ in nil } == nil)
    #expect(try await keychain.keys().isEmpty)
    try await keychain.set(7, for: Self.number)
    #expect(try await keychain.update(Self.number) { _ in nil } == 7)
    #expect(try await keychain.update(Self.number) { $0.map { $0 * 6 } } == 42)
  }

  @Test func updatesATwinWhereItIs() async throws {
    var shared = Self.number
    shared.isSynchronizable = true
    try await keychain.set(1, for: shared)
    try await keychain.update(Self.number) { ($0 ?? 0) + 1 }
    #expect(try await keychain.items().map(\.synchronization.isRequested) == [true])
    #expect(try await keychain.value(for: shared) == 2)
  }

  @Test func givesUpWhenOthersAreAlwaysFirst() async throws {
    let keychain = keychain
    try await keychain.set(0, for: Self.number)
    await #expect(throws: KeychainError.contended) {
      try await keychain.update(Self.number) { old in
        _ = try? await keychain.set(0, for: Self.number)
        return (old ?? 0) + 1
      }
    }
    #expect(try await keychain.value(for: Self.number) == 0)
  }

  @Test func tellsChangesByName() async throws {
    let keychain = keychain
    try await keychain.set(0, for: Self.number)
    let changes = try await keychain.changes()
    try await Keychain(service: "other", backend: memory).set(1, for: Self.number)
    try await keychain.set(1, for: Self.number)
    try await keychain.set("x", for: Keychain.Key<String>("new"))
    var iterator = changes.makeAsyncIterator()
    #expect(await iterator.next() == Keychain.Change(.stored, "number"))
    #expect(await iterator.next() == Keychain.Change(.stored, "new"))
    try await keychain.rename(Keychain.Key<String>("new"), to: "newer")
    #expect(await iterator.next() == Keychain.Change(.removed, "new"))
    #expect(await iterator.next() == Keychain.Change(.stored, "newer"))
    try await keychain.remove(Self.number)
    #expect(await iterator.next() == Keychain.Change(.removed, "number"))
    memory.setLockState(.locked)
    let late = Keychain.Key<String>("late", accessibility: .afterFirstUnlock)
    try await keychain.set("x", for: late)
    #expect(await iterator.next() == Keychain.Change(.stored, "late"))
  }

  @Test func aSlowReaderIsToldThatItMissedSome() async throws {
    let changes = try memory.changes()
    for number in 0..<3000 { try await keychain.set(number, for: Self.number) }
    var isTold = false
    var count = 0
    for await change in changes {
      count += 1
      if change.kind == .unknown { isTold = true }
      if count == KeychainChanges.greatestBacklog { break }
    }
    #expect(isTold)
  }
}
