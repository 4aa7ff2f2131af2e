import OmamoriCore
import OmamoriKeychain

extension ConformanceCase {
  /// kSecAttrAccessGroup.
  static let grouping: [ConformanceCase] = [
    .init("group: the same name in two groups", needs: .groups) { test in
      try await test.add(test.password("account", "first"))
      var item = test.password("account", "second")
      item.accessGroup = test.store.secondGroup
      try await test.add(item)
      var query = test.query()
      try test.expect(try await test.count(query), is: 2)
      query.accessGroup = test.store.secondGroup
      try test.expect(try await test.one(query), holds: "second")
    },
    .init("group: the item says its group", needs: .groups) { test in
      var item = test.password()
      item.accessGroup = test.store.secondGroup
      try test.expect((try await test.add(item)).accessGroup, is: test.store.secondGroup)
    },
    .init("group: a group that may not be used is refused when asked for", needs: .groups) { test in
      var query = test.query()
      query.accessGroup = test.store.foreignGroup
      var item = test.password()
      item.accessGroup = test.store.foreignGroup
      let (asked, stored) = (query, item)
      try await test.expect(.accessGroupDenied) { _ = try await test.keychain.find(asked) }
      try await test.expect(.accessGroupDenied) { _ = try await test.keychain.remove(asked) }
      try await test.expect(.accessGroupDenied) { try await test.add(stored) }
      try await test.expect(.accessGroupDenied) {
        _ = try await test.update(asked, ItemChanges(secret: test.secret("x")))
      }
    },
    .init("group: an update moves the item", needs: .groups) { test in
      let stored = try await test.add(test.password())
      let group = test.store.secondGroup
      try test.expect(try await test.update(test.query(), ItemChanges(accessGroup: group)), is: 1)
      let found = try await test.one(test.query())
      try test.expect(found.accessGroup, is: group)
      try test.expect(found.reference, is: stored.reference)
      try test.expect(found, holds: "secret")
    },
    .init("group: an update onto another item is a duplicate", needs: .groups) { test in
      let first = try await test.add(test.password("account", "first"))
      var item = test.password("account", "second")
      item.accessGroup = test.store.secondGroup
      try await test.add(item)
      var query = test.query()
      query.accessGroup = first.accessGroup
      let asked = query
      try await test.expect(.duplicate) {
        _ = try await test.update(asked, ItemChanges(accessGroup: test.store.secondGroup))
      }
      try test.expect(try await test.one(asked), holds: "first")
    },
    .init("group: an update to a group that may not be used", needs: .groups) { test in
      try await test.add(test.password())
      try await test.expect(.accessGroupDenied) {
        _ = try await test.update(test.query(), ItemChanges(accessGroup: test.store.foreignGroup))
      }
      try test.expect(try await test.count(test.query()), is: 1)
    },
    .init("group: a removal in one group leaves the other", needs: .groups) { test in
      try await test.add(test.password())
      var item = test.password()
      item.accessGroup = test.store.secondGroup
      try await test.add(item)
      var query = test.query()
      query.accessGroup = test.store.secondGroup
      try test.expect(try await test.keychain.remove(query), is: 1)
      try test.expect(try await test.count(test.query()), is: 1)
    },
  ]

  /// Persistent references.
  static let referring: [ConformanceCase] = [
    .init("reference: finds the item") { test in
      let stored = try await test.add(test.password())
      let found = try await test.one(ItemQuery(stored.reference))
      try test.expect(found, holds: "secret")
      try test.expect(found.attributes.text(.account), is: "account")
    },
    .init("reference: every item has its own") { test in
      var references: Set<PersistentReference> = []
      for number in 0..<20 { references.insert(try await test.add(test.password("\(number)")).reference) }
      try test.expect(references.count, is: 20)
    },
    .init("reference: survives a new secret") { test in
      let stored = try await test.add(test.password())
      _ = try await test.update(test.query(), ItemChanges(secret: test.secret("new")))
      try test.expect(try await test.one(ItemQuery(stored.reference)), holds: "new")
    },
    .init("reference: survives a new name") { test in
      let stored = try await test.add(test.password("old"))
      _ = try await test.update(test.query("old"), ItemChanges(attributes: [.account: .text("new")]))
      let found = try await test.one(ItemQuery(stored.reference))
      try test.expect(found.attributes.text(.account), is: "new")
      try test.expect(found, holds: "secret")
    },
    .init("reference: survives a new accessibility", requires: .accessibility) { test in
      let stored = try await test.add(test.password())
      _ = try await test.update(test.query(), ItemChanges(accessibility: .afterFirstUnlock))
      try test.expect(try await test.one(ItemQuery(stored.reference)), holds: "secret")
    },
    .init("reference: ends with the item") { test in
      let stored = try await test.add(test.password())
      _ = try await test.keychain.remove(test.query())
      try test.expect(try await test.count(ItemQuery(stored.reference)), is: 0)
      try await test.add(test.password())
      try test.expect(try await test.count(ItemQuery(stored.reference)), is: 0)
    },
    .init("reference: removes the item") { test in
      let stored = try await test.add(test.password())
      try await test.add(test.password("other"))
      try test.expect(try await test.keychain.remove(ItemQuery(stored.reference)), is: 1)
      try test.expect(try await test.count(test.everything()), is: 1)
    },
    .init("reference: changes the item") { test in
      let stored = try await test.add(test.password())
      let changes = ItemChanges(attributes: [.label: .text("L")], secret: test.secret("new"))
      try test.expect(try await test.update(ItemQuery(stored.reference), changes), is: 1)
      let found = try await test.one(test.query())
      try test.expect(found, holds: "new")
      try test.expect(found.attributes.text(.label), is: "L")
    },
    .init("reference: not of an item that never was") { test in
      try await test.add(test.password())
      guard let unknown = PersistentReference(data: Data("genp".utf8) + Data(repeating: 7, count: 16)) else {
        throw ConformanceFailure("no reference")
      }
      // A store may see that it never gave the reference out.
      do {
        try test.expect(try await test.count(ItemQuery(unknown)), is: 0)
      } catch let error as KeychainError {
        try test.expect(error, is: .invalidRequest(.reference))
      }
    },
    .init("reference: finds a synchronizable item", needs: .synchronizable) { test in
      var item = test.password()
      item.isSynchronizable = true
      let stored = try await test.add(item)
      try test.expect(try await test.count(ItemQuery(stored.reference)), is: 1)
    },
    .init("reference: alone in a query") { test in
      let stored = try await test.add(test.password())
      var withAttribute = ItemQuery(stored.reference)
      withAttribute.attributes[.account] = .text("account")
      var withClass = ItemQuery(stored.reference)
      withClass.itemClass = .genericPassword
      var withGroup = ItemQuery(stored.reference)
      withGroup.accessGroup = stored.accessGroup
      for query in [withAttribute, withClass, withGroup] {
        try await test.expect(.invalidRequest(.referenceWithConditions)) {
          _ = try await test.keychain.find(query)
        }
        try await test.expect(.invalidRequest(.referenceWithConditions)) {
          _ = try await test.keychain.remove(query)
        }
      }
    },
    .init("reference: of a certificate and of a key", requires: .certificatesAndKeys) { test in
      for itemClass in [ItemClass.certificate, .key, .internetPassword] {
        let stored = try await test.add(test.sample(itemClass, itemClass.rawValue))
        try test.expect(try await test.one(ItemQuery(stored.reference)), holds: itemClass.rawValue)
      }
    },
  ]
}
