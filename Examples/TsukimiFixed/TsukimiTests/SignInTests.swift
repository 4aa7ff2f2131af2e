import CryptoKit
import XCTest

@testable import Tsukimi

final class SignInTests: XCTestCase {
  private let accessToken = "test-token-4f9a1c7720"

  func testClaimsNeedThreeSegments() {
    let keys = KeySet(keys: [])
    XCTAssertThrowsError(try VerifiedClaims("only.two", keys: keys, nonce: nil, now: .now))
    XCTAssertThrowsError(try VerifiedClaims(accessToken, keys: keys, nonce: nil, now: .now))
  }

  func testLinksOfOtherHostsAreRefused() throws {
    let foreign = try XCTUnwrap(URL(string: "https://www.tsukimi.example.evil.example/party/abc"))
    XCTAssertNil(DeepLink(foreign))
    let climbing = try XCTUnwrap(URL(string: "https://www.tsukimi.example/party/%2e%2e"))
    XCTAssertNil(DeepLink(climbing))
    let own = try XCTUnwrap(URL(string: "https://www.tsukimi.example/party/abc-15"))
    XCTAssertEqual(DeepLink(own), .party(id: "abc-15"))
  }
}
