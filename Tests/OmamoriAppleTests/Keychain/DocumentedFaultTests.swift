import LocalAuthentication
import OmamoriApple
import OmamoriCore
import OmamoriKeychain
import OmamoriKeychainFile
import Security
import Synchronization
import Testing

/// The ways in which programs lose or expose what they keep in Apple's keychain; each must not happen here.
@Suite struct DocumentedFaultTests {
  private let device = Device()

  @Test(arguments: [DeviceState.locked, .beforeFirstUnlock])
  func f1LockedIsNeverAbsent(state: DeviceState) async throws {
    try await device.run { keychain in
      try await keychain.set(password())
      device.keychain.device = state
      await #expect(throws: KeychainError.locked) { try await keychain.secret(named()) }
      await #expect(throws: KeychainError.locked) { try await keychain.find(named()) }
      await #expect(throws: KeychainError.locked) { try await keychain.add(password("ana", "new key")) }
      device.keychain.device = .unlocked
      #expect(try await keychain.secret(named()) == "one")
    }
  }

  @Test func f2NothingIsRemovedToBeStoredAgain() async throws {
    try await device.run { keychain in
      try await keychain.set(password())
      device.keychain.forgetHistory()
      // Whatever fails, the old secret is there.
      for status in [errSecNotAvailable, errSecParam, errSecAuthFailed] {
        device.keychain.interference = { $0.function == .update ? status : nil }
        await #expect(throws: KeychainError.self) { try await keychain.set(password("ana", "two")) }
      }
      device.keychain.interference = nil
      #expect(try await keychain.secret(named()) == "one")
      #expect(!device.keychain.history.contains { $0.function == .delete })
      try await keychain.set(password("ana", "two"))
      #expect(try await keychain.secret(named()) == "two")
    }
  }

  @Test func f2OthersWhoAddAndRemoveMeanwhileLoseNothing() async throws {
    try await device.run { keychain in
      try await keychain.set(password("warm", "up"))
      let turns = Mutex(0)
      let foreign: @Sendable () -> [CFString: Any] = {
        [
          kSecClass: kSecClassGenericPassword, kSecAttrService: "mail", kSecAttrAccount: "ana",
          kSecUseDataProtectionKeychain: true,
        ]
      }
      // Another process adds the item between our update and our add.
      device.keychain.interference = { call in
        guard call.function == .add,
          turns.withLock({
            $0 += 1; return $0 == 1
          })
        else { return nil }
        _ = SecItemAdd(foreign() as CFDictionary, nil)
        return nil
      }
      try await keychain.set(password())
      #expect(try await keychain.secret(named()) == "one")
      // And one that adds and removes it each time makes us give up, with an error.
      device.keychain.interference = { call in
        if call.function == .add { return errSecDuplicateItem }
        return call.function == .update ? errSecItemNotFound : nil
      }
      await #expect(throws: KeychainError.contended) { try await keychain.set(password()) }
    }
  }

  @Test func f3AccessibilityIsNeverACondition() async throws {
    try await device.run { keychain in
      try await keychain.set(password(accessibility: .whenUnlocked))
      let item = try await keychain.set(password("ana", "two", accessibility: .afterFirstUnlock))
      #expect(item.accessibility == .afterFirstUnlock)
      #expect(try await keychain.find(named()).count == 1)
      #expect(try await keychain.remove(named()) == 1)
    }
    for call in device.keychain.history where call.function != .add {
      #expect(call.keys.isDisjoint(with: ["pdmn", "accc"]))
    }
  }

  @Test func f4WhatCannotBeProtectedIsNotStored() async {
    await device.run { keychain in
      device.keychain.refusesAccessControl = true
      await #expect(throws: KeychainError.unsupported(.accessControl)) {
        try await keychain.set(password(control: .biometryCurrentSet))
      }
    }
    #expect(device.keychain.count == 0)
    let withoutFaces = Device(biometryType: .none)
    await withoutFaces.run { keychain in
      await #expect(throws: KeychainError.unsupported(.accessControl)) {
        try await keychain.set(password(control: .biometryCurrentSet))
      }
    }
    #expect(withoutFaces.keychain.count == 0)
  }

  @Test func f5TighteningKeepsTheSecret() async throws {
    try await device.run { keychain in
      let before = try await keychain.set(password())
      let changes = ItemChanges(
        accessControl: AccessControl(.whenUnlockedThisDeviceOnly, .biometryCurrentSet))
      device.keychain.refusesAccessControl = true
      await #expect(throws: KeychainError.unsupported(.accessControl)) {
        try await keychain.update(named(), changes, access: .none)
      }
      #expect(try await keychain.secret(named()) == "one")
      device.keychain.refusesAccessControl = false
      #expect(try await keychain.update(named(), changes, access: .none) == 1)
      let after = try #require(try await keychain.find(named()).first)
      #expect(after.reference == before.reference)
      #expect(after.protection == .keyBound)
      #expect(try await keychain.secret(named(), asking) == "one")
    }
  }

  @Test func f6LookingWhetherAnItemExistsAsksNobody() async throws {
    try await device.run { keychain in
      try await keychain.set(password(control: .userPresence))
      let found = try await keychain.find(named(), withSecrets: false, access: asking)
      #expect(found.count == 1)
      #expect(device.promptCount == 0)
      await #expect(throws: KeychainError.denied) { try await keychain.secret(named()) }
      #expect(device.promptCount == 0)
    }
  }

  @Test func f7TheServiceIsPartOfEveryName() async throws {
    try await device.run { keychain in
      try await keychain.set(password("ana", "mail"))
      try await keychain.set(password("ana", "calendar", service: "calendar"))
      #expect(try await keychain.remove(named()) == 1)
      #expect(try await keychain.secret(named(service: "calendar")) == "calendar")
    }
  }

  @Test func f8SynchronizableIsAlwaysSaid() async throws {
    try await device.run { keychain in
      var shared = password("ana", "shared")
      shared.isSynchronizable = true
      #expect(try await keychain.set(shared).synchronization == .synchronized)
      try await keychain.set(password("ana", "local"))
      var query = named()
      #expect(try await keychain.secret(query) == "local")
      query.synchronizable = .yes
      #expect(try await keychain.secret(query) == "shared")
      query.synchronizable = .any
      query.limit = .all
      #expect(try await keychain.find(query).count == 2)
      #expect(try await keychain.remove(query) == 2)
    }
    for call in device.keychain.history where !call.keys.contains("v_PersistentRef") {
      #expect(call.keys.contains("sync"))
    }
  }

  @Test @MainActor func f9NoCallBlocksTheCallersThread() async throws {
    try await device.run { keychain in
      try await keychain.set(password())
      #expect(try await keychain.secret(named()) == "one")
    }
    #expect(!device.keychain.history.isEmpty)
    #expect(device.keychain.history.allSatisfy { !$0.isOnMainThread })
  }

  @Test func f10OneAnswerServesOneOperation() async throws {
    try await device.run { keychain in
      for account in ["a", "b", "c"] {
        try await keychain.set(password(account, account, control: .userPresence))
      }
      let all = ItemQuery(.genericPassword, [.service: .text("mail")], limit: .all)
      let found = try await keychain.find(all, withSecrets: true, access: asking)
      #expect(found.compactMap(\.secret).count == 3)
      #expect(device.promptCount == 1)
      #expect(try await keychain.secret(named("a"), asking) == "a")
      #expect(device.promptCount == 2)
    }
  }

  @Test func f11TheOldKeyStaysUntilTheNewOneIsStored() async throws {
    let (old, new) = (key(1), key(2))
    try await device.run { keychain in
      try await keychain.set(old)
      device.keychain.interference = {
        $0.function == .add && $0.keys.contains("v_Ref") ? errSecNotAvailable : nil
      }
      await #expect(throws: KeychainError.unavailable(.appleKeychain)) { try await keychain.set(new) }
      device.keychain.interference = nil
      let query = ItemQuery(.key, [.applicationTag: .data(Data("tag".utf8))], limit: .all)
      #expect(try await keychain.find(query, withSecrets: true, access: .none).map(\.secret) == [old.secret])
      try await keychain.set(new)
      #expect(try await keychain.find(query).count == 2)
    }
  }

  @Test func f12ACertificateIsFoundUnderAnyLabel() async throws {
    try await device.run { keychain in
      let before = try await keychain.set(certificate(serial: 5, label: "old"))
      let after = try await keychain.set(certificate(serial: 5, label: "new"))
      #expect(after.reference == before.reference)
      #expect(after.attributes.text(.label) == "new")
      try await keychain.set(certificate(serial: 6, label: "new"))
      #expect(try await keychain.find(ItemQuery(.certificate, limit: .all)).count == 2)
      let query = ItemQuery(.certificate, [.serialNumber: .data(Data([5]))])
      let found = try #require(try await keychain.find(query, withSecrets: true, access: .none).first)
      #expect(found.secret == certificate(serial: 5, label: "").secret)
      // The same name with other bytes is another certificate, and neither is lost.
      await #expect(throws: KeychainError.duplicate) {
        try await keychain.set(certificate(serial: 5, label: "forged", key: 9))
      }
      #expect(try await keychain.remove(query) == 1)
    }
  }

  @Test func f17ClassesOfTheDeviceStayOnTheDevice() async throws {
    try await device.run { keychain in
      for accessibility in ItemAccessibility.allCases {
        var item = password("ana", accessibility.rawValue, accessibility: accessibility)
        let stored = try await keychain.set(item)
        // Replacing keeps the class that was asked for, unlike an attribute of a file that is exchanged.
        let replaced = try await keychain.set(item)
        #expect(stored.accessibility == accessibility)
        #expect(replaced.accessibility == accessibility)
        guard accessibility.isThisDeviceOnly else { continue }
        item.isSynchronizable = true
        let refused = item
        await #expect(throws: KeychainError.invalidRequest(.synchronizable)) {
          try await keychain.set(refused)
        }
      }
    }
  }

  private func key(_ byte: UInt8) -> NewItem {
    let bytes = [4] + [UInt8](repeating: byte, count: 96)
    return NewItem(
      .key, [.applicationTag: .data(Data("tag".utf8))],
      secret: SharedSecretBytes(SecretBytes(copying: bytes)))
  }

  private func certificate(serial: UInt8, label: String, key: UInt8 = 7) -> NewItem {
    Certificate(serial: serial, publicKey: [key]).item(label: label)
  }
}
