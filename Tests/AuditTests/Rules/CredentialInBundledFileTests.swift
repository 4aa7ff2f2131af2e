import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct CredentialInBundledFileTests {
  @Test(arguments: [
    ("settings.json", #"{"a": 1, ⟦"databasePassword": "Otorisama2019!"⟧, "passwordHint": "x1y2z3w4"}"#),
    (
      "users.json",
      #"[{"user": "mika", ⟦"password": "Momiji-2024"⟧}, {"user": "hana", ⟦"password": "Sakura-1998"⟧}]"#
    ),
    ("config.yaml", "server:\n  host: a.example\n  ⟦api_key: q8Zt4LmN0vRx7Bd2⟧\n"),
    ("Release.xcconfig", "⟦API_SECRET = q8Zt4LmN0vRx7Bd2⟧ // do not tell\n"),
    (".env", "DEBUG=1\n⟦SIGNING_KEY='q8Zt4LmN0vRx7Bd2'⟧\n"),
    ("users.csv", "name,password\nmika,⟦Momiji-2024⟧\nhana,⟦Sakura-1998⟧\n"),
    ("App/locale/server.ini", "⟦api_key=q8Zt4LmN0vRx7Bd2⟧\n"),
    ("App/server.ini", "⟦Password=\"Heslo2024\"⟧\n"),
    ("staff.strings", "⟦\"pin\" = \"4711\"⟧;\n"),
    ("settings.json", #"{"stock": "postgres://till:⟦Kumade2019⟧@db.kumade.example:5432/stock"}"#),
  ])
  func speaks(_ path: String, _ text: String) { expect(CredentialInBundledFile.self, in: text, path: path) }

  @Test(arguments: [
    (
      "settings.json",
      #"{"password": "$(PASSWORD)", "api_key": "", "token": "<token>", "secret": "changeme"}"#
    ),
    ("settings.json", #"{"tokenType": "bearer", "passwordMinLength": 12, "apiKeyName": "X-Api-Key-1234"}"#),
    ("Localizable.strings", "\"password\" = \"Password\";\n\"login.password\" = \"パスワード8文字以上\";\n"),
    ("ci.yaml", "api_key: ${{ secrets.API_KEY }}\ntoken: !ref q8Zt4LmN0vRx7Bd2\n"),
    ("Release.xcconfig", "API_KEY = $(inherited)\nSECRET_URL = https://a.example/q8Zt4LmN0vRx7Bd2\n"),
    (".env.example", "API_KEY=q8Zt4LmN0vRx7Bd2\n"),
    ("notes.md", "password: Momiji-2024\n"),
    ("Resources/Mocks/access.json", #"{"access_token": "q8Zt4LmN0vRx7Bd2"}"#),
    ("Resources/access.json", #"{"access_token": "015b7f3a-91c2-4e0d-8a77-d1f2c3b4a596"}"#),
    ("users.csv", "name,password\nmika,\n"),
    ("ui/locale/cs-CZ.ini", "Stream.Custom.Password=\"Heslo\"\n"),
    ("App/l10n/ca.json", #"{"login.password": "Contrasenya"}"#),
  ])
  func isSilent(_ path: String, _ text: String) { expect(CredentialInBundledFile.self, in: text, path: path) }

  @Test func readsPropertyLists() throws {
    try expectInPlist(
      CredentialInBundledFile.self,
      in: "<key>shop</key><string>浅草</string>⟦<key>password</key><string>Hanaichi-77</string>⟧"
        + "<key>inner</key><array><dict>⟦<key>apiKey</key><string>q8Zt4LmN0vRx7Bd2</string>⟧</dict></array>",
      path: "staff.plist", kind: .propertyList)
    try expectInPlist(
      CredentialInBundledFile.self,
      in:
        "<key>API_KEY</key><string>$(API_KEY)</string><key>CLIENT_ID</key><string>123-q8Zt4LmN0vRx</string>",
      path: "Info.plist")
  }

  @Test func theValueIsMasked() throws {
    let text = TextSource(path: "a.json", bytes: Array(#"{"password": "Momiji-2024kaede"}"#.utf8))
    var report = FileReport(text)
    CredentialInBundledFile().check(text, &report)
    let finding = try #require(report.maskedFindings.first)
    #expect(finding.snippet == #"{"password": "Momi…"}"#)
  }
}
