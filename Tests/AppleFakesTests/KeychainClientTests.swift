import Foundation
import Security
import Testing

@Suite struct KeychainClientTests {
  private let store = PasswordStore(service: "mail")
  private let keychain = FakeKeychain(requiresDataProtection: true)

  private func use<Result>(_ body: () throws -> Result) rethrows -> Result {
    try FakeKeychain.$current.withValue(keychain) { try body() }
  }

  @Test func addReadReplaceRemove() throws {
    try use {
      try store.add(Data("one".utf8), for: "ana")
      #expect(try store.password(for: "ana") == Data("one".utf8))
      try store.replace(Data("two".utf8), for: "ana")
      #expect(try store.password(for: "ana") == Data("two".utf8))
      try store.remove("ana")
      #expect(keychain.count == 0)
    }
  }

  @Test func absentItemsAreNotFound() {
    use {
      #expect(throws: PasswordStore.Failure.absent) { try store.password(for: "ana") }
      #expect(throws: PasswordStore.Failure.absent) { try store.replace(Data(), for: "ana") }
      #expect(throws: PasswordStore.Failure.absent) { try store.remove("ana") }
      #expect(throws: PasswordStore.Failure.absent) { try store.accounts() }
    }
  }

  @Test func theSameAccountTwiceIsADuplicate() throws {
    try use {
      try store.add(Data("one".utf8), for: "ana")
      #expect(throws: PasswordStore.Failure.duplicate) { try store.add(Data("two".utf8), for: "ana") }
      try PasswordStore(service: "calendar").add(Data("two".utf8), for: "ana")
      #expect(try store.password(for: "ana") == Data("one".utf8))
    }
  }

  @Test func listsTheAccountsOfItsServiceOnly() throws {
    try use {
      for account in ["ana", "ben"] { try store.add(Data(), for: account) }
      try PasswordStore(service: "calendar").add(Data(), for: "eve")
      #expect(try store.accounts() == ["ana", "ben"])
    }
  }

  @Test(arguments: [DeviceState.locked, .beforeFirstUnlock])
  func lockedDeviceKeepsThePassword(state: DeviceState) throws {
    try use {
      try store.add(Data("one".utf8), for: "ana")
      keychain.device = state
      #expect(throws: PasswordStore.Failure.locked) { try store.password(for: "ana") }
      #expect(throws: PasswordStore.Failure.locked) { try store.accounts() }
      keychain.device = .unlocked
      #expect(try store.password(for: "ana") == Data("one".utf8))
    }
  }

  @Test func protectedItemAsksThePerson() throws {
    let control = try PasswordStore.control(.biometryCurrentSet)
    try use {
      try store.add(Data("one".utf8), for: "ana", control: control)
      #expect(try store.password(for: "ana") == Data("one".utf8))
      keychain.person = .cancels
      #expect(throws: PasswordStore.Failure.cancelled) { try store.password(for: "ana") }
      keychain.person = .fails
      #expect(throws: PasswordStore.Failure.status(errSecAuthFailed)) { try store.password(for: "ana") }
      #expect(keychain.promptCount == 3)
      keychain.changeBiometrySet()
      #expect(throws: PasswordStore.Failure.absent) { try store.password(for: "ana") }
    }
  }

  @Test func contradictoryAccessControlIsRefused() {
    #expect(throws: NSError.self) { try PasswordStore.control([.biometryAny, .devicePasscode, .or, .and]) }
  }

  @Test func aTaskHasTheKeychainOfItsTest() async throws {
    try await FakeKeychain.$current.withValue(keychain) {
      try await Task { try store.add(Data("one".utf8), for: "ana") }.value
    }
    #expect(keychain.count == 1)
  }
}
