import OmamoriCore
import OmamoriKeychain

extension ConformanceCase {
  /// SecItemUpdate.
  static let updating: [ConformanceCase] = [
    .init("update: none when none matches") { test in
      try test.expect(try await test.update(test.query(), ItemChanges(secret: test.secret("x"))), is: 0)
      try test.expect(try await test.count(ItemQuery(.genericPassword)), is: 0)
    },
    .init("update: the secret") { test in
      try await test.add(test.password())
      try test.expect(try await test.update(test.query(), ItemChanges(secret: test.secret("new"))), is: 1)
      try test.expect(try await test.one(test.query()), holds: "new")
    },
    .init("update: a secret to an empty one") { test in
      try await test.add(test.password())
      _ = try await test.update(test.query(), ItemChanges(secret: test.secret("")))
      try test.expect(try await test.one(test.query()), holds: "")
    },
    .init("update: an attribute keeps the secret") { test in
      try await test.add(test.password())
      _ = try await test.update(test.query(), ItemChanges(attributes: [.label: .text("L")]))
      let found = try await test.one(test.query())
      try test.expect(found, holds: "secret")
      try test.expect(found.attributes.text(.label), is: "L")
    },
    .init("update: the other attributes stay") { test in
      var item = test.password()
      item.attributes[.comment] = .text("C")
      try await test.add(item)
      _ = try await test.update(test.query(), ItemChanges(attributes: [.label: .text("L")]))
      try test.expect((try await test.one(test.query())).attributes.text(.comment), is: "C")
    },
    .init("update: all that match, whatever the limit") { test in
      for account in ["a", "b", "c"] { try await test.add(test.password(account)) }
      var query = test.everything()
      query.limit = .one
      try test.expect(try await test.update(query, ItemChanges(secret: test.secret("new"))), is: 3)
      for account in ["a", "b", "c"] {
        try test.expect(try await test.one(test.query(account)), holds: "new")
      }
    },
    .init("update: the others stay") { test in
      for account in ["a", "b"] { try await test.add(test.password(account)) }
      _ = try await test.update(test.query("a"), ItemChanges(secret: test.secret("new")))
      try test.expect(try await test.one(test.query("b")), holds: "secret")
    },
    .init("update: a new account renames") { test in
      try await test.add(test.password("old"))
      let changes = ItemChanges(attributes: [.account: .text("new")])
      try test.expect(try await test.update(test.query("old"), changes), is: 1)
      try test.expect(try await test.count(test.query("old")), is: 0)
      try test.expect(try await test.one(test.query("new")), holds: "secret")
    },
    .init("update: onto another item is a duplicate and changes nothing") { test in
      try await test.add(test.password("a", "of a"))
      try await test.add(test.password("b", "of b"))
      let changes = ItemChanges(attributes: [.account: .text("b")])
      try await test.expect(.duplicate) { _ = try await test.update(test.query("a"), changes) }
      try test.expect(try await test.one(test.query("a")), holds: "of a")
      try test.expect(try await test.one(test.query("b")), holds: "of b")
    },
    .init("update: two items onto one is a duplicate and changes nothing") { test in
      for account in ["a", "b"] { try await test.add(test.password(account)) }
      let changes = ItemChanges(attributes: [.account: .text("c")])
      try await test.expect(.duplicate) { _ = try await test.update(test.everything(), changes) }
      try test.expect(try await test.count(test.query("a")), is: 1)
      try test.expect(try await test.count(test.query("b")), is: 1)
      try test.expect(try await test.count(test.query("c")), is: 0)
    },
    .init("update: to what it is already") { test in
      try await test.add(test.password())
      let changes = ItemChanges(attributes: [.account: .text("account")])
      try test.expect(try await test.update(test.query(), changes), is: 1)
      try test.expect(try await test.one(test.query()), holds: "secret")
    },
    .init("update: the service") { test in
      try await test.add(test.password("a", service: "old"))
      let changes = ItemChanges(attributes: [.service: .text("new")])
      _ = try await test.update(test.query("a", service: "old"), changes)
      try test.expect(try await test.count(test.everything(service: "old")), is: 0)
      try test.expect(try await test.count(test.everything(service: "new")), is: 1)
    },
    .init("update: the date of creation stays") { test in
      let item = try await test.add(test.password())
      _ = try await test.update(test.query(), ItemChanges(secret: test.secret("new")))
      let found = try await test.one(test.query())
      try test.expect(found.attributes.date(.creationDate), is: item.attributes.date(.creationDate))
      guard let before = item.attributes.date(.modificationDate),
        let after = found.attributes.date(.modificationDate)
      else { throw ConformanceFailure("no dates") }
      try test.expect(after >= before)
    },
    .init("update: the accessibility", requires: .accessibility) { test in
      try await test.add(test.password())
      _ = try await test.update(test.query(), ItemChanges(accessibility: .afterFirstUnlock))
      let found = try await test.one(test.query())
      try test.expect(found.accessibility, is: .afterFirstUnlock)
      try test.expect(found, holds: "secret")
    },
    .init("update: to this device only", requires: .accessibility) { test in
      try await test.add(test.password())
      _ = try await test.update(test.query(), ItemChanges(accessibility: .whenUnlockedThisDeviceOnly))
      try test.expect((try await test.one(test.query())).accessibility, is: .whenUnlockedThisDeviceOnly)
    },
    .init("update: an attribute of another class") { test in
      try await test.add(test.password())
      let changes = ItemChanges(attributes: [.server: .text("s")])
      try await test.expect(.unknownAttribute(.server)) { _ = try await test.update(test.query(), changes) }
      try test.expect(try await test.one(test.query()), holds: "secret")
    },
    .init("update: an internet password's port") { test in
      try await test.add(test.sample(.internetPassword))
      let query = ItemQuery(.internetPassword, [.server: .text("one")])
      _ = try await test.update(query, ItemChanges(attributes: [.port: .number(8443)]))
      try test.expect((try await test.one(query)).attributes.number(.port), is: 8443)
    },
    .init("update: a key's tag", requires: .certificatesAndKeys) { test in
      try await test.add(test.sample(.key, "key"))
      let query = ItemQuery(.key, [.applicationTag: .data(Data("one".utf8))])
      _ = try await test.update(query, ItemChanges(attributes: [.applicationTag: .data(Data("two".utf8))]))
      try test.expect(try await test.count(query), is: 0)
      let renamed = ItemQuery(.key, [.applicationTag: .data(Data("two".utf8))])
      try test.expect(try await test.one(renamed), holds: "key")
    },
  ]

  /// SecItemDelete.
  static let removing: [ConformanceCase] = [
    .init("remove: none when none matches") { test in
      try test.expect(try await test.keychain.remove(test.query()), is: 0)
    },
    .init("remove: one") { test in
      for account in ["a", "b"] { try await test.add(test.password(account)) }
      try test.expect(try await test.keychain.remove(test.query("a")), is: 1)
      try test.expect(try await test.count(test.query("a")), is: 0)
      try test.expect(try await test.count(test.query("b")), is: 1)
    },
    .init("remove: all that match, whatever the limit") { test in
      for account in ["a", "b", "c"] { try await test.add(test.password(account)) }
      var query = test.everything()
      query.limit = .one
      try test.expect(try await test.keychain.remove(query), is: 3)
      try test.expect(try await test.count(test.everything()), is: 0)
    },
    .init("remove: other services stay") { test in
      try await test.add(test.password("a", service: "mine"))
      try await test.add(test.password("a", service: "other"))
      try test.expect(try await test.keychain.remove(test.everything(service: "mine")), is: 1)
      try test.expect(try await test.count(test.everything(service: "other")), is: 1)
    },
    .init("remove: twice") { test in
      try await test.add(test.password())
      try test.expect(try await test.keychain.remove(test.query()), is: 1)
      try test.expect(try await test.keychain.remove(test.query()), is: 0)
    },
    .init("remove: by a value that it does not have") { test in
      var item = test.password()
      item.attributes[.label] = .text("yes")
      try await test.add(item)
      var query = test.query()
      query.attributes[.label] = .text("no")
      try test.expect(try await test.keychain.remove(query), is: 0)
      try test.expect(try await test.count(test.query()), is: 1)
    },
    .init("remove: a certificate by issuer and serial number", requires: .certificatesAndKeys) { test in
      var item = test.sample(.certificate)
      item.attributes[.label] = .text("first label")
      try await test.add(item)
      item.attributes[.label] = .text("second label")
      let relabelled = item
      try await test.expect(.duplicate) { try await test.add(relabelled) }
      let query = ItemQuery(.certificate, test.sample(.certificate).attributes)
      try test.expect(try await test.keychain.remove(query), is: 1)
      try await test.add(relabelled)
    },
  ]
}
