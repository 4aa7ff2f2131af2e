import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct SecretInCommentTests {
  @Test(arguments: [
    "// review account, password: ⟦Momiji-2024kaede⟧\nlet x = 1",
    "let x = 1  // let apiKey = \"⟦wx9f27c41b7d3e8820a6⟧\"",
    "/// PIN: ⟦4917⟧ until the release\nlet x = 1", "// 暗証番号: ⟦k4ede-9917⟧\nlet x = 1",
    "//password=⟦hoshi77-kage⟧, user=moon\nlet x = \"a\"",
  ])
  func speaks(_ source: String) { expect(SecretInComment.self, in: source, severity: .low) }

  @Test(arguments: [
    "// The password: at least 8 characters\nlet x = 1", "// token: the access token of the user\nlet x = 1",
    "// let token = parser.next()\nlet x = 1", "// apiKey = \"YOUR_API_KEY\"\nlet x = 1",
    "/// - Parameter password: password of 8...64 characters\nlet x = 1",
    "let x = \"// password: hunter22x\"",
    "// see https://example.com/?token=abc for details\nlet x = 1", "// keyboard: qwerty12345\nlet x = 1",
    "// PIN: 3\nlet x = 1",
  ])
  func isSilent(_ source: String) { expect(SecretInComment.self, in: source) }
}
