import OmamoriCore
import OmamoriKeychain
import OmamoriKeychainFile
import Testing

/// Answers as a person would.
private final class ScriptedPerson: Authenticator {
  let kind = AuthenticatorKind.gate
  let asked = Protected<[AuthenticationRequest.Policy]>([])
  private let outcome: AuthenticationOutcome

  init(_ outcome: AuthenticationOutcome) { self.outcome = outcome }

  func authenticate(_ request: AuthenticationRequest) async -> AuthenticationOutcome {
    asked.withLock { $0.append(request.policy) }
    return outcome
  }
}

@Suite struct MemoryAccessTests {
  let memory = MemoryKeychain()
  private let query = ItemQuery(.genericPassword, [.account: .text("a")])

  private func secret(_ text: String) -> SharedSecretBytes {
    SharedSecretBytes(SecretBytes(copying: Array(text.utf8)))
  }

  private func store(_ constraints: AccessControl.Constraints) async throws {
    let item = NewItem(
      .genericPassword, [.account: .text("a")], secret: secret("x"),
      accessControl: AccessControl(.whenUnlocked, constraints))
    _ = try await memory.put(item, if: .always, access: .none)
  }

  private func read(_ access: ItemAccess) async throws -> Bool {
    try await memory.find(query, withSecrets: true, access: access).first?.secret == secret("x")
  }

  @Test func biometryIsAskedForOnce() async throws {
    await #expect(throws: KeychainError.unsupported(.accessControl)) { try await store(.biometryAny) }
    memory.changeEnrolment()
    try await store(.biometryAny)
    let person = ScriptedPerson(.success)
    #expect(try await read(ItemAccess(authenticator: person)))
    #expect(person.asked.current == [.biometrics])
    await #expect(throws: KeychainError.denied) { _ = try await read(.none) }
  }

  @Test(arguments: [
    (AuthenticationOutcome.failed, KeychainError.denied), (.cancelled, .cancelled),
    (.systemCancelled, .cancelled), (.lockout, .lockedOut(seconds: nil)), (.invalidated, .invalidated),
    (.notAvailable, .denied), (.notEnrolled, .denied), (.fallback, .denied), (.passcodeNotSet, .denied),
  ])
  func everyOtherOutcomeRefuses(_ outcome: AuthenticationOutcome, _ error: KeychainError) async throws {
    memory.changeEnrolment()
    try await store(.userPresence)
    await #expect(throws: error) { _ = try await read(ItemAccess(authenticator: ScriptedPerson(outcome))) }
  }

  @Test func otherFingersInvalidate() async throws {
    memory.changeEnrolment()
    memory.setPasscode(secret("1234"))
    try await store(.biometryCurrentSet)
    let access = ItemAccess(authenticator: ScriptedPerson(.success))
    #expect(try await read(access))
    memory.changeEnrolment()
    await #expect(throws: KeychainError.invalidated) { _ = try await read(access) }
    try await store([.biometryCurrentSet, .or, .devicePasscode])
    memory.changeEnrolment()
    #expect(try await read(ItemAccess(passphrase: secret("1234"))))
    await #expect(throws: KeychainError.wrongCredential) {
      _ = try await read(ItemAccess(passphrase: secret("4321")))
    }
  }

  @Test func andNeedsBoth() async throws {
    memory.changeEnrolment()
    memory.setPasscode(secret("1234"))
    try await store([.biometryAny, .and, .devicePasscode])
    let person = ScriptedPerson(.success)
    await #expect(throws: KeychainError.denied) { _ = try await read(ItemAccess(authenticator: person)) }
    await #expect(throws: KeychainError.denied) { _ = try await read(ItemAccess(passphrase: secret("1234"))) }
    #expect(try await read(ItemAccess(authenticator: person, passphrase: secret("1234"))))
  }

  @Test func orIsMetByThePasscodeWithoutAsking() async throws {
    memory.changeEnrolment()
    memory.setPasscode(secret("1234"))
    try await store([.biometryAny, .or, .devicePasscode])
    let person = ScriptedPerson(.failed)
    #expect(try await read(ItemAccess(authenticator: person, passphrase: secret("1234"))))
    #expect(person.asked.current.isEmpty)
  }

  @Test func nothingIsPrintedOfASecret() async throws {
    let item = try await memory.add(
      NewItem(.genericPassword, [.account: .text("a")], secret: secret("s3cr3t-Marker")))
    let found = try await memory.find(query, withSecrets: true)
    var text = "\(item)\(found)"
    dump(found, to: &text)
    #expect(!text.contains("s3cr3t"))
    #expect(found.count == 1)
  }
}
