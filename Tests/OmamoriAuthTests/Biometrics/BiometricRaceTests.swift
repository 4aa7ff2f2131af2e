import OmamoriAuth
@_spi(Testing) import OmamoriCore
import OmamoriCrypto
import OmamoriKeychain
import OmamoriKeychainFile
import Testing

/// A person during whose answer something happens.
private final class Interrupted: Authenticator {
  let kind = AuthenticatorKind.gate
  let enrolment = Data("two fingers".utf8)
  let event = Protected<(@Sendable () async -> Void)?>(nil)

  func authenticate(_ request: AuthenticationRequest) async -> AuthenticationOutcome {
    let event = event.withLock { event in
      defer { event = nil }
      return event
    }
    await event?()
    return .success
  }
  func enrolmentState() async -> Data? { enrolment }
}

@Suite("Biometric login: what comes between", .timeLimit(.minutes(1)))
struct BiometricRaceTests {
  private func token(_ text: String) -> SecretText { SecretText(copying: text) }

  /// Runs a call while a password is being stored by another, which then goes on.
  private func during(
    _ keychain: HeldKeychain, _ first: @escaping @Sendable () async throws -> Void,
    _ second: @escaping @Sendable () async throws -> Void
  ) async throws {
    keychain.hold()
    let done = Protected(false)
    async let one: Void = first()
    while !keychain.isHeld { try await Task.sleep(for: .milliseconds(2)) }
    async let two: Void = { @Sendable in
      try await second()
      done.withLock { $0 = true }
    }()
    // Long enough for a call that waits for nobody.
    for _ in 0..<50 where !done.current { try await Task.sleep(for: .milliseconds(10)) }
    keychain.release()
    try await one
    try await two
  }

  @Test("A token that is sealed while the login is disabled is not left behind")
  func disabledDuringRotation() async throws {
    let desk = try await BiometricDesk([.success])
    let keychain = HeldKeychain(desk.file)
    let login = try desk.login(over: keychain)
    try await login.enable(token("one"))
    try await during(keychain, { await login.reseal(token("two")) }) { try await login.disable() }
    #expect(try await desk.itemCount() == 0)
    #expect(await login.state.phase == .disabled)
  }

  @Test("A token that is exchanged while the login is enabled is not the one that is kept")
  func rotatedDuringEnabling() async throws {
    let desk = try await BiometricDesk([.success, .success])
    let keychain = HeldKeychain(desk.file)
    let login = try desk.login(over: keychain)
    try await during(keychain, { try await login.enable(token("one")) }) {
      await login.refreshTokenChanged(to: token("two"))
    }
    #expect(try await login.authenticate() == token("two"))
  }

  @Test("A session that ends while the person is asked leaves no login")
  func endedDuringEnabling() async throws {
    let desk = try await BiometricDesk([])
    let person = Interrupted()
    let login = try BiometricLogin(keychain: desk.file, service: "mail", authenticator: person)
    person.event.withLock { $0 = { await login.sessionEnded() } }
    await #expect(throws: AuthError.self) { try await login.enable(token("one")) }
    #expect(try await desk.itemCount() == 0)
    #expect(await login.state.phase == .disabled)
    #expect(await login.state.operation == nil)
  }

  /// What a program does first when it starts again.
  private enum FirstCall: CaseIterable {
    case load, authenticate, reseal
  }

  @Test("A program that is killed while the person is asked has no login", arguments: FirstCall.allCases)
  private func killedDuringEnabling(first: FirstCall) async throws {
    let desk = try await BiometricDesk([.success])
    let person = Interrupted()
    let killed = try BiometricLogin(keychain: desk.file, service: "mail", authenticator: person)
    try await killed.enable(token("zero"))
    person.event.withLock {
      $0 = {
        await #expect(throws: Never.self) {
          #expect(try await desk.itemCount() > 0)
          let started = try desk.login()
          switch first {
          case .load: #expect(try await started.load().phase == .disabled)
          case .authenticate:
            await #expect(throws: AuthError.session(.notLoggedIn)) { try await started.authenticate() }
          case .reseal: #expect(await started.reseal(token("two")) == false)
          }
          #expect(desk.person.requests.isEmpty)
          #expect(try await desk.itemCount() == 0)
        }
      }
    }
    await #expect(throws: AuthError.self) { try await killed.enable(token("one")) }
    #expect(try await desk.itemCount() == 0)
    let login = try desk.login()
    try await login.enable(token("three"))
    #expect(try await desk.login().load().isEnabled)
  }

  @Test("A second question at once is not blamed on another process alone")
  func twoAtOnce() async throws {
    let desk = try await BiometricDesk([])
    let person = Interrupted()
    let login = try BiometricLogin(keychain: desk.file, service: "mail", authenticator: person)
    try await login.enable(token("one"))
    person.event.withLock {
      $0 = {
        do throws(AuthError) {
          _ = try await login.authenticate()
          Issue.record("The person was asked twice")
        } catch {
          #expect(error == .session(.busy))
          #expect(error.explanation.english.contains("Another call"))
          #expect(!error.explanation.english.contains("too long"))
        }
      }
    }
    #expect(try await login.authenticate() == token("one"))
  }

  @Test("A token that changes while the person is asked is not shown to the server again")
  func rotatedDuringLogin() async throws {
    let desk = try await BiometricDesk([])
    let person = Interrupted()
    let login = try BiometricLogin(keychain: desk.file, service: "mail", authenticator: person)
    try await login.enable(token("one"))
    person.event.withLock { $0 = { await login.refreshTokenChanged(to: token("two")) } }
    await #expect(throws: AuthError.session(.conflict)) { try await login.authenticate() }
    #expect(try await login.authenticate() == token("two"))
  }

  @Test("A token that is exchanged while the device is locked is sealed all the same")
  func rotatedWhileLocked() async throws {
    let desk = try await BiometricDesk([.success, .success])
    let login = try desk.login()
    try await login.enable(token("one"))
    await desk.file.lock()
    #expect(await login.reseal(token("two")))
    try await desk.file.unlock(with: .passphrase(Password("correct horse")))
    #expect(try await login.authenticate() == token("two"))
  }

  @Test("What could not be removed is removed before it could be used", arguments: [true, false])
  func removedLater(isEnded: Bool) async throws {
    let desk = try await BiometricDesk([.success, .success, .success])
    let keychain = HeldKeychain(desk.file)
    let login = try desk.login(over: keychain)
    try await login.enable(token("one"))
    keychain.fail(.locked)
    if isEnded { await login.sessionEnded() } else { #expect(await login.reseal(token("two")) == false) }
    keychain.fail(nil)
    #expect(try await desk.itemCount() > 0)
    await #expect(throws: AuthError.session(.notLoggedIn)) { try await login.authenticate() }
    #expect(try await login.load().phase == .disabled)
    #expect(try await desk.itemCount() == 0)
    try await login.enable(token("three"))
    #expect(try await login.authenticate() == token("three"))
  }
}
