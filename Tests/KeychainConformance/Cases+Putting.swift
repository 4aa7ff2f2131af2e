import OmamoriCore
import OmamoriKeychain

extension ConformanceCase {
  /// Adding or replacing in one step, with conditions.
  static let putting: [ConformanceCase] = [
    .init("put: adds") { test in
      try test.expect(try await test.put(test.password()) != nil)
      try test.expect(try await test.one(test.query()), holds: "secret")
    },
    .init("put: replaces the secret") { test in
      try await test.put(test.password())
      try await test.put(test.password("account", "new"))
      try test.expect(try await test.one(test.query()), holds: "new")
      try test.expect(try await test.count(test.everything()), is: 1)
    },
    .init("put: replaces all attributes") { test in
      var item = test.password()
      item.attributes[.comment] = .text("C")
      try await test.put(item)
      try await test.put(test.password())
      try test.expect((try await test.one(test.query())).attributes.text(.comment) ?? "", is: "")
    },
    .init("put: replaces the accessibility", requires: .accessibility) { test in
      try await test.put(test.password())
      var item = test.password()
      item.accessibility = .afterFirstUnlockThisDeviceOnly
      try await test.put(item)
      try test.expect((try await test.one(test.query())).accessibility, is: .afterFirstUnlockThisDeviceOnly)
      try test.expect(try await test.count(test.everything()), is: 1)
    },
    .init("put: keeps the persistent reference") { test in
      let first = try await test.put(test.password())
      let second = try await test.put(test.password("account", "new"))
      try test.expect(first?.reference, is: second?.reference)
    },
    .init("put: keeps the date of creation") { test in
      let first = try await test.put(test.password())
      let second = try await test.put(test.password("account", "new"))
      try test.expect(
        first?.attributes.date(.creationDate), is: second?.attributes.date(.creationDate))
    },
    .init("put if absent: adds") { test in
      try test.expect(try await test.put(test.password(), if: .absent) != nil)
    },
    .init("put if absent: leaves what is there") { test in
      try await test.put(test.password())
      try test.expect(try await test.put(test.password("account", "new"), if: .absent) == nil)
      try test.expect(try await test.one(test.query()), holds: "secret")
    },
    .init("put if version: replaces the state that was seen", needs: .versions) { test in
      let version = try await test.add(test.password()).version
      try test.expect(try await test.put(test.password("account", "new"), if: .version(version)) != nil)
      try test.expect(try await test.one(test.query()), holds: "new")
    },
    .init("put if version: leaves a newer state", needs: .versions) { test in
      let version = try await test.add(test.password()).version
      try await test.put(test.password("account", "newer"))
      try test.expect(try await test.put(test.password("account", "new"), if: .version(version)) == nil)
      try test.expect(try await test.one(test.query()), holds: "newer")
    },
    .init("put if version: not when it was removed", needs: .versions) { test in
      let version = try await test.add(test.password()).version
      _ = try await test.keychain.remove(test.query())
      try test.expect(try await test.put(test.password(), if: .version(version)) == nil)
      try test.expect(try await test.count(test.query()), is: 0)
    },
    .init("put if version: not when it was removed and added again", needs: .versions) { test in
      let version = try await test.add(test.password()).version
      _ = try await test.keychain.remove(test.query())
      try await test.add(test.password("account", "again"))
      try test.expect(try await test.put(test.password(), if: .version(version)) == nil)
      try test.expect(try await test.one(test.query()), holds: "again")
    },
    .init("put if version: not with the version of another item", needs: .versions) { test in
      try await test.add(test.password("a"))
      let version = try await test.add(test.password("b")).version
      try test.expect(try await test.put(test.password("a", "new"), if: .version(version)) == nil)
      try test.expect(try await test.one(test.query("a")), holds: "secret")
    },
    .init("version: every change makes a new one", needs: .versions) { test in
      var versions = [try await test.add(test.password()).version]
      _ = try await test.update(test.query(), ItemChanges(attributes: [.label: .text("L")]))
      versions.append((try await test.one(test.query())).version)
      _ = try await test.update(test.query(), ItemChanges(secret: test.secret("new")))
      versions.append((try await test.one(test.query())).version)
      try await test.put(test.password())
      versions.append((try await test.one(test.query())).version)
      try test.expect(Set(versions).count, is: 4)
    },
    .init("put if absent: of twenty at a time one adds") { test in
      let added = try await withThrowingTaskGroup(of: Bool.self) { group in
        for number in 0..<20 {
          group.addTask { try await test.put(test.password("account", "\(number)"), if: .absent) != nil }
        }
        return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
      }
      try test.expect(added, is: 1)
    },
    .init("put if version: twenty at a time count to twenty", needs: .versions) { test in
      try await test.add(test.password("account", ""))
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<20 {
          group.addTask {
            for _ in 0..<1000 {
              let old = try await test.one(test.query())
              let text = String(repeating: "x", count: (old.secret?.count ?? 0) + 1)
              let condition = PutCondition.version(old.version)
              if try await test.put(test.password("account", text), if: condition) != nil { return }
            }
            throw ConformanceFailure("others came first a thousand times")
          }
        }
        try await group.waitForAll()
      }
      try test.expect((try await test.one(test.query())).secret?.count, is: 20)
    },
  ]
}
