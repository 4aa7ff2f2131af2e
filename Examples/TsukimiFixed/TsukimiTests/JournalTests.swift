import CryptoKit
import XCTest

@testable import Tsukimi

final class JournalTests: XCTestCase {
  private let cipher = JournalCipher(key: SymmetricKey(size: .bits256))

  func testSealedEntryOpensOnlyAsItself() throws {
    let sealed = try cipher.seal(Data("十五夜".utf8), record: "season:秋")
    XCTAssertEqual(try cipher.open(sealed, record: "season:秋"), Data("十五夜".utf8))
    XCTAssertThrowsError(try cipher.open(sealed, record: "season:冬"))
  }

  func testNamesCannotLeaveTheirFolder() {
    for name in ["../secret", "a/b", "..", ".hidden", ""] { XCTAssertNil(DocumentName(name)) }
    XCTAssertEqual(DocumentName("receipt-2024.dat")?.text, "receipt-2024.dat")
  }

  func testMarkupIsShownAsText() {
    XCTAssertEqual(JournalPage.escaped("<b>'&'</b>"), "&lt;b&gt;&#39;&amp;&#39;&lt;/b&gt;")
  }
}
