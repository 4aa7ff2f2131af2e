import LocalAuthentication
import OmamoriApple
import OmamoriCore
import Testing

@Suite struct BiometricAuthenticatorTests {
  private func ask(
    _ device: FakeAuthentication, _ policy: AuthenticationRequest.Policy = .biometrics,
    reason: LocalizedText = "r"
  ) async -> AuthenticationOutcome {
    await FakeAuthentication.$current.withValue(device) {
      await BiometricAuthenticator().authenticate(AuthenticationRequest(reason: reason, policy: policy))
    }
  }

  @Test(arguments: [
    (nil, AuthenticationOutcome.success), (LAError.Code.authenticationFailed, .failed),
    (.userCancel, .cancelled),
    (.userFallback, .fallback), (.systemCancel, .systemCancelled), (.appCancel, .systemCancelled),
    (.biometryLockout, .lockout), (.biometryNotEnrolled, .notEnrolled), (.passcodeNotSet, .passcodeNotSet),
    (.biometryNotAvailable, .notAvailable), (.notInteractive, .notAvailable),
    (.invalidContext, .systemCancelled), (.companionNotAvailable, .notAvailable),
    (.biometryNotPaired, .notAvailable), (.biometryDisconnected, .notAvailable),
    (.invalidDimensions, .notAvailable),
  ])
  func everyEndHasItsOutcome(answer: LAError.Code?, expected: AuthenticationOutcome) async {
    #expect(await ask(FakeAuthentication(answers: [answer])) == expected)
  }

  @Test func thePasscodeHelpsWhereItIsAllowed() async {
    let device = FakeAuthentication(biometryObstacle: .biometryLockout)
    #expect(await ask(device, .biometrics) == .lockout)
    #expect(await ask(device, .biometricsOrPasscode) == .success)
    #expect(await ask(FakeAuthentication(hasPasscode: false), .biometricsOrPasscode) == .passcodeNotSet)
  }

  @Test func buttonsHaveTheTitlesOfTheLanguage() async throws {
    let device = FakeAuthentication()
    let cancel = LocalizedText("Not now", ja: "今はしない")
    let fallback = LocalizedText("Use password", ja: "パスワードを使用")
    for language in [Language.en, .ja] {
      let authenticator = BiometricAuthenticator(
        language: language, cancelTitle: cancel, fallbackTitle: fallback)
      await FakeAuthentication.$current.withValue(device) {
        _ = await authenticator.authenticate(AuthenticationRequest(reason: "r", policy: .biometrics))
      }
    }
    #expect(device.buttons.map(\.cancel) == ["Not now", "今はしない"])
    #expect(device.buttons.map(\.fallback) == ["Use password", "パスワードを使用"])
  }

  @Test func noButtonLeadsToAPasscodeThatIsNotAllowed() async {
    let device = FakeAuthentication()
    _ = await ask(device, .biometrics)
    _ = await ask(device, .biometricsOrPasscode)
    #expect(device.buttons.map(\.fallback) == ["", nil])
  }

  @Test func everyRequestAsksAnew() async {
    let device = FakeAuthentication()
    for _ in 0..<3 { #expect(await ask(device) == .success) }
    #expect(device.promptCount == 3)
  }

  @Test func anEmptyReasonAsksNobody() async {
    let device = FakeAuthentication()
    #expect(await ask(device, reason: "") == .notAvailable)
    #expect(device.promptCount == 0)
  }

  @Test(.timeLimit(.minutes(1))) func cancellingEndsTheDialogue() async {
    let device = FakeAuthentication()
    device.letsDialogueStand = true
    let asking = Task { await ask(device) }
    await device.dialogueStands()
    asking.cancel()
    #expect(await asking.value == .systemCancelled)
  }
}
