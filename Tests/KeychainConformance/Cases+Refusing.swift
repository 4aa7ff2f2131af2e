import OmamoriCore
import OmamoriKeychain

extension ConformanceCase {
  /// Requests that make no sense.
  static let refusing: [ConformanceCase] = [
    .init("refuse: a query without class and reference") { test in
      var query = test.query()
      query.itemClass = nil
      let asked = query
      try await test.expect(.invalidRequest(.noClass)) { _ = try await test.keychain.find(asked) }
    },
    .init("refuse: limits below one") { test in
      for limit in [0, -1, .min] {
        var query = test.query()
        query.limit = .count(limit)
        let asked = query
        try await test.expect(.invalidRequest(.limit)) { _ = try await test.keychain.find(asked) }
      }
    },
    .init("refuse: adding with an attribute of another class") { test in
      var item = test.password()
      item.attributes[.port] = .number(443)
      let added = item
      try await test.expect(.unknownAttribute(.port)) { try await test.add(added) }
      try test.expect(try await test.count(test.query()), is: 0)
    },
    .init("refuse: searching by an attribute of another class") { test in
      let query = ItemQuery(.internetPassword, [.service: .text("s")])
      try await test.expect(.unknownAttribute(.service)) { _ = try await test.keychain.find(query) }
      try await test.expect(.unknownAttribute(.service)) { _ = try await test.keychain.remove(query) }
    },
    .init("refuse: a value of the wrong kind in an item") { test in
      let item = NewItem(.genericPassword, [.account: .data(Data("a".utf8))], secret: nil)
      try await test.expect(.invalidRequest(.valueKind)) { try await test.add(item) }
    },
    .init("refuse: a value of the wrong kind in a query") { test in
      let query = ItemQuery(.internetPassword, [.port: .text("443")])
      try await test.expect(.invalidRequest(.valueKind)) { _ = try await test.keychain.find(query) }
    },
    .init("refuse: a value of the wrong kind in changes") { test in
      try await test.add(test.password())
      let changes = ItemChanges(attributes: [.label: .number(1)])
      try await test.expect(.invalidRequest(.valueKind)) { _ = try await test.update(test.query(), changes) }
    },
    .init("refuse: dates that the store sets") { test in
      var item = test.password()
      item.attributes[.creationDate] = .date(Date(timeIntervalSince1970: 0))
      let added = item
      try await test.expect(.invalidRequest(.setByStore)) { try await test.add(added) }
      try await test.add(test.password())
      let changes = ItemChanges(attributes: [.modificationDate: .date(Date(timeIntervalSince1970: 0))])
      try await test.expect(.invalidRequest(.setByStore)) { _ = try await test.update(test.query(), changes) }
    },
    .init("refuse: an update that changes nothing") { test in
      try await test.add(test.password())
      try await test.expect(.invalidRequest(.nothingToChange)) {
        _ = try await test.update(test.query(), ItemChanges())
      }
    },
    .init("refuse: storing an identity") { test in
      try await test.expect(.invalidRequest(.identity)) {
        try await test.add(NewItem(.identity, [:], secret: test.secret("x")))
      }
    },
    .init("refuse: changing or removing identities", requires: .certificatesAndKeys) { test in
      let query = ItemQuery(.identity)
      try await test.expect(.invalidRequest(.identity)) {
        _ = try await test.update(query, ItemChanges(attributes: [.label: .text("L")]))
      }
      try await test.expect(.invalidRequest(.identity)) { _ = try await test.keychain.remove(query) }
    },
    .init("refuse: a group without a name") { test in
      var query = test.query()
      query.accessGroup = ""
      let asked = query
      try await test.expect(.invalidRequest(.emptyName)) { _ = try await test.keychain.find(asked) }
      var item = test.password()
      item.accessGroup = ""
      let added = item
      try await test.expect(.invalidRequest(.emptyName)) { try await test.add(added) }
    },
    .init("refuse: a secret above the limit") { test in
      let limit = 1 << 20
      let secret = SharedSecretBytes(SecretBytes(count: limit + 1) { _ in })
      try await test.expect(.tooLarge(limit: limit)) {
        try await test.add(NewItem(.genericPassword, [.account: .text("big")], secret: secret))
      }
      try await test.add(test.password())
      try await test.expect(.tooLarge(limit: limit)) {
        _ = try await test.update(test.query(), ItemChanges(secret: secret))
      }
      try test.expect(try await test.one(test.query()), holds: "secret")
    },
    .init("refuse: attributes above the limit") { test in
      var item = test.password()
      item.attributes[.comment] = .text(String(repeating: "x", count: 64 << 10))
      let added = item
      try await test.expect(.tooLarge(limit: 64 << 10)) { try await test.add(added) }
    },
    .init("refuse: attributes that an update takes above the limit") { test in
      var item = test.password()
      item.attributes[.comment] = .text(String(repeating: "x", count: 40 << 10))
      try await test.add(item)
      let changes = ItemChanges(attributes: [.label: .text(String(repeating: "y", count: 40 << 10))])
      try await test.expect(.tooLarge(limit: 64 << 10)) { _ = try await test.update(test.query(), changes) }
      try test.expect((try await test.one(test.query())).attributes.text(.label) ?? "", is: "")
    },
  ]

  /// Sizes, and what outlives the process.
  static let keeping: [ConformanceCase] =
    [0, 1, 15, 16, 17, 255, 256, 4095, 4096, 4097, 32 << 10, 100_000, 1 << 20].map { size in
      ConformanceCase("keep: a secret of \(size) bytes") { test in
        let secret = SharedSecretBytes(
          SecretBytes(copying: (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 131 &+ size) }))
        try await test.add(NewItem(.genericPassword, [.account: .text("a")], secret: secret))
        let found = try await test.one(ItemQuery(.genericPassword, [.account: .text("a")]))
        try test.expect((found.secret ?? test.secret("")) == secret)
      }
    } + [
      .init("keep: sixty kibibytes of attributes") { test in
        var item = test.password()
        let text = String(repeating: "本", count: 20_000)
        item.attributes[.comment] = .text(text)
        try await test.add(item)
        try test.expect((try await test.one(test.query())).attributes.text(.comment), is: text)
      },
      .init("keep: everything after reopening", requires: .persistent, needs: .reopening) { test in
        let stored = try await test.add(test.password())
        try await test.add(test.sample(.internetPassword, "web"))
        let again = try await test.store.reopened()
        let found = try await again.find(test.query(), withSecrets: true)
        try test.expect(found.first?.secret == test.secret("secret"))
        try test.expect(found.first?.reference, is: stored.reference)
        try test.expect(found.first?.version, is: stored.version)
        try test.expect(try await again.find(ItemQuery(.internetPassword)).count, is: 1)
      },
      .init("keep: what was removed stays away after reopening", requires: .persistent, needs: .reopening) {
        test in
        try await test.add(test.password())
        _ = try await test.keychain.remove(test.query())
        try test.expect(try await test.store.reopened().find(test.query()).count, is: 0)
      },
    ]

  /// kSecClassIdentity.
  static let joining: [ConformanceCase] = [
    .init("identity: a certificate joined to its key", requires: .certificatesAndKeys) { test in
      try await test.addIdentity("hash")
      let found = try await test.one(ItemQuery(.identity))
      try test.expect(found.itemClass, is: .identity)
      try test.expect(found, holds: "certificate")
      try test.expect(found.attributes.data(.applicationLabel), is: Data("hash".utf8))
      try test.expect(found.attributes.data(.issuer), is: Data("issuer of hash".utf8))
    },
    .init("identity: not without the key", requires: .certificatesAndKeys) { test in
      try await test.addIdentity("hash")
      _ = try await test.keychain.remove(ItemQuery(.key))
      try test.expect(try await test.count(ItemQuery(.identity)), is: 0)
    },
    .init("identity: not without the certificate", requires: .certificatesAndKeys) { test in
      try await test.addIdentity("hash")
      _ = try await test.keychain.remove(ItemQuery(.certificate))
      try test.expect(try await test.count(ItemQuery(.identity)), is: 0)
    },
    .init("identity: not with a public key", requires: .certificatesAndKeys) { test in
      try await test.addIdentity("hash", keyClass: 0)
      try test.expect(try await test.count(ItemQuery(.identity)), is: 0)
    },
    .init("identity: not with another key", requires: .certificatesAndKeys) { test in
      try await test.addIdentity("hash")
      let query = ItemQuery(.key)
      _ = try await test.update(
        query, ItemChanges(attributes: [.applicationLabel: .data(Data("another".utf8))]))
      try test.expect(try await test.count(ItemQuery(.identity)), is: 0)
    },
    .init("identity: by the certificate's label", requires: .certificatesAndKeys) { test in
      for name in ["a", "b"] { try await test.addIdentity(name) }
      let found = try await test.one(ItemQuery(.identity, [.label: .text("label of a")]))
      try test.expect(found.attributes.data(.publicKeyHash), is: Data("a".utf8))
    },
    .init("identity: by the key's tag", requires: .certificatesAndKeys) { test in
      for name in ["a", "b"] { try await test.addIdentity(name) }
      let query = ItemQuery(.identity, [.applicationTag: .data(Data("tag of b".utf8))])
      try test.expect((try await test.one(query)).attributes.data(.publicKeyHash), is: Data("b".utf8))
    },
    .init("identity: two certificates of one key are two", requires: .certificatesAndKeys) { test in
      try await test.addIdentity("hash")
      let second = NewItem(
        .certificate,
        [
          .certificateType: .number(3), .issuer: .data(Data("other".utf8)),
          .serialNumber: .data(Data("2".utf8)), .publicKeyHash: .data(Data("hash".utf8)),
        ], secret: test.secret("certificate"))
      try await test.add(second)
      try test.expect(try await test.count(ItemQuery(.identity)), is: 2)
      try test.expect(try await test.keychain.find(ItemQuery(.identity)).count, is: 1)
    },
    .init("identity: the halves in two groups", requires: .certificatesAndKeys, needs: .groups) { test in
      try await test.addIdentity("hash")
      _ = try await test.update(ItemQuery(.key), ItemChanges(accessGroup: test.store.secondGroup))
      try test.expect(try await test.count(ItemQuery(.identity)), is: 1)
      var query = ItemQuery(.identity)
      query.accessGroup = test.store.secondGroup
      try test.expect(try await test.count(query), is: 0)
    },
  ]
}

extension Conformance {
  /// Stores a certificate and a key that belong together.
  func addIdentity(_ hash: String, keyClass: Int64 = 1) async throws {
    try await add(
      NewItem(
        .certificate,
        [
          .certificateType: .number(3), .issuer: .data(Data("issuer of \(hash)".utf8)),
          .serialNumber: .data(Data("1".utf8)), .publicKeyHash: .data(Data(hash.utf8)),
          .label: .text("label of \(hash)"),
        ], secret: secret("certificate")))
    try await add(
      NewItem(
        .key,
        [
          .keyClass: .number(keyClass), .applicationLabel: .data(Data(hash.utf8)),
          .applicationTag: .data(Data("tag of \(hash)".utf8)), .type: .number(73),
        ], secret: secret("private key")))
  }
}
