import OmamoriCore
import Testing

@testable import OmamoriDevice
@testable import OmamoriDeviceLinux

/// What needs no service: codes and texts.
@Suite("PAM's codes and texts")
struct PAMConversationTests {
  @Test func onlySuccessAdmits() {
    for code in -1..<Int32(64) {
      for sawLockout in [false, true] {
        let outcome = AuthenticationOutcome(pam: code, sawLockout: sawLockout)
        #expect(outcome.admits == (code == 0))
      }
    }
  }

  @Test func codes() {
    let expected: [(Int32, AuthenticationOutcome)] = [
      (7, .failed), (6, .failed), (11, .lockout),
      (10, .notEnrolled), (12, .passcodeNotSet),
      (9, .notAvailable), (26, .notAvailable), (19, .notAvailable),
    ]
    for (code, outcome) in expected {
      #expect(AuthenticationOutcome(pam: code, sawLockout: false) == outcome)
    }
    #expect(AuthenticationOutcome(pam: 7, sawLockout: true) == .lockout)
  }

  @Test func textsAreFitForATerminal() {
    let text = PAMText.translated("Code\u{1B}[2J\u{202E}\n" + String(repeating: "x", count: 5_000))
    #expect(text.english.hasPrefix("Code [2J  xx"))
    #expect(text.english.count == 1_000)
    #expect(PAMText.translated("Password: ").japanese == "パスワード:")
  }

  @Test func lockoutTexts() {
    #expect(PAMText.tellsOfLockout("The account is locked due to 3 failed logins."))
    #expect(!PAMText.tellsOfLockout("The account is fine."))
    #expect(!PAMText.tellsOfLockout(""))
  }

  @Test func aModuleThatNeverStopsAskingIsCutOff() async {
    let prompt = EndlessPrompt()
    let conversation = PAMConversation(AuthenticationRequest.unlocking.reason, prompt)
    let answered = await BlockingThreads(limit: 1).run {
      (0..<1_000).prefix { _ in conversation.reply(to: "again", isHidden: true) != nil }.count
    } onCancel: {
    }
    #expect(answered == 64)
    #expect(conversation.ending == .notAvailable)
  }
}

/// A person who never tires.
private struct EndlessPrompt: AuthenticationPrompt {
  func reply(to question: AuthenticationQuestion) async -> AuthenticationReply { .typed("x") }
  func show(_ notice: AuthenticationNotice) async {}
}
