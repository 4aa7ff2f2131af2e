import OmamoriAuth
@_spi(Testing) import OmamoriCore
import OmamoriCrypto
import OmamoriKeychain
import OmamoriKeychainFile
import Testing

private func token(_ text: String) -> SecretText { SecretText(copying: text) }

@Suite("Biometric login")
struct BiometricLoginTests {
  @Test("Enabling reads back, and logging in gives the token for the person's answer only")
  func enabling() async throws {
    let desk = try await BiometricDesk([.success, .success, .failed, .success])
    let login = try desk.login()
    #expect(try await login.load().phase == .disabled)
    await #expect(throws: AuthError.session(.notLoggedIn)) { try await login.authenticate() }
    try await login.enable(token("one"))
    #expect(desk.person.requests.count == 1)
    #expect(await login.state.isEnabled)
    #expect(try await login.authenticate() == token("one"))
    await #expect(throws: AuthError.person(.failed)) { try await login.authenticate() }
    #expect(await login.state.problem == .notRecognised)
    // Another program of the person finds the login too.
    #expect(try await desk.login().authenticate() == token("one"))
  }

  @Test("A new token is sealed without a question, and the old one is gone")
  func rotation() async throws {
    let desk = try await BiometricDesk([.success, .success])
    let login = try desk.login()
    #expect(await login.reseal(token("zero")) == false)
    #expect(try await desk.itemCount() == 0)
    try await login.enable(token("one"))
    let asked = desk.person.requests.count
    for number in 0..<20 { await login.refreshTokenChanged(to: token("rotated \(number)")) }
    #expect(desk.person.requests.count == asked)
    #expect(try await login.authenticate() == token("rotated 19"))
  }

  @Test("Disabling leaves nothing, and so does the end of the session", arguments: [true, false])
  func disabling(isByHand: Bool) async throws {
    let desk = try await BiometricDesk([.success])
    let login = try desk.login()
    try await login.enable(token("one"))
    #expect(try await desk.itemCount() > 0)
    if isByHand { try await login.disable() } else { await login.sessionEnded() }
    #expect(try await desk.itemCount() == 0)
    #expect(await login.state.phase == .disabled)
    await #expect(throws: AuthError.session(.notLoggedIn)) { try await login.authenticate() }
    #expect(await login.reseal(token("two")) == false)
    #expect(try await desk.itemCount() == 0)
  }

  @Test("Another finger ends the login, which has to be enabled again")
  func otherFinger() async throws {
    let desk = try await BiometricDesk([.success, .success, .success])
    let login = try desk.login()
    try await login.enable(token("one"))
    desk.person.enrol(Data("three fingers".utf8))
    await #expect(throws: AuthError.person(.invalidated)) { try await login.authenticate() }
    #expect(await login.state.phase == .invalidated)
    #expect(await login.state.problem == .biometricsChanged)
    #expect(try await desk.itemCount() == 0)
    #expect(desk.events.events.map(\.name) == ["authentication.biometric.ended"])
    await #expect(throws: AuthError.person(.invalidated)) { try await login.authenticate() }
    try await login.enable(token("two"))
    #expect(try await login.authenticate() == token("two"))
  }

  @Test(
    "Every way in which asking can end is told apart, and admits nobody",
    arguments: AuthenticationOutcome.allCases)
  func outcomes(outcome: AuthenticationOutcome) async throws {
    let desk = try await BiometricDesk([.success, outcome])
    let login = try desk.login()
    try await login.enable(token("one"))
    guard outcome != .success else {
      #expect(try await login.authenticate() == token("one"))
      return
    }
    await #expect(throws: AuthError.person(outcome)) { try await login.authenticate() }
    let problem = try #require(BiometricLoginProblem(outcome))
    #expect(await login.state.problem == problem)
    #expect(await login.state.operation == nil)
    #expect(await login.state.isEnabled == (outcome != .invalidated))
  }

  @Test("A person who does not answer while enabling leaves nothing stored")
  func enablingFails() async throws {
    let desk = try await BiometricDesk([.cancelled])
    let login = try desk.login()
    await #expect(throws: AuthError.person(.cancelled)) { try await login.enable(token("one")) }
    #expect(try await desk.itemCount() == 0)
    #expect(await login.state.phase == .disabled)
    let nobody = try await BiometricDesk([], enrolment: nil)
    await #expect(throws: AuthError.self) { try await nobody.login().enable(token("one")) }
    #expect(try await nobody.itemCount() == 0)
  }

  @Test("Services do not share a login, and a sealed token of one is none of another")
  func services() async throws {
    let desk = try await BiometricDesk([.success, .success, .success])
    let (mail, bank) = (try desk.login("mail"), try desk.login("bank"))
    try await mail.enable(token("mail"))
    try await bank.enable(token("bank"))
    try await mail.disable()
    #expect(try await bank.authenticate() == token("bank"))
    for name in ["", String(repeating: "a", count: 129)] {
      #expect(throws: AuthError.configuration(.parameter)) { try desk.login(name) }
    }
    await #expect(throws: AuthError.self) { try await mail.enable(token("")) }
  }

  @Test("An empty token is refused as empty, and the login stays")
  func emptyToken() async throws {
    let desk = try await BiometricDesk([.success, .success])
    let login = try desk.login()
    try await login.enable(token("one"))
    do throws(AuthError) {
      try await login.enable(token(""))
      Issue.record("An empty token was stored")
    } catch {
      #expect(error == .cryptography(.outOfRange(lower: 1, upper: 64 << 10)))
      #expect(!error.description.contains("longer"))
    }
    #expect(try await login.authenticate() == token("one"))
    let long = token(String(repeating: "a", count: (64 << 10) + 1))
    await #expect(throws: AuthError.keychain(.tooLarge(limit: 64 << 10))) { try await login.enable(long) }
  }

  @Test("A locked keychain refuses and loses nothing, but an old token is not left behind")
  func locked() async throws {
    let desk = try await BiometricDesk([.success, .success])
    let login = try desk.login()
    try await login.enable(token("one"))
    await desk.file.lock()
    await #expect(throws: AuthError.keychain(.locked)) { try await login.authenticate() }
    #expect(await login.state.problem == .deviceLocked)
    #expect(await login.state.isEnabled)
    try await desk.file.unlock(with: .passphrase(Password("correct horse")))
    #expect(try await login.authenticate() == token("one"))
  }

  @Test("A screen sees every change")
  func states() async throws {
    let desk = try await BiometricDesk([.success])
    let login = try desk.login()
    var states = await login.states.makeAsyncIterator()
    #expect(await states.next()?.phase == .unknown)
    try await login.load()
    #expect(await states.next()?.phase == .disabled)
    try await login.enable(token("one"))
    #expect(await states.next()?.isEnabled == true)
  }
}
