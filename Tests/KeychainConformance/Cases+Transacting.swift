import OmamoriCore
import OmamoriKeychain

extension ConformanceCase {
  /// Several things in one step.
  static let transacting: [ConformanceCase] = [
    .init("transaction: all of it", requires: .transactions) { test in
      try await test.keychain.transaction { step throws(KeychainError) in
        for account in ["a", "b"] { try step.put(test.password(account), if: .absent) }
      }
      try test.expect(try await test.count(test.everything()), is: 2)
    },
    .init("transaction: gives its result", requires: .transactions) { test in
      try await test.add(test.password())
      let count = try await test.keychain.transaction { step throws(KeychainError) in
        try step.find(test.everything(), withSecrets: false).count
      }
      try test.expect(count, is: 1)
    },
    .init("transaction: none of it when it throws", requires: .transactions) { test in
      try await test.add(test.password("kept"))
      try await test.expect(.cancelled) {
        try await test.keychain.transaction { step throws(KeychainError) in
          try step.put(test.password("new"), if: .absent)
          _ = try step.update(test.query("kept"), ItemChanges(secret: test.secret("changed")))
          _ = try step.remove(test.query("kept"))
          throw .cancelled
        }
      }
      try test.expect(try await test.one(test.query("kept")), holds: "secret")
      try test.expect(try await test.count(test.query("new")), is: 0)
    },
    .init("transaction: sees its own changes", requires: .transactions) { test in
      let seen = try await test.keychain.transaction { step throws(KeychainError) in
        try step.put(test.password(), if: .absent)
        _ = try step.update(test.query(), ItemChanges(attributes: [.account: .text("renamed")]))
        let found = try step.find(test.query("renamed"), withSecrets: true)
        let gone = try step.find(test.query(), withSecrets: false)
        return found.count == 1 && found.first?.secret == test.secret("secret") && gone.isEmpty
      }
      try test.expect(seen)
    },
    .init("transaction: goes on after an error that is caught", requires: .transactions) { test in
      try await test.add(test.password("a"))
      try await test.add(test.password("b"))
      try await test.keychain.transaction { step throws(KeychainError) in
        do throws(KeychainError) {
          _ = try step.update(test.query("a"), ItemChanges(attributes: [.account: .text("b")]))
        } catch {
          try step.put(test.password("c"), if: .absent)
        }
      }
      try test.expect(try await test.count(test.everything()), is: 3)
    },
    .init("transaction: two items swap names", requires: .transactions) { test in
      let first = try await test.add(test.password("a", "of a"))
      try await test.add(test.password("b", "of b"))
      try await test.keychain.transaction { step throws(KeychainError) in
        _ = try step.update(test.query("a"), ItemChanges(attributes: [.account: .text("swap")]))
        _ = try step.update(test.query("b"), ItemChanges(attributes: [.account: .text("a")]))
        _ = try step.update(test.query("swap"), ItemChanges(attributes: [.account: .text("b")]))
      }
      try test.expect(try await test.one(test.query("a")), holds: "of b")
      try test.expect(try await test.one(test.query("b")), holds: "of a")
      try test.expect((try await test.one(test.query("b"))).reference, is: first.reference)
    },
    .init("transaction: conditions hold", requires: .transactions, needs: .versions) { test in
      let version = try await test.add(test.password()).version
      let outcomes = try await test.keychain.transaction { step throws(KeychainError) in
        [
          try step.put(test.password(), if: .absent) == nil,
          try step.put(test.password("account", "new"), if: .version(version)) != nil,
          try step.put(test.password("account", "newer"), if: .version(version)) == nil,
        ]
      }
      try test.expect(outcomes, is: [true, true, true])
      try test.expect(try await test.one(test.query()), holds: "new")
    },
    .init("transaction: twenty at a time count to twenty", requires: .transactions) { test in
      try await test.add(test.password("account", ""))
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<20 {
          group.addTask {
            try await test.keychain.transaction { step throws(KeychainError) in
              let count = try step.find(test.query(), withSecrets: true).first?.secret?.count ?? 0
              _ = try step.put(
                test.password("account", String(repeating: "x", count: count + 1)), if: .always)
            }
          }
        }
        try await group.waitForAll()
      }
      try test.expect((try await test.one(test.query())).secret?.count, is: 20)
    },
    .init("transaction: nobody is asked within", requires: [.transactions, .accessControl]) { test in
      var item = test.password()
      item.accessControl = AccessControl(.whenUnlocked, .applicationPassword)
      _ = try await test.keychain.put(
        item, if: .absent, access: ItemAccess(applicationPassword: test.secret("own")))
      try await test.expect(.denied) {
        try await test.keychain.transaction { step throws(KeychainError) in
          _ = try step.find(test.query(), withSecrets: true)
        }
      }
    },
    .init("transaction: a locked item stops it", requires: [.transactions, .accessibility], needs: .locking) {
      test in
      try await test.add(test.password("closed"))
      try await test.store.setLockState(.locked)
      var open = test.password("open")
      open.accessibility = .afterFirstUnlock
      let added = open
      try await test.expect(.locked) {
        try await test.keychain.transaction { step throws(KeychainError) in
          try step.put(added, if: .absent)
          _ = try step.find(test.query("closed"), withSecrets: true)
        }
      }
      try await test.store.setLockState(.unlocked)
      try test.expect(try await test.count(test.query("open")), is: 0)
    },
    .init("transaction: an empty one", requires: .transactions) { test in
      let number = try await test.keychain.transaction { _ throws(KeychainError) in 7 }
      try test.expect(number, is: 7)
    },
  ]

  /// The changes of a store.
  static let observing: [ConformanceCase] = [
    .init("changes: adding, changing and removing are told in order", requires: .changes) { test in
      let changes = try test.keychain.changes()
      let stored = try await test.add(test.password())
      _ = try await test.update(test.query(), ItemChanges(secret: test.secret("new")))
      _ = try await test.keychain.remove(test.query())
      try await test.expect(changes, tell: [.stored, .removed], stored.reference)
    },
    .init("changes: a transaction that threw tells nothing", requires: [.changes, .transactions]) { test in
      let changes = try test.keychain.changes()
      try? await test.keychain.transaction { step throws(KeychainError) in
        try step.put(test.password("never"), if: .absent)
        throw KeychainError.cancelled
      }
      let stored = try await test.add(test.password("then"))
      try await test.expect(changes, tell: [.stored], stored.reference)
    },
    .init("changes: two listeners hear the same", requires: .changes) { test in
      let (first, second) = (try test.keychain.changes(), try test.keychain.changes())
      let stored = try await test.add(test.password())
      try await test.expect(first, tell: [.stored], stored.reference)
      try await test.expect(second, tell: [.stored], stored.reference)
    },
  ]
}

extension Conformance {
  /// Reads changes until these kinds were told of an item in this order; other changes of it may come between.
  func expect(
    _ changes: KeychainChanges, tell kinds: [KeychainChange.Kind], _ reference: PersistentReference,
    line: Int = #line
  ) async throws {
    let told = try await withThrowingTaskGroup(of: Bool.self) { group in
      group.addTask {
        var rest = kinds[...]
        for await change in changes {
          guard change.kind == .unknown || change.reference == reference else { return false }
          if change.kind == rest.first || change.kind == .unknown { rest = rest.dropFirst() }
          if rest.isEmpty { return true }
        }
        return false
      }
      group.addTask {
        try await Task.sleep(for: .seconds(20))
        return false
      }
      defer { group.cancelAll() }
      return try await group.next() ?? false
    }
    try expect(told, "the changes were not told", line: line)
  }
}
