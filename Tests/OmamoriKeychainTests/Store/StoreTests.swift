import Foundation
import OmamoriCore
import OmamoriCrypto
import Testing

@testable import OmamoriKeychain
@testable import OmamoriKeychainFile

@Suite struct StoreTests {
  @Test func keepsItems() throws {
    let fixture = try StoreFixture()
    defer { withExtendedLifetime(fixture) {} }
    let store = fixture.store
    let stored = try #require(try store.put(Sample.password("alice", "one")))
    #expect(stored.accessGroup == "default" && stored.secret == nil)
    #expect(try store.all(Sample.query("alice")).map(\.text) == ["one"])
    #expect(try store.all(Sample.query("bob")).isEmpty)
    let again = try #require(try store.put(Sample.password("alice", "two")))
    #expect(again.reference == stored.reference && again.version != stored.version)
    #expect(again.attributes[.creationDate] == stored.attributes[.creationDate])
    #expect(try store.all().map(\.text) == ["two"])
    #expect(try store.all(ItemQuery(stored.reference)).map(\.text) == ["two"])
    #expect(try store.remove(Sample.query("alice")) == 1)
    #expect(try store.all().isEmpty)
    #expect(try store.all(ItemQuery(stored.reference)).isEmpty)
  }

  @Test func keepsConditions() throws {
    let fixture = try StoreFixture()
    defer { withExtendedLifetime(fixture) {} }
    let store = fixture.store
    let first = try #require(try store.put(Sample.password("a", "1"), if: .absent))
    #expect(try store.put(Sample.password("a", "2"), if: .absent) == nil)
    let second = try #require(try store.put(Sample.password("a", "3"), if: .version(first.version)))
    #expect(try store.put(Sample.password("a", "4"), if: .version(first.version)) == nil)
    #expect(second.version != first.version)
    #expect(try store.all().map(\.text) == ["3"])
  }

  @Test func updatesAllOrNone() throws {
    let fixture = try StoreFixture()
    defer { withExtendedLifetime(fixture) {} }
    let store = fixture.store
    for name in ["a", "b", "c"] { try store.put(Sample.password(name)) }
    let scope = ItemQuery(.genericPassword, [.service: .text("service")])
    #expect(try store.update(scope, ItemChanges(attributes: [.label: .text("x")])) == 3)
    #expect(try store.all().allSatisfy { $0.record.attributes.text(.label) == "x" && $0.text == "s3cret" })
    #expect(throws: KeychainError.duplicate) {
      try store.update(scope, ItemChanges(attributes: [.account: .text("z")]))
    }
    #expect(throws: KeychainError.duplicate) {
      try store.update(Sample.query("a"), ItemChanges(attributes: [.account: .text("b")]))
    }
    #expect(try Set(store.all().compactMap { $0.record.attributes.text(.account) }) == ["a", "b", "c"])
    let before = try #require(try store.all(Sample.query("a")).first)
    #expect(try store.update(Sample.query("a"), ItemChanges(attributes: [.account: .text("d")])) == 1)
    let after = try #require(try store.all(Sample.query("d")).first)
    #expect(after.head.context.identifier == before.head.context.identifier)
    #expect(
      try store.update(
        Sample.query("d"), ItemChanges(secret: Sample.secret("new"), accessibility: .afterFirstUnlock)) == 1)
    #expect(try store.all(Sample.query("d")).map(\.text) == ["new"])
    #expect(try store.update(Sample.query("none"), ItemChanges(secret: Sample.secret("new"))) == 0)
  }

  @Test func findsByScopesAndOtherAttributes() throws {
    let fixture = try StoreFixture()
    defer { withExtendedLifetime(fixture) {} }
    let store = fixture.store
    for service in ["one", "two"] {
      for account in ["a", "b"] {
        var item = Sample.password(account, service: service)
        item.attributes[.label] = .text("\(service) \(account)")
        try store.put(item)
      }
    }
    try store.put(
      NewItem(.certificate, [.issuer: .data(Data([1])), .serialNumber: .data(Data([2]))], secret: nil))
    #expect(try store.all(ItemQuery(.genericPassword, [.service: .text("one")], limit: .all)).count == 2)
    #expect(try store.all(ItemQuery(.genericPassword, [.account: .text("a")], limit: .all)).count == 2)
    #expect(try store.all(ItemQuery(.genericPassword, [.label: .text("two b")])).count == 1)
    #expect(try store.all(Sample.everything).count == 4)
    #expect(try store.all(ItemQuery(.genericPassword, limit: .count(3))).count == 3)
    #expect(try store.all(ItemQuery(.certificate, limit: .all)).map(\.record.secretLength) == [nil])
    #expect(try store.find(Sample.everything, .every, .secret).count == 4)
  }

  @Test func locksByClasses() throws {
    let fixture = try StoreFixture()
    defer { withExtendedLifetime(fixture) {} }
    let store = fixture.store
    try store.put(Sample.password("open", "1", .afterFirstUnlock))
    try store.put(Sample.password("closed", "2", .whenUnlocked))
    store.lock(fixture.screenLocked, isComplete: false)
    #expect(store.lockState == .locked)
    #expect(try store.all(Sample.query("open")).map(\.text) == ["1"])
    #expect(throws: KeychainError.locked) { try store.all(Sample.query("closed")) }
    #expect(throws: KeychainError.locked) { try store.all() }
    #expect(throws: KeychainError.locked) { try store.put(Sample.password("closed", "3", .afterFirstUnlock)) }
    #expect(try store.all(Sample.query("absent")).isEmpty)
    store.lock(nil, isComplete: true)
    #expect(throws: KeychainError.locked) { try store.all(Sample.query("open")) }
    #expect(throws: KeychainError.locked) { try store.put(Sample.password("x")) }
    try store.use(fixture.ring, keybagGeneration: 1)
    #expect(try store.all().count == 2)
  }

  @Test func followsOthers() throws {
    let fixture = try StoreFixture()
    defer { withExtendedLifetime(fixture) {} }
    let (one, two) = (fixture.store, try fixture.opened())
    for round in 0..<20 {
      try one.put(Sample.password("a\(round)", "x"))
      #expect(try two.all(Sample.query("a\(round)")).map(\.text) == ["x"])
      try two.update(Sample.query("a\(round)"), ItemChanges(attributes: [.account: .text("b\(round)")]))
      #expect(try one.all(Sample.query("a\(round)")).isEmpty)
      if round % 3 == 0 { try one.remove(Sample.query("b\(round)")) }
    }
    #expect(try one.all().count == 13 && two.all().count == 13)
    #expect(try fixture.opened().all().count == 13)
  }

  @Test func undoesATransactionThatThrows() throws {
    let fixture = try StoreFixture()
    defer { withExtendedLifetime(fixture) {} }
    let store = fixture.store
    try store.put(Sample.password("kept"))
    #expect(throws: KeychainError.cancelled) {
      try store.change(Sample.groups) { transaction throws(KeychainError) in
        _ = try transaction.put(Sample.password("new"), if: .always)
        _ = try transaction.remove(Sample.query("kept"))
        guard try transaction.find(Sample.query("new"), .secret).count == 1,
          try transaction.find(Sample.everything, .metadata).count == 1
        else { return }
        throw .cancelled
      }
    }
    #expect(try store.all().compactMap { $0.record.attributes.text(.account) } == ["kept"])
  }

  @Test func tellsChanges() async throws {
    let fixture = try StoreFixture()
    defer { withExtendedLifetime(fixture) {} }
    let (one, two) = (fixture.store, try fixture.opened())
    var changes = one.listen().makeAsyncIterator()
    try one.watch()
    let item = try #require(try one.put(Sample.password("mine")))
    #expect(await changes.next() == KeychainChange(.stored, item.reference))
    let other = try #require(try two.put(Sample.password("theirs")))
    #expect(await changes.next() == KeychainChange(.stored, other.reference))
    try two.remove(Sample.query("mine"))
    #expect(await changes.next() == KeychainChange(.removed, item.reference))
    one.stopWatching()
  }

  @Test func emptiesTheLogAfterARemoval() throws {
    let fixture = try StoreFixture()
    defer { withExtendedLifetime(fixture) {} }
    try fixture.store.put(Sample.password("a"))
    #expect(!fixture.bytes(of: StoreLocation.fileName + "-wal").isEmpty)
    try fixture.store.remove(Sample.query("a"))
    #expect(fixture.bytes(of: StoreLocation.fileName + "-wal").isEmpty)
  }
}
