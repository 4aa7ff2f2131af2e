import OmamoriCore
import Testing

@testable import OmamoriKeychain
@testable import OmamoriKeychainFile

@Suite struct SecItemOutcomeTests {
  @Test(arguments: [
    (Int32(0), SecItemOutcome.done), (-25_300, .notFound), (-25_299, .duplicate),
    (-25_308, .interactionNotAllowed), (-25_320, .interactionNotAllowed), (-25_293, .refused),
    (-128, .failed(.cancelled)), (-34_018, .failed(.accessGroupDenied)),
    (-25_291, .failed(.unavailable(.appleKeychain))), (-26_275, .failed(.corrupt(.item))),
    (-34, .failed(.diskFull)), (-25_292, .failed(.readOnly)), (-50, .failed(.status(-50))),
  ])
  func statusesHaveAMeaning(status: Int32, expected: SecItemOutcome) {
    #expect(SecItemOutcome(status: status) == expected)
  }

  @Test func lockedAndRefusedShareAStatus() {
    #expect(SecItemOutcome.interactionNotAllowed.error(isUnlocked: true) == .denied)
    #expect(SecItemOutcome.interactionNotAllowed.error(isUnlocked: false) == .locked)
    #expect(SecItemOutcome.done.error(isUnlocked: true) == nil)
  }

  @Test func onlyASuccessAdmits() {
    for code in -1100...20 {
      let outcome = AuthenticationOutcome(localAuthenticationCode: code)
      #expect(!outcome.admits)
      #expect(outcome.keychainError != nil)
    }
    #expect(AuthenticationOutcome.success.keychainError == nil)
  }
}
