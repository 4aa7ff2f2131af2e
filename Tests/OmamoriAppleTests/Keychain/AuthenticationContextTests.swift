import Foundation
import LocalAuthentication
import OmamoriApple
import OmamoriCore
import OmamoriKeychain
import OmamoriKeychainFile
import Security
import Testing

/// Which calls of the keychain come with an authentication context: the system refuses every one whose context it cannot
/// reach.
@Suite struct AuthenticationContextTests {
  /// Whether a call had a context.
  private func hasContext(_ call: FakeKeychain.Call) -> Bool { call.keys.contains("u_AuthCtx") }

  /// Stores an item as other code does: without a marker and without a version.
  private func addForeign(_ flags: SecAccessControlCreateFlags?) throws {
    var item: [CFString: Any] = [
      kSecClass: kSecClassGenericPassword, kSecAttrService: "mail", kSecAttrAccount: "ana",
      kSecUseDataProtectionKeychain: true, kSecValueData: Data("one".utf8),
    ]
    if let flags {
      let control = SecAccessControlCreateWithFlags(
        nil, kSecAttrAccessibleWhenUnlockedThisDeviceOnly, flags, nil)
      item[kSecAttrAccessControl] = try #require(control as SecAccessControl?)
    }
    #expect(SecItemAdd(item as CFDictionary, nil) == errSecSuccess)
  }

  /// Gives the item an access control as another program does, and gives the status of a failure.
  private static func protectAsAnotherProgram() -> OSStatus? {
    let protection = kSecAttrAccessibleWhenUnlockedThisDeviceOnly
    let control = SecAccessControlCreateWithFlags(nil, protection, .userPresence, nil)
    let item: [CFString: Any] = [
      kSecClass: kSecClassGenericPassword, kSecAttrService: "mail", kSecAttrAccount: "ana",
      kSecUseDataProtectionKeychain: true,
    ]
    let status = SecItemUpdate(
      item as CFDictionary, [kSecAttrAccessControl: control as Any] as CFDictionary)
    return status == errSecSuccess ? nil : status
  }

  @Test func aDaemonUsesItemsThatNeedNobody() async throws {
    let device = Device(isReachable: false)
    try await device.run { keychain in
      #expect(await keychain.lockState() == .unlocked)
      for access in [ItemAccess.none, asking] {
        try await keychain.set(password(), access)
        try await keychain.set(password("ana", "two"), access)
        #expect(try await keychain.secret(named(), access) == "two")
        let label = ItemChanges(attributes: [.label: .text("L")])
        #expect(try await keychain.update(named(), label, access: access) == 1)
        let found = try await keychain.find(named(), withSecrets: true, access: access)
        #expect(found.first?.attributes.text(.label) == "L")
        #expect(try await keychain.remove(named()) == 1)
      }
      try addForeign(nil)
      #expect(try await keychain.secret(named()) == "one")
      try await keychain.set(password("ana", "ours"))
      #expect(try await keychain.secret(named()) == "ours")
    }
    #expect(!device.keychain.history.contains(where: hasContext))
  }

  @Test func aDaemonIsDeniedWhatNeedsAPerson() async throws {
    let (keychain, daemon) = (Device(), Device(isReachable: false))
    try await keychain.run { try await $0.set(password(control: .userPresence)) }
    for access in [ItemAccess.none, asking] {
      await FakeKeychain.$current.withValue(keychain.keychain) {
        await FakeAuthentication.$current.withValue(daemon.authentication) {
          await #expect(throws: KeychainError.denied) { try await AppleKeychain().secret(named(), access) }
        }
      }
    }
    #expect(keychain.promptCount == 0)
  }

  @Test func onlyTheSecretOfAProtectedItemBringsAContext() async throws {
    let device = Device()
    try await device.run { keychain in
      try await keychain.set(password("plain"))
      try await keychain.set(password(control: .userPresence))
      device.keychain.forgetHistory()
      #expect(try await keychain.secret(named(), asking) == "one")
      #expect(try await keychain.secret(named("plain"), asking) == "one")
    }
    let withContext = device.keychain.history.filter(hasContext)
    #expect(withContext.count == 1 && withContext.allSatisfy { $0.keys.contains("r_Data") })
    #expect(device.promptCount == 1)
  }

  /// The marker of an item is lost, as when the program is killed before it writes it.
  @Test func anItemWhoseMarkerIsLostStaysProtected() async throws {
    let device = Device()
    try await device.run { keychain in
      try await keychain.set(password(control: .userPresence))
      let markers: [CFString: Any] = [
        kSecClass: kSecClassGenericPassword, kSecAttrService: "omamori.keychain.marker",
        kSecUseDataProtectionKeychain: true,
      ]
      #expect(SecItemDelete(markers as CFDictionary) == errSecSuccess)
      await #expect(throws: KeychainError.denied) { try await keychain.secret(named()) }
      let label = ItemChanges(attributes: [.label: .text("L")])
      await #expect(throws: KeychainError.denied) {
        try await keychain.update(named(), label, access: .none)
      }
      await #expect(throws: KeychainError.denied) { try await keychain.set(password("ana", "two")) }
      for access in [ItemAccess.none, asking] {
        await #expect(throws: KeychainError.invalidRequest(.unknownConstraints)) {
          try await keychain.update(named(), ItemChanges(accessibility: .afterFirstUnlock), access: access)
        }
      }
      #expect(device.promptCount == 0)
      #expect(try await keychain.secret(named(), asking) == "one")
    }
  }

  @Test func anItemThatBecomesProtectedMeanwhileAsksNobody() async throws {
    let device = Device()
    try await device.run { keychain in
      try await keychain.set(password())
      // Another program protects the item right before it is changed.
      device.keychain.interference = { call in
        guard call.function == .update, !call.changes.contains("accc") else { return nil }
        device.keychain.interference = nil
        return Self.protectAsAnotherProgram()
      }
      let label = ItemChanges(attributes: [.label: .text("L")])
      await #expect(throws: KeychainError.denied) {
        try await keychain.update(named(), label, access: .none)
      }
      await #expect(throws: KeychainError.denied) { try await keychain.set(password("ana", "two")) }
    }
    #expect(device.promptCount == 0)
  }

  @Test func aProgramThatIsNoTestGetsNothingFromTheFakes() async {
    await #expect(throws: KeychainError.accessGroupDenied) { try await AppleKeychain().set(password()) }
    let outcome = await BiometricAuthenticator().authenticate(
      AuthenticationRequest(reason: "Sign in", policy: .biometricsOrPasscode))
    #expect(!outcome.admits)
  }

  @Test(arguments: [SecAccessControlCreateFlags.userPresence, .biometryAny])
  func anItemOfOtherCodeAsksOnlyWhereTheCallerCanAsk(flags: SecAccessControlCreateFlags) async throws {
    let device = Device()
    try await device.run { keychain in
      try addForeign(flags)
      await #expect(throws: KeychainError.denied) { try await keychain.secret(named()) }
      let label = ItemChanges(attributes: [.label: .text("L")])
      await #expect(throws: KeychainError.denied) {
        try await keychain.update(named(), label, access: .none)
      }
      await #expect(throws: KeychainError.denied) { try await keychain.set(password("ana", "two")) }
      #expect(device.promptCount == 0)
      #expect(try await keychain.secret(named(), asking) == "one")
      #expect(device.promptCount == 1)
      #expect(try await keychain.update(named(), label, access: asking) == 1)
      try await keychain.set(password("ana", "two"), asking)
      #expect(try await keychain.secret(named()) == "two")
    }
  }

  @Test func constraintsOfOtherCodeAreNotTakenAwayUnseen() async throws {
    let device = Device()
    try await device.run { keychain in
      try addForeign(.userPresence)
      await #expect(throws: KeychainError.invalidRequest(.unknownConstraints)) {
        try await keychain.update(named(), ItemChanges(accessibility: .afterFirstUnlock), access: asking)
      }
      await #expect(throws: KeychainError.invalidRequest(.synchronizable)) {
        try await keychain.update(named(), ItemChanges(isSynchronizable: true), access: asking)
      }
      await #expect(throws: KeychainError.denied) { try await keychain.secret(named()) }
      let control = AccessControl(.whenUnlockedThisDeviceOnly, .biometryAny)
      #expect(try await keychain.update(named(), ItemChanges(accessControl: control), access: asking) == 1)
      #expect(try await keychain.find(named()).first?.accessControl == control)
    }
  }

  @Test func constraintsOfOtherCodeStayAmongProtectedItems() async throws {
    let device = Device()
    try await device.run { keychain in
      try await keychain.set(password("ours", control: .userPresence))
      try addForeign(.userPresence)
      let all = ItemQuery(.genericPassword, [.service: .text("mail")])
      await #expect(throws: KeychainError.invalidRequest(.unknownConstraints)) {
        try await keychain.update(
          all, ItemChanges(accessibility: .afterFirstUnlockThisDeviceOnly), access: asking)
      }
      await #expect(throws: KeychainError.denied) { try await keychain.secret(named()) }
      await #expect(throws: KeychainError.denied) { try await keychain.secret(named("ours")) }
      let label = ItemChanges(attributes: [.label: .text("L")])
      #expect(try await keychain.update(all, label, access: asking) == 2)
    }
  }

  @Test func anItemWithoutConstraintsMovesToAnotherClass() async throws {
    let device = Device()
    try await device.run { keychain in
      try addForeign(nil)
      let changes = ItemChanges(accessibility: .afterFirstUnlockThisDeviceOnly)
      #expect(try await keychain.update(named(), changes, access: .none) == 1)
      #expect(try await keychain.find(named()).first?.accessibility == .afterFirstUnlockThisDeviceOnly)
    }
  }
}
