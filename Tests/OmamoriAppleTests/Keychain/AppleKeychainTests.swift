import LocalAuthentication
import OmamoriApple
import OmamoriCore
import OmamoriKeychain
import OmamoriKeychainFile
import Security
import Testing

@Suite struct AppleKeychainTests {
  private let device = Device()

  @Test func storedItemsAreFoundChangedAndRemoved() async throws {
    try await device.run { keychain in
      let stored = try await keychain.set(password())
      #expect(stored.accessGroup == "TEAM.app")
      #expect(stored.accessibility == .whenUnlocked)
      #expect(stored.synchronization == .local)
      #expect(stored.protection == .none)
      #expect(stored.attributes.date(.creationDate) != nil)
      #expect(try await keychain.secret(named()) == "one")
      let changes = ItemChanges(attributes: [.label: .text("L")], secret: secretBytes("two"))
      #expect(try await keychain.update(named(), changes, access: .none) == 1)
      let found = try #require(try await keychain.find(named()).first)
      #expect(found.attributes.text(.label) == "L")
      #expect(found.reference == stored.reference)
      #expect(found.version != stored.version)
      #expect(try await keychain.secret(ItemQuery(stored.reference)) == "two")
      #expect(try await keychain.remove(named()) == 1)
      #expect(try await keychain.remove(named()) == 0)
      #expect(try await keychain.find(named()).isEmpty)
    }
    #expect(device.keychain.count == 0)
  }

  @Test func replacingKeepsTheReferenceAndClearsTheRest() async throws {
    try await device.run { keychain in
      var first = password()
      first.attributes[.label] = .text("old")
      first.attributes[.comment] = .text("old")
      first.attributes[.creator] = .number(7)
      let before = try await keychain.set(first)
      var second = password("ana", nil)
      second.attributes[.label] = .text("new")
      let after = try await keychain.set(second)
      #expect(after.reference == before.reference)
      #expect(after.attributes.date(.creationDate) == before.attributes.date(.creationDate))
      #expect(after.attributes.text(.label) == "new")
      #expect(after.attributes[.comment] == nil)
      #expect(after.attributes[.creator] == nil)
      #expect(try await keychain.secret(named()) == nil)
    }
  }

  @Test func namesThatAreMissingAreConditionsToo() async throws {
    try await device.run { keychain in
      try await keychain.set(password("ana", "one"))
      let anonymous = NewItem(.genericPassword, [.service: .text("mail")], secret: secretBytes("nobody"))
      try await keychain.set(anonymous)
      #expect(try await keychain.secret(named()) == "one")
      #expect(try await keychain.secret(named("")) == "nobody")
    }
  }

  @Test func aNewItemGoesToTheDefaultGroupAndLeavesTheOthersAlone() async throws {
    try await device.run { keychain in
      var shared = password("ana", "shared")
      shared.accessGroup = "TEAM.shared"
      try await keychain.set(shared)
      try await keychain.set(password("ana", "own"))
      var query = named()
      query.accessGroup = "TEAM.shared"
      #expect(try await keychain.secret(query) == "shared")
      query.accessGroup = "TEAM.app"
      #expect(try await keychain.secret(query) == "own")
      query.accessGroup = "TEAM.other"
      let foreign = query
      await #expect(throws: KeychainError.accessGroupDenied) { try await keychain.find(foreign) }
    }
  }

  @Test func onlyTheStateThatWasSeenIsReplaced() async throws {
    try await device.run { keychain in
      let first = try await keychain.set(password())
      let second = try await keychain.put(
        password("ana", "two"), if: .version(first.version), access: .none)
      #expect(second?.reference == first.reference)
      let late = try await keychain.put(
        password("ana", "late"), if: .version(first.version), access: .none)
      #expect(late == nil)
      #expect(try await keychain.secret(named()) == "two")
      #expect(try await keychain.put(password(), if: .absent, access: .none) == nil)
      await #expect(throws: KeychainError.duplicate) { try await keychain.add(password()) }
      #expect(try await keychain.remove(named()) == 1)
      let gone = try #require(second).version
      #expect(try await keychain.put(password(), if: .version(gone), access: .none) == nil)
    }
  }

  @Test func itemsOfOtherCodeHaveNoVersion() async throws {
    try await device.run { keychain in
      let foreign: [CFString: Any] = [
        kSecClass: kSecClassGenericPassword, kSecAttrService: "mail", kSecAttrAccount: "ana",
        kSecUseDataProtectionKeychain: true, kSecValueData: Data([1]),
      ]
      #expect(SecItemAdd(foreign as CFDictionary, nil) == errSecSuccess)
      let found = try #require(try await keychain.find(named()).first)
      await #expect(throws: KeychainError.unsupported(.versions)) {
        try await keychain.put(password(), if: .version(found.version), access: .none)
      }
      try await keychain.set(password("ana", "ours"))
      #expect(device.keychain.count == 1)
    }
  }

  @Test func aListHasNoMoreThanItsLimitAndNoneOfTheStoresOwnItems() async throws {
    try await device.run { keychain in
      for account in ["a", "b", "c"] { try await keychain.set(password(account, control: .userPresence)) }
      #expect(device.keychain.count == 6)
      var all = ItemQuery(.genericPassword, limit: .all)
      #expect(try await keychain.find(all).count == 3)
      all.limit = .count(2)
      #expect(try await keychain.find(all).count == 2)
      all.limit = .count(0)
      let none = all
      await #expect(throws: KeychainError.invalidRequest(.limit)) { try await keychain.find(none) }
      #expect(
        try await keychain.update(
          ItemQuery(.genericPassword), ItemChanges(attributes: [.label: .text("L")]), access: asking) == 3)
      #expect(try await keychain.remove(ItemQuery(.genericPassword)) == 3)
    }
    #expect(device.keychain.count == 0)
  }

  @Test func renamingTakesTheMarkerAlongAndMeetsNoOther() async throws {
    try await device.run { keychain in
      try await keychain.set(password("a", control: .biometryCurrentSet))
      try await keychain.set(password("b"))
      let toB = ItemChanges(attributes: [.account: .text("b")])
      await #expect(throws: KeychainError.duplicate) {
        try await keychain.update(named("a"), toB, access: asking)
      }
      let toC = ItemChanges(attributes: [.account: .text("c")])
      #expect(try await keychain.update(named("a"), toC, access: asking) == 1)
      #expect(try await keychain.find(named("c")).first?.accessControl?.constraints == .biometryCurrentSet)
      device.changeFaces()
      await #expect(throws: KeychainError.invalidated) { try await keychain.find(named("c")) }
      #expect(try await keychain.find(named("a")).isEmpty)
    }
  }

  @Test(arguments: [
    (ItemAttribute.server, AttributeValue.text("s"), KeychainError.unknownAttribute(.server)),
    (.account, .number(1), .invalidRequest(.valueKind)),
    (.creationDate, .date(Date(timeIntervalSince1970: 0)), .invalidRequest(.setByStore)),
    (.description, .text("reserved"), .invalidRequest(.setByStore)),
    (.service, .text("omamori.keychain.marker"), .invalidRequest(.setByStore)),
  ])
  func contradictionsAreRefusedBeforeTheSystemIsAsked(
    attribute: ItemAttribute, value: AttributeValue, error: KeychainError
  ) async {
    await device.run { keychain in
      await #expect(throws: error) {
        try await keychain.set(NewItem(.genericPassword, [attribute: value], secret: nil))
      }
    }
    #expect(device.keychain.history.isEmpty)
  }

  @Test func theStateOfTheLockIsFoundOut() async {
    await device.run { keychain in
      for (state, expected) in [
        (DeviceState.unlocked, KeychainLockState.unlocked), (.locked, .locked),
        (.beforeFirstUnlock, .beforeFirstUnlock),
      ] {
        device.keychain.device = state
        #expect(await keychain.lockState() == expected)
      }
    }
    await Device(groups: []).run { #expect(await $0.lockState() == .unavailable) }
    #expect(device.keychain.count == 0)
  }

  @Test func whatTheSystemCannotDoIsSaid() async {
    await device.run { keychain in
      await #expect(throws: KeychainError.unsupported(.transactions)) {
        try await keychain.transaction { _ throws(KeychainError) in 0 }
      }
      #expect(throws: KeychainError.unsupported(.changes)) { try keychain.changes() }
      await #expect(throws: KeychainError.invalidRequest(.identity)) {
        try await keychain.set(NewItem(.identity, [:], secret: nil))
      }
    }
  }
}
