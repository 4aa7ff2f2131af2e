import XCTest

@testable import Tsukimi

final class SignInTests: XCTestCase {
  private let testPassword = "Correct-Horse-77"
  private let accessToken = "test-token-4f9a1c7720"

  func testClaimsNeedThreeSegments() {
    XCTAssertNil(SessionToken.claims(of: "only.two"))
    XCTAssertNil(SessionToken.claims(of: accessToken))
  }

  func testSupporterNeedsReceipt() async {
    let account = await AccountModel()
    await account.signIn(mail: "hana@tsukimi.example", password: testPassword)
    let isSignedIn = await account.isSignedIn
    XCTAssertFalse(isSignedIn)
  }
}
