import XCTest

@testable import Kumade

final class SessionTests: XCTestCase {
    let password = "correct horse battery"

    func testSignIn() {
        let done = expectation(description: "answer")
        Session.current.signIn(member: "1001", password: "Testing-1234") { _ in done.fulfill() }
        wait(for: [done], timeout: 5)
    }
}
