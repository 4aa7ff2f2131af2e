import Foundation
import OmamoriCore
import Testing

@testable import OmamoriRelay

/// What the store keeps, for how long, and how much of it.
@Suite("RelayStore")
struct RelayStoreTests {
  private static func use(
    _ change: (inout RelayLimits) -> Void = { _ in },
    _ body: (RelayStore, RelayStore.Account, RelayStore.Account, String) throws -> Void
  ) throws {
    let folder = RunningRelay.newFolder()
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    defer { RunningRelay.remove(folder) }
    var limits = RelayLimits()
    change(&limits)
    let store = try RelayStore(folder + "/relay.db", limits: limits)
    _ = try store.register("YQ.1", identity: [1])
    _ = try store.register("Yg.1", identity: [2])
    try body(store, try #require(try store.account("YQ.1")), try #require(try store.account("Yg.1")), folder)
  }

  @Test func queuesAreBoundedAndExpire() throws {
    try Self.use({ ($0.envelopeBytes, $0.retention) = (8000, .seconds(10)) }) {
      (store, alice, bob, _) throws -> Void in
      let body = [UInt8](repeating: 1, count: 400)
      func put(_ name: String, _ now: Int64) throws -> RelayStore.Storing {
        try store.store(body, as: name, from: alice, to: bob, now: now)
      }
      // Bob wrote to alice, so that she has a share of all of the room.
      #expect(try store.store([1], as: "z", from: bob, to: alice, now: 0) == .new)
      #expect(try put("a", 0) == .new)
      #expect(try put("a", 1) == .known)
      #expect(try put("b", 5000) == .new)
      #expect(try put("c", 5000) == .full)
      // Another sender's identifier is another one.
      #expect(try store.store([1], as: "a", from: bob, to: bob, now: 5000) == .new)
      #expect(try store.envelopes(for: bob, after: 0, count: 10, now: 9999).envelopes.count == 3)
      #expect(try store.envelopes(for: bob, after: 0, count: 10, now: 10_000).envelopes.count == 2)
      #expect(try store.sweep(now: 10_000) && !store.sweep(now: 10_000))
      #expect(try put("a", 10_001) == .new)
      let left = try store.envelopes(for: bob, after: 0, count: 10, now: 10_002).envelopes
      #expect(left.map(\.sequence) == [2, 3, 4] && left.map(\.identifier) == ["b", "a", "a"])
    }
  }

  @Test func oneSenderDoesNotFillAQueue() throws {
    try Self.use({ $0.envelopes = 48 }) { (store, alice, bob, _) throws -> Void in
      let outcomes = try ["a", "b", "c"].map { name throws in
        try store.store([1], as: name, from: alice, to: bob, now: 1)
      }
      #expect(outcomes == [.new, .new, .full])
      #expect(try store.store([1], as: "a", from: bob, to: bob, now: 1) == .new)
    }
  }

  @Test func oneSenderDoesNotFillAQueueWithLongEnvelopes() throws {
    try Self.use({ $0.envelopeBytes = 480_000 }) { (store, alice, bob, _) throws -> Void in
      let body = [UInt8](repeating: 1, count: 10_000)
      let outcomes = try ["a", "b", "c"].map { name throws in
        try store.store(body, as: name, from: alice, to: bob, now: 1)
      }
      #expect(outcomes == [.new, .new, .full])
      #expect(try store.store(body, as: "b", from: bob, to: bob, now: 1) == .new)
    }
  }

  @Test func deliveriesAreBounded() throws {
    try Self.use { (store, alice, bob, _) throws -> Void in
      for number in 0..<5 {
        _ = try store.store(
          [UInt8](repeating: 1, count: 250 << 10), as: "\(number)", from: alice, to: bob, now: 1)
      }
      let first = try store.envelopes(for: bob, after: 0, count: 100, now: 2)
      #expect(first.envelopes.count == 2 && first.hasMore)
      let second = try store.envelopes(for: bob, after: 4, count: 100, now: 2)
      #expect(second.envelopes.count == 1 && !second.hasMore)
      let few = try store.envelopes(for: bob, after: 0, count: 1, now: 2)
      #expect(few.envelopes.map(\.sequence) == [1] && few.hasMore)
    }
  }

  @Test func attachmentsAreBoundedAndExpire() throws {
    try Self.use({ ($0.storeBytes, $0.retention) = (4 << 20, .seconds(10)) }) {
      (store, alice, bob, _) throws -> Void in
      let body = [UInt8](repeating: 1, count: 150_000)
      func put(_ bytes: [UInt8], _ name: String, _ account: RelayStore.Account, _ now: Int64) throws
        -> RelayStore.Storing
      {
        try store.storeAttachment(bytes, as: name, from: account, now: now)
      }
      #expect(try put(body, "a", alice, 0) == .new)
      #expect(try put(body, "b", alice, 0) == .full && put([1], "b", bob, 0) == .new)
      #expect(try store.attachment("a", now: 9999) == body && store.attachment("a", now: 10_000) == nil)
      #expect(try put([2], "a", alice, 5) == .taken)
      #expect(try put([2], "a", alice, 10_000) == .new)
      // What was stored on a day counts until all of it is gone.
      #expect(try put(body, "c", alice, 10_000) == .full)
      let later = Int64(86_400_000 + 10_000)
      while try store.sweep(now: later) {}
      #expect(try put(body, "c", alice, later) == .new)
      #expect(
        try store.read { database throws(RelayError) in try database.number("SELECT bytes FROM totals") }
          == 37 * 4096 + 512)
    }
  }

  /// What was acknowledged leaves no bytes behind, and neither who sent it under which identifier.
  @Test func acknowledgedEnvelopesAreOverwritten() throws {
    try Self.use { (store, alice, bob, folder) throws -> Void in
      let body = Array("a very recognisable sealed envelope".utf8)
      _ = try store.store(body, as: "recognisable-identifier", from: alice, to: bob, now: 1)
      try store.acknowledge([1], of: bob, now: 2)
      store.settle()
      for name in ["relay.db", "relay.db-wal"] {
        let path = folder + "/" + name
        guard let bytes = FileManager.default.contents(atPath: path) else { continue }
        #expect(bytes.range(of: Data("recognisable".utf8)) == nil, "\(name)")
      }
      #expect(try store.store(body, as: "recognisable-identifier", from: alice, to: bob, now: 2) == .known)
      #expect(try store.store([1], as: "recognisable-identifier", from: alice, to: bob, now: 2) == .taken)
    }
  }

  /// Accounts that take all they can get leave room for those whom the recipient knows better, and for the next one of
  /// their own kind.
  @Test func theMailboxIsSharedBySenders() throws {
    try Self.use({ $0.envelopes = 160 }) { (store, alice, bob, _) throws -> Void in
      func account(_ number: Int) throws -> RelayStore.Account {
        _ = try store.register("\(number)", identity: [1])
        return try #require(try store.account("\(number)"))
      }
      // A body that is not taken just since its sender has none there.
      let body = [UInt8](repeating: 1, count: 9000)
      func fill(_ sender: RelayStore.Account) throws -> Int {
        for count in 0... {
          guard try store.store(body, as: "\(sender.id)-\(count)", from: sender, to: bob, now: 1) == .new
          else {
            return count
          }
        }
        return 0
      }
      let friends = try [alice] + (1...4).map(account)
      for friend in friends { _ = try store.store([1], as: "w", from: bob, to: friend, now: 1) }
      let readers = try (5...9).map(account)
      for reader in readers { _ = try store.store([1], as: "r", from: reader, to: bob, now: 1) }
      let waiting = try store.envelopes(for: bob, after: 0, count: 9, now: 1).envelopes
      try store.acknowledge(waiting.map(\.sequence), of: bob, now: 1)
      let strangers = try (10..<50).map { try fill(account($0)) }
      #expect(strangers[0] == 7 && strangers.reduce(0, +) <= 80)
      // A small one of somebody who has none there is taken, and one alone; more of them than the mailbox holds.
      for number in 50..<170 {
        let sender = try account(number)
        #expect(try store.store([1], as: "s1", from: sender, to: bob, now: 1) == .new)
        guard number == 169 else { continue }
        #expect(try store.store([1], as: "s2", from: sender, to: bob, now: 1) == .full)
      }
      let heard = try readers.map(fill)
      #expect(heard.allSatisfy { $0 > 0 } && heard.reduce(0, +) <= 40, "\(heard)")
      let written = try friends.map(fill)
      #expect(written.allSatisfy { $0 > 0 } && written[0] > 3, "\(written)")
    }
  }

  /// What somebody has in mailboxes counts until it is acknowledged or gone.
  @Test func sendersGetTheirRoomBack() throws {
    try Self.use({ ($0.retention) = .seconds(10) }) { (store, alice, bob, _) throws -> Void in
      func stored() throws -> Int64 {
        try store.read { database throws(RelayError) in
          try database.number("SELECT stored FROM accounts WHERE id = ?1", .number(alice.id))
        }
      }
      for name in ["a", "b"] { _ = try store.store([1, 2], as: name, from: alice, to: bob, now: 0) }
      #expect(try stored() == 2 * 258)
      try store.acknowledge([1, 1, 7], of: bob, now: 1)
      #expect(try stored() == 258)
      _ = try store.sweep(now: 10_000)
      #expect(try stored() == 0)
    }
  }

  /// However many accounts there are and whatever they store, each has room for the one-time entries of a client.
  @Test func everyAccountHasRoomForItsEntries() throws {
    try Self.use({ $0.storeBytes = 4 << 20 }) { (store, alice, bob, _) throws -> Void in
      func publish(_ account: RelayStore.Account, _ count: Int) throws -> RelayStore.Publication {
        let bytes = [UInt8](repeating: 1, count: 1602)
        let entries = (0..<count).map { RelayStore.Entry(name: "1-\($0)-\($0)", bytes: bytes) }
        return try store.add(entries, to: account)
      }
      var accounts = [alice, bob]
      for number in 0..<20 where try store.register("\(number)", identity: [1]) == .new {
        accounts.append(try #require(try store.account("\(number)")))
      }
      #expect(accounts.count > 2 && accounts.count < 22)
      for account in accounts {
        let body = [UInt8](repeating: 1, count: 20_000)
        for number in 0..<100 {
          let stored = try store.store(body, as: "\(number)", from: account, to: account, now: 1)
          guard stored == .new else { break }
        }
      }
      for account in accounts {
        #expect(try publish(account, 200) == .full)
        #expect(try publish(account, 100) == .stored(remaining: 100))
      }
    }
  }

  /// A store that is as full as it may be gives everything away, and then takes more.
  @Test func aFullStoreCanBeEmptied() throws {
    try Self.use({ ($0.storeBytes, $0.accounts) = (2 << 20, 4) }) { (store, alice, bob, _) throws -> Void in
      let body = [UInt8](repeating: 1, count: 5000)
      func fill(_ round: Int) throws -> Int {
        var count = 0
        for sender in [alice, bob] {
          for recipient in [alice, bob] {
            for number in 0..<100 {
              let name = "\(round)-\(sender.id)-\(number)"
              guard try store.store(body, as: name, from: sender, to: recipient, now: 1) == .new else {
                break
              }
              count += 1
            }
          }
        }
        return count
      }
      let count = try fill(1)
      #expect(count > 5)
      for account in [alice, bob] {
        let waiting = try store.envelopes(for: account, after: 0, count: 1000, now: 1).envelopes
        try store.acknowledge(waiting.map(\.sequence), of: account, now: 1)
      }
      #expect(try fill(2) >= count - 1)
    }
  }

  /// On a full disk, something that cannot be removed keeps nothing else there.
  @Test func whatCannotBeRemovedKeepsNothingElse() throws {
    try Self.use { (store, _, _, _) throws -> Void in
      var removed: Set<Int> = []
      #expect(throws: RelayError.full) {
        try store.remove([1, 2, 3]) { (_, step) throws(RelayError) in
          guard step != 1 else { throw .full }
          removed.insert(step)
        }
      }
      #expect(removed == [2, 3])
    }
  }

  /// A store of version 1 is opened and goes on.
  @Test func anOlderStoreIsBroughtUpToDate() throws {
    let folder = RunningRelay.newFolder()
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    defer { RunningRelay.remove(folder) }
    do {
      let old = try Database(folder + "/relay.db")
      try old.execute(StoreSchema.first)
      try old.execute(
        """
        INSERT INTO secrets VALUES ('receipts', zeroblob(32));
        INSERT INTO accounts (address, identity, arrivals) VALUES ('YQ.1', x'01', 0), ('Yg.1', x'02', 2);
        INSERT INTO envelopes VALUES (2, 1, 1, 'a', 1, 3, x'010203'), (2, 2, 1, 'b', 1, 1, x'01');
        INSERT INTO attachments VALUES ('c', x'00', 1, 2, x'0102');
        PRAGMA user_version = 1
        """)
    }
    for _ in 0..<2 {
      let store = try RelayStore(folder + "/relay.db", limits: RelayLimits())
      let bob = try #require(try store.account("Yg.1"))
      #expect(
        try store.envelopes(for: bob, after: 0, count: 9, now: 2).envelopes.map(\.identifier) == ["a", "b"])
      #expect(try store.attachment("c", now: 2) == [1, 2])
    }
    let store = try RelayStore(folder + "/relay.db", limits: RelayLimits())
    let (alice, bob) = (try #require(try store.account("YQ.1")), try #require(try store.account("Yg.1")))
    #expect(
      try store.read { database throws(RelayError) in try database.number("SELECT stored FROM accounts") }
        == 516)
    #expect(try store.store([4], as: "d", from: alice, to: bob, now: 2) == .new)
    try store.acknowledge([1, 2, 3], of: bob, now: 2)
    #expect(
      try store.read { database throws(RelayError) in try database.number("SELECT stored FROM accounts") }
        == 0)
  }

  @Test func aForeignFileIsRefused() throws {
    let folder = RunningRelay.newFolder()
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    defer { RunningRelay.remove(folder) }
    try Data(repeating: 7, count: 10_000).write(to: URL(filePath: folder + "/relay.db"))
    #expect(throws: RelayError.store(code: 26)) {
      _ = try RelayStore(folder + "/relay.db", limits: RelayLimits())
    }
  }
}
