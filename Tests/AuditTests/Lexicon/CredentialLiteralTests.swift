import Testing

@testable import AuditEngine
@testable import AuditRules

/// What a constant under a secret name is.
@Suite struct CredentialLiteralTests {
  @Test(arguments: [
    ("apiKey", "wx9f27c41b7d3e8820a6"), ("password", "hunter22"), ("password", "Momiji-2024!kaede"),
    ("pin", "4917"),
    ("passcode", "000000"), ("uploadSecret", "u7Rk2-pQ9x-Lw41"), ("accessToken", "kQvTZpLmXcWbRdYsFgHjNn"),
    ("secret", "cs_Zq81vTn04RbeW7yK"),
  ])
  func isStrong(_ name: String, _ value: String) {
    #expect(CredentialLiteral(value, name: name)?.strength == .strong)
  }

  @Test(arguments: [("password", "swordfish"), ("adminPassword", "letmein"), ("token", "842517")])
  func isPlausible(_ name: String, _ value: String) {
    #expect(CredentialLiteral(value, name: name)?.strength == .plausible)
  }

  @Test(arguments: [
    ("sessionToken", "session_token"), ("apiKey", "apiKey"), ("apiKey", "API_KEY"), ("token", "access_token"),
    ("token", "X-Auth-Token"), ("password", ""), ("password", "    "), ("password", "Enter your password"),
    ("password", "パスワード"), ("apiKey", "YOUR_API_KEY"), ("apiKey", "<#key#>"), ("apiKey", "$(API_KEY)"),
    ("apiKey", "%@"), ("secret", "changeme"), ("secret", "xxxxxxxxxxxx"), ("password", "********"),
    ("token", "com.example.app.token"), ("secret", "lock.shield.fill"),
    ("token", "https://id.example/token2"),
    ("token", "application/jwt"), ("passwordRule", "^[A-Z0-9]+$"), ("password", "\\d{4,8}"), ("pin", "123"),
    ("apiKey", "pk_live_51H8a9sKd02"), ("secret", "/etc/app/secret42"), ("token", "Bearer"),
    ("bearer", "Bearer "),
    ("password", "auth.error.password"), ("apiKey", "{\"key\":\"1\"}"), ("password", "Wrong password."),
  ])
  func isNone(_ name: String, _ value: String) { #expect(CredentialLiteral(value, name: name) == nil) }
}
