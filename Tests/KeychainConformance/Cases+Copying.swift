import OmamoriCore
import OmamoriKeychain

extension ConformanceCase {
  /// SecItemCopyMatching.
  static let copying: [ConformanceCase] = [
    .init("copy: none in an empty store") { test in
      try test.expect(try await test.count(test.query()), is: 0)
      try test.expect(try await test.count(ItemQuery(.genericPassword)), is: 0)
    },
    .init("copy: no secret unless asked for") { test in
      try await test.add(test.password())
      try test.expect(try await test.keychain.find(test.query()).first?.secret == nil)
    },
    .init("copy: one by default") { test in
      for account in ["a", "b", "c"] { try await test.add(test.password(account)) }
      let query = ItemQuery(.genericPassword, [.service: .text("service")])
      try test.expect(try await test.keychain.find(query).count, is: 1)
    },
    .init("copy: as many as asked for") { test in
      for account in ["a", "b", "c"] { try await test.add(test.password(account)) }
      var query = test.everything()
      query.limit = .count(2)
      try test.expect(try await test.keychain.find(query).count, is: 2)
      query.limit = .count(5)
      try test.expect(try await test.keychain.find(query).count, is: 3)
    },
    .init("copy: all") { test in
      for account in ["a", "b", "c"] { try await test.add(test.password(account)) }
      let accounts = try await test.keychain.find(test.everything()).compactMap {
        $0.attributes.text(.account)
      }
      try test.expect(accounts.sorted(), is: ["a", "b", "c"])
    },
    .init("copy: all with their secrets") { test in
      for account in ["a", "b"] { try await test.add(test.password(account, "of \(account)")) }
      for item in try await test.keychain.find(test.everything(), withSecrets: true) {
        try test.expect(item, holds: "of \(item.attributes.text(.account) ?? "")")
      }
    },
    .init("copy: other services are left out") { test in
      try await test.add(test.password("a", service: "mine"))
      try await test.add(test.password("a", service: "other"))
      try test.expect(try await test.count(test.everything(service: "mine")), is: 1)
    },
    .init("copy: other classes are left out") { test in
      try await test.add(test.password("one"))
      try await test.add(test.sample(.internetPassword))
      try test.expect(try await test.count(ItemQuery(.genericPassword, [.account: .text("one")])), is: 1)
      try test.expect(try await test.count(ItemQuery(.internetPassword, [.account: .text("one")])), is: 1)
    },
    .init("copy: the whole class") { test in
      try await test.add(test.password("a", service: "x"))
      try await test.add(test.password("b", service: "y"))
      try test.expect(try await test.count(ItemQuery(.genericPassword)), is: 2)
    },
    .init("copy: reading changes no date") { test in
      let item = try await test.add(test.password())
      let found = try await test.one(test.query())
      try test.expect(found.attributes.date(.modificationDate), is: item.attributes.date(.modificationDate))
      try test.expect(found.version, is: (try await test.one(test.query())).version)
    },
    .init("copy: the attributes come back as they were stored") { test in
      var item = test.password()
      item.attributes[.label] = .text("Label")
      item.attributes[.comment] = .text("Comment")
      item.attributes[.generic] = .data(Data([0, 1, 255]))
      item.attributes[.isInvisible] = .flag(true)
      item.attributes[.creator] = .number(-1)
      try await test.add(item)
      let found = try await test.one(test.query())
      for (attribute, value) in item.attributes.values {
        try test.expect(found.attributes[attribute], is: value)
      }
    },
    .init("copy: the class comes back") { test in
      try await test.add(test.password())
      try test.expect((try await test.one(test.query())).itemClass, is: .genericPassword)
    },
  ]
}
