import OmamoriCore
import OmamoriKeychain

extension ConformanceCase {
  /// SecItemAdd.
  static let adding: [ConformanceCase] = [
    .init("add: the secret comes back") { test in
      try await test.add(test.password("a", "hello"))
      try test.expect(try await test.one(test.query("a")), holds: "hello")
    },
    .init("add: the item is given back without its secret") { test in
      let item = try await test.add(test.password())
      try test.expect(item.secret == nil)
      try test.expect(item.attributes.text(.account), is: "account")
    },
    .init("add: twice is a duplicate") { test in
      try await test.add(test.password())
      try await test.expect(.duplicate) { try await test.add(test.password("account", "other")) }
      try test.expect(try await test.one(test.query()), holds: "secret")
    },
    .init("add: another accessibility is a duplicate", requires: .accessibility) { test in
      try await test.add(test.password())
      var other = test.password()
      other.accessibility = .afterFirstUnlock
      let item = other
      try await test.expect(.duplicate) { try await test.add(item) }
    },
    .init("add: after removing it works again") { test in
      try await test.add(test.password())
      try test.expect(try await test.keychain.remove(test.query()), is: 1)
      try await test.add(test.password("account", "new"))
      try test.expect(try await test.one(test.query()), holds: "new")
    },
    .init("add: without an account, once") { test in
      let item = NewItem(.genericPassword, [.service: .text("s")], secret: test.secret("x"))
      try await test.add(item)
      try await test.expect(.duplicate) { try await test.add(item) }
    },
    .init("add: without any attribute, once") { test in
      let item = NewItem(.genericPassword, [:], secret: test.secret("x"))
      try await test.add(item)
      try await test.expect(.duplicate) { try await test.add(item) }
    },
    .init("add: a missing account and an empty one are the same") { test in
      try await test.add(NewItem(.genericPassword, [.service: .text("s")], secret: test.secret("x")))
      try await test.expect(.duplicate) { try await test.add(test.password("", service: "s")) }
      try test.expect(try await test.count(test.query("", service: "s")), is: 1)
    },
    .init("add: an empty secret") { test in
      try await test.add(test.password("a", ""))
      try test.expect(try await test.one(test.query("a")), holds: "")
    },
    .init("add: no secret") { test in
      try await test.add(NewItem(.genericPassword, [.account: .text("a")], secret: nil))
      let query = ItemQuery(.genericPassword, [.account: .text("a")])
      try test.expect((try await test.one(query)).secret?.count ?? 0, is: 0)
    },
    .init("add: both dates are set to now") { test in
      let before = Date()
      let item = try await test.add(test.password())
      let (created, changed) = (item.attributes.date(.creationDate), item.attributes.date(.modificationDate))
      guard let created, let changed else { throw ConformanceFailure("no dates") }
      try test.expect(created, is: changed)
      // A store may keep whole seconds only.
      try test.expect(abs(created.timeIntervalSince(before)) < 30)
    },
    .init("add: the default accessibility is whenUnlocked", requires: .accessibility) { test in
      try test.expect((try await test.add(test.password())).accessibility, is: .whenUnlocked)
    },
    .init("add: the default group is used") { test in
      let item = try await test.add(test.password())
      if let group = test.keychain.defaultAccessGroup { try test.expect(item.accessGroup, is: group) }
      try test.expect((try await test.one(test.query())).accessGroup, is: item.accessGroup)
    },
    .init("add: an internet password") { test in
      try await test.add(test.sample(.internetPassword, "web"))
      let found = try await test.one(ItemQuery(.internetPassword, [.server: .text("one")]))
      try test.expect(found, holds: "web")
      try test.expect(found.attributes.number(.port), is: 1)
    },
    .init("add: a certificate", requires: .certificatesAndKeys) { test in
      try await test.add(test.sample(.certificate, "der"))
      try test.expect(try await test.one(ItemQuery(.certificate)), holds: "der")
    },
    .init("add: a key", requires: .certificatesAndKeys) { test in
      try await test.add(test.sample(.key, "key"))
      let query = ItemQuery(.key, [.applicationTag: .data(Data("one".utf8))])
      try test.expect(try await test.one(query), holds: "key")
    },
    .init("add: a thousand bytes of every value") { test in
      let bytes = (0..<1024).map { UInt8(truncatingIfNeeded: $0) }
      let secret = SharedSecretBytes(SecretBytes(copying: bytes))
      try await test.add(NewItem(.genericPassword, [.account: .text("bytes")], secret: secret))
      let found = try await test.one(ItemQuery(.genericPassword, [.account: .text("bytes")]))
      try test.expect(found.secret == secret)
    },
    .init("add: a hundred items stay apart") { test in
      for number in 0..<100 { try await test.add(test.password("account \(number)", "secret \(number)")) }
      try test.expect(try await test.count(test.everything()), is: 100)
      for number in [0, 1, 50, 99] {
        try test.expect(try await test.one(test.query("account \(number)")), holds: "secret \(number)")
      }
    },
  ]
}
