import Foundation
import LocalAuthentication
import Security
import Testing

/// What Apple documents about the four functions, beyond what a simple client uses.
@Suite struct SecItemTests {
  private let keychain = FakeKeychain(accessGroups: ["TEAM.app", "TEAM.shared"])

  private func status(_ call: () -> OSStatus) -> OSStatus {
    FakeKeychain.$current.withValue(keychain, operation: call)
  }

  private func item(_ more: [CFString: Any] = [:]) -> [CFString: Any] {
    [kSecClass: kSecClassGenericPassword, kSecAttrService: "s", kSecAttrAccount: "a"].merging(more) { $1 }
  }

  private func add(_ more: [CFString: Any] = [:]) -> OSStatus {
    status { SecItemAdd(item([kSecValueData: Data([1])]).merging(more) { $1 } as CFDictionary, nil) }
  }

  private func find(_ search: [CFString: Any]) -> (OSStatus, CFTypeRef?) {
    var result: CFTypeRef?
    // because the result is a variable of this function
    let status = status { unsafe SecItemCopyMatching(search as CFDictionary, &result) }
    return (status, result)
  }

  @Test(arguments: [
    (["agrp": "TEAM.other"], errSecMissingEntitlement), (["agrp": "TEAM.shared"], errSecSuccess),
    (["svcx": "typing error"], errSecNoSuchAttr), (["svc": "typing error"], errSecParam),
    (["srvr": "of another class"], errSecNoSuchAttr),
    (["v_Data": "not bytes"], errSecParam), (["pdmn": "unknown"], errSecParam),
    (["class": "idnt"], errSecUnimplemented), (["class": "unknown"], errSecParam),
    (["m_Limit": "m_LimitOne"], errSecParam), (["pdmn": "ck"], errSecSuccess),
  ])
  func addingGives(attributes: [String: String], expected: OSStatus) {
    #expect(add(Dictionary(uniqueKeysWithValues: attributes.map { (NSString(string: $0), $1) })) == expected)
    #expect(keychain.count == (expected == errSecSuccess ? 1 : 0))
  }

  @Test func accessGroupAndSynchronizabilityMakeItemsDifferent() {
    #expect(add() == errSecSuccess)
    #expect(add([kSecAttrAccessGroup: "TEAM.app"]) == errSecDuplicateItem)
    #expect(add([kSecAttrAccessGroup: "TEAM.shared"]) == errSecSuccess)
    #expect(add([kSecAttrSynchronizable: true]) == errSecSuccess)
    #expect(keychain.count == 3)
  }

  @Test func synchronizedItemsAreFoundOnlyWhenAskedFor() {
    #expect(add([kSecAttrSynchronizable: true]) == errSecSuccess)
    #expect(find(item()).0 == errSecItemNotFound)
    #expect(find(item([kSecAttrSynchronizable: true])).0 == errSecSuccess)
    #expect(find(item([kSecAttrSynchronizable: kSecAttrSynchronizableAny])).0 == errSecSuccess)
  }

  @Test func whatStaysOnTheDeviceIsNotSynchronized() {
    let thisDevice = kSecAttrAccessibleWhenUnlockedThisDeviceOnly
    #expect(add([kSecAttrSynchronizable: true, kSecAttrAccessible: thisDevice]) == errSecParam)
  }

  @Test func resultsHaveTheShapeAskedFor() throws {
    #expect(add([kSecAttrLabel: "L"]) == errSecSuccess)
    #expect(find(item()).1 == nil)
    #expect(find(item([kSecReturnData: true])).1 as? Data == Data([1]))
    let reference = try #require(find(item([kSecReturnPersistentRef: true])).1 as? Data)
    let both = try #require(
      find(item([kSecReturnData: true, kSecReturnAttributes: true])).1 as? [CFString: Any]
    )
    #expect(both[kSecValueData] as? Data == Data([1]))
    #expect(both[kSecAttrLabel] as? String == "L")
    #expect(both[kSecAttrAccessGroup] as? String == "TEAM.app")
    #expect(both[kSecAttrAccessible] as? String == kSecAttrAccessibleWhenUnlocked as String)
    #expect(both[kSecAttrCreationDate] is Date)
    let found = find([kSecValuePersistentRef: reference, kSecReturnData: true])
    #expect(found.0 == errSecSuccess)
    #expect(found.1 as? Data == Data([1]))
  }

  @Test func aLimitAboveOneGivesAnArray() throws {
    for account in ["a", "b", "c"] { #expect(add([kSecAttrAccount: account]) == errSecSuccess) }
    let all: [CFString: Any] = [kSecClass: kSecClassGenericPassword, kSecAttrService: "s"]
    let one = all.merging([kSecReturnAttributes: true]) { $1 }
    #expect(find(one).1 is [CFString: Any])
    let references = all.merging([kSecReturnPersistentRef: true, kSecMatchLimit: kSecMatchLimitAll]) { $1 }
    #expect((find(references).1 as? [Data])?.count == 3)
    let two = all.merging([kSecReturnAttributes: true, kSecMatchLimit: 2]) { $1 }
    #expect((find(two).1 as? [[CFString: Any]])?.count == 2)
    let secrets = all.merging([kSecReturnData: true, kSecMatchLimit: kSecMatchLimitAll]) { $1 }
    #expect((find(secrets).1 as? [Data])?.count == 3)
  }

  @Test func updatingNeverMakesADuplicate() {
    #expect(add() == errSecSuccess)
    #expect(add([kSecAttrAccount: "b"]) == errSecSuccess)
    let rename = [kSecAttrAccount: "b", kSecValueData: Data([9])] as CFDictionary
    #expect(status { SecItemUpdate(item() as CFDictionary, rename) } == errSecDuplicateItem)
    #expect(find(item([kSecReturnData: true])).1 as? Data == Data([1]))
    let label = [kSecAttrLabel: "L"] as CFDictionary
    #expect(status { SecItemUpdate(item() as CFDictionary, label) } == errSecSuccess)
    #expect(find(item([kSecAttrLabel: "L"])).0 == errSecSuccess)
  }

  @Test func updatingRefusesWhatIsNoAttribute() {
    #expect(add() == errSecSuccess)
    let refused: [[CFString: Any]] = [[:], [kSecClass: kSecClassGenericPassword], [kSecReturnData: true]]
    for changes in refused {
      #expect(status { SecItemUpdate(item() as CFDictionary, changes as CFDictionary) } == errSecParam)
    }
  }

  @Test func deletingRemovesEveryMatch() {
    for account in ["a", "b"] { #expect(add([kSecAttrAccount: account]) == errSecSuccess) }
    #expect(add([kSecAttrService: "other"]) == errSecSuccess)
    let service = [kSecClass: kSecClassGenericPassword, kSecAttrService: "s"] as CFDictionary
    #expect(status { SecItemDelete(service) } == errSecSuccess)
    #expect(keychain.count == 1)
    #expect(status { SecItemDelete([kSecAttrService: "s"] as CFDictionary) } == errSecParam)
  }

  @Test func accessControlAndAccessibilityExcludeEachOther() throws {
    let control = try PasswordStore.control([])
    let accessible = kSecAttrAccessibleWhenUnlockedThisDeviceOnly
    #expect(add([kSecAttrAccessControl: control, kSecAttrAccessible: accessible]) == errSecParam)
    #expect(add([kSecAttrAccessControl: control]) == errSecSuccess)
    #expect(find(item([kSecReturnData: true])).0 == errSecSuccess)
    #expect(keychain.promptCount == 0)
  }

  @Test func theAccessibilityTakesThePlaceOfAnAccessControl() throws {
    #expect(add([kSecAttrAccessControl: try PasswordStore.control(.userPresence)]) == errSecSuccess)
    let changes = [kSecAttrAccessible: kSecAttrAccessibleAfterFirstUnlock] as CFDictionary
    #expect(status { SecItemUpdate(item() as CFDictionary, changes) } == errSecSuccess)
    #expect(keychain.promptCount == 1)
    #expect(find(item([kSecReturnData: true])).0 == errSecSuccess)
    #expect(keychain.promptCount == 1)
  }

  @Test(arguments: [
    SecAccessControlCreateFlags([.userPresence, .biometryAny]), [.userPresence, .or, .devicePasscode],
    [.userPresence, .and], [.biometryAny, .biometryCurrentSet], [.or, .and],
  ])
  func impossibleAccessControlsAreNotMade(flags: SecAccessControlCreateFlags) {
    #expect(throws: NSError.self) { try PasswordStore.control(flags) }
  }

  @Test(arguments: [
    SecAccessControlCreateFlags([.userPresence, .applicationPassword, .privateKeyUsage]), [],
    [.biometryAny, .or, .devicePasscode], [.biometryCurrentSet, .and, .devicePasscode],
    [.applicationPassword],
  ])
  func possibleAccessControlsAreMade(flags: SecAccessControlCreateFlags) throws {
    #expect(try PasswordStore.control(flags).flags == flags)
  }

  @Test func aContextThatCannotBeReachedFailsEveryCall() {
    #expect(add() == errSecSuccess)
    FakeAuthentication.$current.withValue(FakeAuthentication(isReachable: false)) {
      let query = item([kSecUseAuthenticationContext: LAContext()])
      #expect(find(query).0 == errSecAuthFailed)
      #expect(status { SecItemDelete(query as CFDictionary) } == errSecAuthFailed)
    }
    let invalid = LAContext()
    invalid.invalidate()
    #expect(find(item([kSecUseAuthenticationContext: invalid])).0 == errSecAuthFailed)
  }

  @Test func passingOverProtectedItemsIsForSearchesOnly() throws {
    #expect(add([kSecAttrAccessControl: try PasswordStore.control(.userPresence)]) == errSecSuccess)
    let skipping = item([kSecUseAuthenticationUI: kSecUseAuthenticationUISkip])
    #expect(find(skipping).0 == errSecSuccess)
    #expect(find(skipping.merging([kSecReturnData: true]) { $1 }).0 == errSecItemNotFound)
    #expect(status { SecItemDelete(skipping as CFDictionary) } == errSecParam)
    let label = [kSecAttrLabel: "L"] as CFDictionary
    #expect(status { SecItemUpdate(skipping as CFDictionary, label) } == errSecParam)
    #expect(keychain.promptCount == 0)
  }

  @Test func itemsThatNeedAPasscodeGoWithIt() {
    let accessible = [kSecAttrAccessible: kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly]
    #expect(add(accessible) == errSecSuccess)
    keychain.hasPasscode = false
    #expect(find(item()).0 == errSecItemNotFound)
    #expect(add(accessible) == errSecAuthFailed)
  }

  @Test func afterFirstUnlockReadsWhileLocked() {
    #expect(add([kSecAttrAccessible: kSecAttrAccessibleAfterFirstUnlock]) == errSecSuccess)
    keychain.device = .locked
    #expect(find(item([kSecReturnData: true])).0 == errSecSuccess)
    keychain.device = .beforeFirstUnlock
    #expect(find(item([kSecReturnData: true])).0 == errSecInteractionNotAllowed)
  }

  @Test func anAuthenticatedContextSparesTheDialogue() async throws {
    #expect(add([kSecAttrAccessControl: try PasswordStore.control(.userPresence)]) == errSecSuccess)
    let context = LAContext()
    context.interactionNotAllowed = true
    let search = item([kSecReturnData: true, kSecUseAuthenticationContext: context])
    #expect(find(search).0 == errSecInteractionNotAllowed)
    let skipping = item([kSecReturnData: true, kSecUseAuthenticationUI: kSecUseAuthenticationUISkip])
    #expect(find(skipping).0 == errSecItemNotFound)
    context.interactionNotAllowed = false
    let isAuthenticated = try await FakeAuthentication.$current.withValue(FakeAuthentication()) {
      try await context.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "test")
    }
    #expect(isAuthenticated)
    #expect(find(search).0 == errSecSuccess)
    #expect(keychain.promptCount == 0)
  }

  @Test func anAppWithoutAccessGroupsHasNoKeychain() {
    let status = FakeKeychain.$current.withValue(FakeKeychain(accessGroups: [])) {
      SecItemAdd(item() as CFDictionary, nil)
    }
    #expect(status == errSecMissingEntitlement)
  }

  @Test func forgettingTheDataProtectionKeychainCanBeFound() {
    let strict = FakeKeychain(requiresDataProtection: true)
    #expect(FakeKeychain.$current.withValue(strict) { SecItemDelete(item() as CFDictionary) } == errSecParam)
  }
}
