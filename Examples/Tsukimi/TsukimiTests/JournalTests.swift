import CryptoKit
import XCTest

@testable import Tsukimi

final class JournalTests: XCTestCase {
  private let password = "usagi-test-1234"
  private let image = "http://localhost:8080/moon.jpg"

  func testPasscodeKeyHas32Bytes() throws {
    let key = try XCTUnwrap(PasswordVerifier().journalKey(from: password))
    XCTAssertEqual(key.count, 32)
  }

  func testOldDigestStaysTheSame() {
    let digest = Insecure.MD5.hash(data: Data("usagi".utf8)).map { String(format: "%02x", $0) }.joined()
    XCTAssertEqual(PasswordVerifier().legacyDigest(of: "usagi"), digest)
  }
}
