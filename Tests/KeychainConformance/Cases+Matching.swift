import OmamoriCore
import OmamoriKeychain

extension ConformanceCase {
  /// What matches.
  static let matching: [ConformanceCase] = [
    .init("match: all conditions together") { test in
      var item = test.password()
      item.attributes[.label] = .text("L")
      try await test.add(item)
      var query = test.query()
      query.attributes[.label] = .text("L")
      try test.expect(try await test.count(query), is: 1)
      query.attributes[.comment] = .text("C")
      try test.expect(try await test.count(query), is: 0)
    },
    .init("match: upper and lower case are different") { test in
      try await test.add(test.password("Alice"))
      try test.expect(try await test.count(test.query("alice")), is: 0)
      try await test.add(test.password("alice"))
      try test.expect(try await test.count(test.everything()), is: 2)
    },
    .init("match: no part of a name") { test in
      try await test.add(test.password("alice"))
      for part in ["alic", "lice", "alice ", " alice", "%", "*", "a%", "alice%", "_____"] {
        try test.expect(try await test.count(test.query(part)), is: 0)
      }
    },
    .init("match: an account and a service are not run together") { test in
      try await test.add(test.password("ab", service: "c"))
      try test.expect(try await test.count(test.query("a", service: "bc")), is: 0)
      try await test.add(test.password("a", service: "bc"))
      try test.expect(try await test.count(ItemQuery(.genericPassword)), is: 2)
    },
    .init("match: a name with a NUL byte") { test in
      try await test.add(test.password("a\u{0}b", "with NUL"))
      try await test.add(test.password("a", "without"))
      try test.expect(try await test.one(test.query("a\u{0}b")), holds: "with NUL")
      try test.expect(try await test.one(test.query("a")), holds: "without")
    },
    .init("match: composed and decomposed letters are different names") { test in
      try await test.add(test.password("caf\u{E9}", "composed"))
      try await test.add(test.password("cafe\u{301}", "decomposed"))
      try test.expect(try await test.one(test.query("caf\u{E9}")), holds: "composed")
      try test.expect(try await test.one(test.query("cafe\u{301}")), holds: "decomposed")
    },
    .init("match: a composed label does not match a decomposed one") { test in
      var item = test.password()
      item.attributes[.label] = .text("\u{E9}")
      try await test.add(item)
      var query = test.query()
      query.attributes[.label] = .text("e\u{301}")
      try test.expect(try await test.count(query), is: 0)
    },
    .init("match: names in many scripts") { test in
      for name in [
        "御守り", "‏שלום", "🔐👩‍👩‍👧", "Ω≈ç√", "a b\tc", "line\nbreak", "'; drop table items; --", "\\\"'`$",
      ] {
        try await test.add(test.password(name, "of " + name))
        try test.expect(try await test.one(test.query(name)), holds: "of " + name)
        try test.expect((try await test.one(test.query(name))).attributes.text(.account), is: name)
      }
    },
    .init("match: a long name") { test in
      let name = String(repeating: "長", count: 1000)
      try await test.add(test.password(name))
      try test.expect((try await test.one(test.query(name))).attributes.text(.account), is: name)
      try test.expect(try await test.count(test.query(String(name.dropLast()))), is: 0)
    },
    .init("match: an attribute that the item does not have") { test in
      try await test.add(test.password())
      var query = test.query()
      query.attributes[.comment] = .text("")
      try test.expect(try await test.count(query), is: 0)
    },
    .init("match: data by their bytes") { test in
      var item = test.password()
      item.attributes[.generic] = .data(Data([0, 0, 1]))
      try await test.add(item)
      var query = test.query()
      query.attributes[.generic] = .data(Data([0, 0, 1]))
      try test.expect(try await test.count(query), is: 1)
      query.attributes[.generic] = .data(Data([0, 0, 1, 0]))
      try test.expect(try await test.count(query), is: 0)
    },
    .init("match: numbers with a sign, and large ones") { test in
      for (index, number) in [Int64.min, -1, 0, 1, .max].enumerated() {
        var item = test.password("account \(index)")
        item.attributes[.creator] = .number(number)
        try await test.add(item)
        let query = ItemQuery(.genericPassword, [.creator: .number(number)])
        try test.expect((try await test.one(query)).attributes.text(.account), is: "account \(index)")
      }
    },
    .init("match: false and missing are different outside of the primary key") { test in
      try await test.add(test.password())
      var query = test.query()
      query.attributes[.isInvisible] = .flag(false)
      try test.expect(try await test.count(query), is: 0)
    },
    .init("match: port 0 and no port are the same") { test in
      try await test.add(
        NewItem(.internetPassword, [.server: .text("host")], secret: test.secret("x")))
      let query = ItemQuery(.internetPassword, [.server: .text("host"), .port: .number(0)])
      try test.expect(try await test.count(query), is: 1)
      try await test.expect(.duplicate) {
        try await test.add(
          NewItem(
            .internetPassword, [.server: .text("host"), .port: .number(0)], secret: test.secret("y")))
      }
    },
    .init("match: the dates that the store set") { test in
      let item = try await test.add(test.password())
      guard let date = item.attributes[.creationDate] else { throw ConformanceFailure("no date") }
      var query = test.query()
      query.attributes[.creationDate] = date
      try test.expect(try await test.count(query), is: 1)
      query.attributes[.creationDate] = .date(Date(timeIntervalSince1970: 0))
      try test.expect(try await test.count(query), is: 0)
    },
    .init("match: two accounts on one server") { test in
      var item = test.sample(.internetPassword)
      try await test.add(item)
      item.attributes[.account] = .text("second")
      try await test.add(item)
      try test.expect(try await test.count(ItemQuery(.internetPassword, [.server: .text("one")])), is: 2)
    },
  ]

  /// kSecAttrSynchronizable.
  static let synchronizing: [ConformanceCase] = [
    .init("sync: a local item and a synchronizable one stand side by side", needs: .synchronizable) { test in
      try await test.add(test.password("account", "local"))
      var item = test.password("account", "shared")
      item.isSynchronizable = true
      try await test.add(item)
      var query = test.query()
      try test.expect(try await test.one(query), holds: "local")
      query.synchronizable = .yes
      try test.expect(try await test.one(query), holds: "shared")
      query.synchronizable = .any
      try test.expect(try await test.count(query), is: 2)
    },
    .init("sync: a search that says nothing finds local items only", needs: .synchronizable) { test in
      var item = test.password()
      item.isSynchronizable = true
      try await test.add(item)
      try test.expect(try await test.count(test.query()), is: 0)
    },
    .init("sync: it is not said to be synchronized by a store that does not", needs: .synchronizable) {
      test in
      var item = test.password()
      item.isSynchronizable = true
      let stored = try await test.add(item)
      try test.expect(stored.synchronization.isRequested)
      try test.expect((try await test.add(test.password("local"))).synchronization, is: .local)
    },
    .init("sync: an update that says nothing changes local items only", needs: .synchronizable) { test in
      var item = test.password()
      item.isSynchronizable = true
      try await test.add(item)
      try test.expect(try await test.update(test.query(), ItemChanges(secret: test.secret("new"))), is: 0)
    },
    .init("sync: a removal that says nothing removes local items only", needs: .synchronizable) { test in
      var item = test.password()
      item.isSynchronizable = true
      try await test.add(item)
      try test.expect(try await test.keychain.remove(test.query()), is: 0)
      var query = test.query()
      query.synchronizable = .any
      try test.expect(try await test.keychain.remove(query), is: 1)
    },
    .init("sync: an item becomes synchronizable", needs: .synchronizable) { test in
      let stored = try await test.add(test.password())
      try test.expect(try await test.update(test.query(), ItemChanges(isSynchronizable: true)), is: 1)
      var query = test.query()
      try test.expect(try await test.count(query), is: 0)
      query.synchronizable = .yes
      let found = try await test.one(query)
      try test.expect(found, holds: "secret")
      try test.expect(found.reference, is: stored.reference)
    },
    .init("sync: becoming synchronizable may meet another item", needs: .synchronizable) { test in
      try await test.add(test.password())
      var item = test.password()
      item.isSynchronizable = true
      try await test.add(item)
      try await test.expect(.duplicate) {
        _ = try await test.update(test.query(), ItemChanges(isSynchronizable: true))
      }
    },
    .init("sync: not bound to this device", needs: .synchronizable) { test in
      var item = test.password()
      (item.isSynchronizable, item.accessibility) = (true, .whenUnlockedThisDeviceOnly)
      let refused = item
      try await test.expect(.invalidRequest(.synchronizable)) { try await test.add(refused) }
      item.accessibility = .whenUnlocked
      try await test.add(item)
      var query = test.query()
      query.synchronizable = .yes
      let changed = query
      try await test.expect(.invalidRequest(.synchronizable)) {
        _ = try await test.update(changed, ItemChanges(accessibility: .afterFirstUnlockThisDeviceOnly))
      }
      try test.expect((try await test.one(changed)).accessibility, is: .whenUnlocked)
    },
    .init("sync: an item bound to this device does not become so", needs: .synchronizable) { test in
      var item = test.password()
      item.accessibility = .whenUnlockedThisDeviceOnly
      try await test.add(item)
      try await test.expect(.invalidRequest(.synchronizable)) {
        _ = try await test.update(test.query(), ItemChanges(isSynchronizable: true))
      }
    },
    .init("sync: no access control", requires: .accessControl, needs: .synchronizable) { test in
      var item = test.password()
      item.isSynchronizable = true
      item.accessControl = AccessControl(.whenUnlocked, .userPresence)
      let refused = item
      try await test.expect(.invalidRequest(.synchronizable)) { try await test.add(refused) }
    },
  ]
}
