import LocalAuthentication
import OmamoriApple
import OmamoriCore
import OmamoriKeychain
import OmamoriKeychainFile
import Security
import Testing

@Suite struct AccessControlTests {
  @Test(arguments: [
    (LAError.Code.userCancel, KeychainError.cancelled), (.systemCancel, .cancelled),
    (.authenticationFailed, .denied), (.userFallback, .denied), (.biometryLockout, .lockedOut(seconds: nil)),
  ])
  func thePersonDecides(answer: LAError.Code, error: KeychainError) async throws {
    let device = Device(answers: [answer])
    try await device.run { keychain in
      try await keychain.set(password(control: .biometryAny))
      await #expect(throws: error) { try await keychain.secret(named(), asking) }
      #expect(device.promptCount == 1)
      #expect(try await keychain.secret(named(), asking) == "one")
    }
  }

  @Test(arguments: [true, false])
  func otherFacesInvalidateAndAreNotTakenForNothing(lazily: Bool) async throws {
    let device = Device()
    try await device.run { keychain in
      try await keychain.set(password(control: .biometryCurrentSet))
      device.changeFaces(lazily: lazily)
      await #expect(throws: KeychainError.invalidated) { try await keychain.secret(named()) }
      await #expect(throws: KeychainError.invalidated) { try await keychain.secret(named(), asking) }
      await #expect(throws: KeychainError.invalidated) { try await keychain.find(named()) }
      #expect(try await keychain.find(named("ben")).isEmpty)
      try await keychain.set(password("ana", "two", control: .biometryCurrentSet), asking)
      #expect(try await keychain.secret(named(), asking) == "two")
      device.changeFaces()
      device.authentication.biometryState = Data([3])
      #expect(try await keychain.remove(named()) == 0)
      #expect(try await keychain.find(named()).isEmpty)
    }
  }

  @Test func whatTheProgramRemovedIsAbsent() async throws {
    let device = Device()
    try await device.run { keychain in
      try await keychain.set(password(control: .biometryCurrentSet))
      #expect(try await keychain.remove(named()) == 1)
      device.changeFaces()
      #expect(try await keychain.find(named()).isEmpty)
    }
    #expect(device.keychain.count == 0)
  }

  @Test func itemsThatNeedAPasscodeGoWithIt() async throws {
    let device = Device()
    try await device.run { keychain in
      try await keychain.set(password(accessibility: .whenPasscodeSetThisDeviceOnly))
      device.keychain.hasPasscode = false
      await #expect(throws: KeychainError.invalidated) { try await keychain.find(named()) }
      await #expect(throws: KeychainError.unsupported(.accessibility)) {
        try await keychain.set(password("new", accessibility: .whenPasscodeSetThisDeviceOnly))
      }
    }
  }

  @Test func looseningTakesTheAccessControlAway() async throws {
    let device = Device()
    try await device.run { keychain in
      try await keychain.set(password(control: .userPresence))
      await #expect(throws: KeychainError.denied) { try await keychain.set(password("ana", "two")) }
      try await keychain.set(password("ana", "two"), asking)
      #expect(try await keychain.secret(named()) == "two")
      #expect(try await keychain.find(named()).first?.protection == ItemProtection.none)
    }
    #expect(device.keychain.count == 1)
  }

  @Test func movingToAnotherClassKeepsTheConstraints() async throws {
    let device = Device()
    try await device.run { keychain in
      try await keychain.set(password(control: .userPresence))
      let changes = ItemChanges(accessibility: .afterFirstUnlockThisDeviceOnly)
      #expect(try await keychain.update(named(), changes, access: asking) == 1)
      let item = try #require(try await keychain.find(named()).first)
      #expect(item.accessControl == AccessControl(.afterFirstUnlockThisDeviceOnly, .userPresence))
      await #expect(throws: KeychainError.denied) { try await keychain.secret(named()) }
    }
  }

  @Test func theItemsOwnPasswordIsNeeded() async throws {
    let device = Device()
    try await device.run { keychain in
      let item = password(control: .applicationPassword)
      await #expect(throws: KeychainError.denied) { try await keychain.set(item) }
      let right = ItemAccess(applicationPassword: secretBytes("pw"))
      try await keychain.set(item, right)
      await #expect(throws: KeychainError.denied) { try await keychain.secret(named()) }
      let wrong = ItemAccess(applicationPassword: secretBytes("other"))
      await #expect(throws: KeychainError.denied) { try await keychain.secret(named(), wrong) }
      #expect(try await keychain.secret(named(), right) == "one")
    }
    #expect(device.promptCount == 0)
  }

  @Test(arguments: [
    AccessControl.Constraints([.biometryAny, .devicePasscode, .or, .and]), [.or],
  ])
  func contradictoryConstraintsAreRefused(constraints: AccessControl.Constraints) async {
    await Device().run { keychain in
      await #expect(throws: KeychainError.invalidRequest(.accessControl)) {
        try await keychain.set(password(control: constraints))
      }
    }
  }

  @Test(.timeLimit(.minutes(1))) func cancellingTakesTheDialogueAway() async throws {
    let device = Device()
    device.authentication.letsDialogueStand = true
    try await device.run { keychain in
      try await keychain.set(password(control: .userPresence))
      let reading = Task { try await keychain.secret(named(), asking) }
      await device.authentication.dialogueStands()
      reading.cancel()
      await #expect(throws: KeychainError.cancelled) { try await reading.value }
      device.authentication.letsDialogueStand = false
      #expect(try await keychain.secret(named(), asking) == "one")
    }
  }

  @Test func aCancelledTaskChangesNothing() async {
    let device = Device()
    await device.run { keychain in
      let writing = Task {
        // because it is this task, which is running
        unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
        try await keychain.set(password())
      }
      await #expect(throws: KeychainError.cancelled) { try await writing.value }
    }
    #expect(device.keychain.count == 0)
  }

  @Test func anotherMeansToAskHasToAgreeToo() async throws {
    struct Refusing: Authenticator {
      let kind = AuthenticatorKind.gate
      func authenticate(_ request: AuthenticationRequest) async -> AuthenticationOutcome { .failed }
    }
    let device = Device()
    try await device.run { keychain in
      try await keychain.set(password(control: .userPresence))
      let access = ItemAccess(authenticator: Refusing())
      await #expect(throws: KeychainError.denied) { try await keychain.secret(named(), access) }
      #expect(device.promptCount == 0)
    }
  }
}
