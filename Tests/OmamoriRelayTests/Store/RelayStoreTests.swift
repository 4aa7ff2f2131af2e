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
    try Self.use({ ($0.envelopeBytes, $0.retention) = (1000, .seconds(10)) }) {
      (store, alice, bob, _) throws -> Void in
      let body = [UInt8](repeating: 1, count: 400)
      func put(_ name: String, _ now: Int64) throws -> RelayStore.Storing {
        try store.store(body, as: name, from: alice, to: bob, now: now)
      }
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
    try Self.use({ $0.envelopesPerSender = 2 }) { (store, alice, bob, _) throws -> Void in
      let outcomes = try ["a", "b", "c"].map { name throws in
        try store.store([1], as: name, from: alice, to: bob, now: 1)
      }
      #expect(outcomes == [.new, .new, .full])
      #expect(try store.store([1], as: "a", from: bob, to: bob, now: 1) == .new)
    }
  }

  @Test func oneSenderDoesNotFillAQueueWithLongEnvelopes() throws {
    try Self.use({ ($0.envelopeBytes, $0.envelopeBytesPerSender) = (1000, 500) }) {
      (store, alice, bob, _) throws -> Void in
      let body = [UInt8](repeating: 1, count: 300)
      #expect(try store.store(body, as: "a", from: alice, to: bob, now: 1) == .new)
      #expect(try store.store(body, as: "b", from: alice, to: bob, now: 1) == .full)
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
      #expect(first.envelopes.count == 4 && first.hasMore)
      let second = try store.envelopes(for: bob, after: 4, count: 100, now: 2)
      #expect(second.envelopes.count == 1 && !second.hasMore)
      let few = try store.envelopes(for: bob, after: 0, count: 2, now: 2)
      #expect(few.envelopes.map(\.sequence) == [1, 2] && few.hasMore)
    }
  }

  @Test func attachmentsAreBoundedAndExpire() throws {
    try Self.use({ ($0.attachmentBytes, $0.retention) = (1000, .seconds(10)) }) {
      (store, _, _, _) throws -> Void in
      let body = [UInt8](repeating: 1, count: 600)
      #expect(try store.storeAttachment(body, as: "a", now: 0) == .new)
      #expect(try store.storeAttachment(body, as: "b", now: 0) == .full)
      #expect(try store.attachment("a", now: 9999) == body && store.attachment("a", now: 10_000) == nil)
      #expect(try store.storeAttachment([2], as: "a", now: 5) == .taken)
      #expect(try store.storeAttachment([2], as: "a", now: 10_000) == .new)
    }
  }

  /// What was acknowledged leaves no bytes behind, and neither who sent it under which identifier.
  @Test func acknowledgedEnvelopesAreOverwritten() throws {
    try Self.use { (store, alice, bob, folder) throws -> Void in
      let body = Array("a very recognisable sealed envelope".utf8)
      _ = try store.store(body, as: "recognisable-identifier", from: alice, to: bob, now: 1)
      try store.acknowledge([1], of: bob)
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
