import LocalAuthentication
import OmamoriApple
import OmamoriAuth
import OmamoriCore
import OmamoriKeychain
import OmamoriKeychainFile
import Security
import Testing

/// Biometric login over the keychain of an Apple system, which asks the person by itself.
@Suite struct AppleBiometricLoginTests {
  private func login(_ keychain: AppleKeychain) throws -> BiometricLogin {
    try BiometricLogin(keychain: keychain, service: "mail", authenticator: BiometricAuthenticator())
  }

  private func token(_ text: String) -> SecretText { SecretText(copying: text) }

  /// What is left of a login, besides the note of the keychain that the system took an item away.
  private func copies(_ keychain: AppleKeychain) async throws -> Int {
    let keys = try await keychain.find(ItemQuery(.key, limit: .all)).count
    return try await keychain.find(ItemQuery(.genericPassword, [.service: .text("mail")], limit: .all)).count
      + keys
  }

  @Test func aTokenIsStoredExchangedAndRemoved() async throws {
    let device = Device(answers: [nil, nil])
    try await device.run { keychain in
      let login = try login(keychain)
      try await login.enable(token("one"))
      #expect(device.promptCount == 1)
      for number in 0..<5 { await login.refreshTokenChanged(to: token("rotated \(number)")) }
      #expect(device.promptCount == 1)
      #expect(try await login.authenticate() == token("rotated 4"))
      #expect(device.promptCount == 2)
      try await login.disable()
    }
    #expect(device.keychain.count == 0)
  }

  @Test(arguments: [true, false])
  func anotherFaceEndsTheLogin(lazily: Bool) async throws {
    let device = Device(answers: [nil, nil, nil])
    try await device.run { keychain in
      let login = try login(keychain)
      try await login.enable(token("one"))
      device.changeFaces(lazily: lazily)
      await #expect(throws: AuthError.person(.invalidated)) { try await login.authenticate() }
      #expect(await login.state.phase == .invalidated)
      #expect(try await copies(keychain) == 0)
      try await login.enable(token("two"))
      #expect(try await login.authenticate() == token("two"))
    }
  }

  @Test func anotherFaceIsNoticedWhenATokenIsExchanged() async throws {
    let device = Device(answers: [nil])
    try await device.run { keychain in
      let login = try login(keychain)
      try await login.enable(token("one"))
      device.changeFaces()
      await login.refreshTokenChanged(to: token("two"))
      #expect(await login.state.phase == .invalidated)
      #expect(try await copies(keychain) == 0)
    }
  }

  @Test(arguments: [
    (LAError.Code.userCancel, AuthenticationOutcome.cancelled), (.authenticationFailed, .failed),
  ])
  func aRefusalKeepsTheLogin(code: LAError.Code, outcome: AuthenticationOutcome) async throws {
    let device = Device(answers: [nil, code, nil])
    try await device.run { keychain in
      let login = try login(keychain)
      try await login.enable(token("one"))
      await #expect(throws: AuthError.person(outcome)) { try await login.authenticate() }
      #expect(try await login.authenticate() == token("one"))
    }
  }

  @Test func withoutAPasscodeThereIsNoLogin() async throws {
    let device = Device(hasPasscode: false)
    await device.run { keychain in
      await #expect(throws: AuthError.self) { try await login(keychain).enable(token("one")) }
    }
    #expect(device.keychain.count == 0)
  }
}
