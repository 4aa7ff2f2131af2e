import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct HardcodedCredentialTests {
  @Test(arguments: [
    #"private let reviewerPassword = ⟦"Momiji-2024!kaede"⟧"#,
    #"struct Settings { static let weatherApiKey = ⟦"wx9f27c41b7d3e8820a6"⟧ }"#,
    #"var secret: String { ProcessInfo.processInfo.environment["SECRET"] ?? ⟦"u7Rk2-pQ9x-Lw41"⟧ }"#,
    #"let apiKey = isStaging ? ⟦"st9f27c41b7d3e88"⟧ : ⟦"pr5527c41b7d3e88"⟧"#,
    #"let apiKey = ⟦"wx9f27c4" + "1b7d3e8820a6"⟧"#,
    #"func connect(password: String = ⟦"hoshi77-kage"⟧) {}"#,
    #"enum Admin: String { case password = ⟦"hoshi77-kage"⟧ }"#,
    #"let login = (user: "admin", password: ⟦"hoshi77-kage"⟧)"#,
    #"let form = ["user": "admin", "password": ⟦"hoshi77-kage"⟧]"#,
    #"func setUp() { headers["X-Api-Key"] = ⟦"tk-5b7e0c94d1aa42"⟧ }"#,
    #"func setUp() { self.config.accessToken = ⟦"tk-5b7e0c94d1aa42"⟧ }"#,
    "let parentalPin = ⟦4917⟧",
    #"let pin = ⟦"4917"⟧"#,
    """
    let secret = ⟦\"\"\"
      a8Fk29-Lq0z-PPw7
      \"\"\"⟧
    """,
    #"let password = ⟦[0x68, 0x75, 0x6e, 0x74, 0x65, 0x72, 0x32, 0x32]⟧"#,
    #"let secretData = ⟦Data("u7Rk2-pQ9x-Lw41".utf8)⟧"#,
  ])
  func speaks(_ source: String) {
    let clean = source
    expect(HardcodedCredential.self, in: clean, severity: .high)
  }

  @Test func aBareWordIsLessSure() {
    expect(HardcodedCredential.self, in: #"let adminPassword = ⟦"swordfish"⟧"#, confidence: .medium)
  }

  @Test(arguments: [
    #"let sessionToken = "session_token""#, #"static let passwordKey = "user-password-42x""#,
    #"enum CodingKeys: String, CodingKey { case accessToken = "access_token2024" }"#,
    #"enum StorageKeys { static let token = "tok3n_storage_v17" }"#,
    #"var password = """#, #"@State private var password = """#, #"let apiKey = "YOUR_API_KEY_123456""#,
    #"let token = try keychain.get("token")"#, #"let password = passwordField.text ?? """#,
    #"let apiKey = Bundle.main.object(forInfoDictionaryKey: "API_KEY_2024") as? String"#,
    #"let clientID = "7f3a9c21-tsukimi-ios-4411""#,
    #"let publicKey = "MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE33I9""#,
    #"let passwordHint = "your cat and 1984""#, #"let tokenURL = "https://id.example/oauth2/token1234""#,
    #"let pageToken = "c3RhcnQ6MTIzNDU2Nzg5""#, #"let keyPath = "m/44/60/0/0/1234abcd""#,
    #"#Preview { LoginView(password: "x") ; let password = "hunter22" }"#,
    #"struct Login_Previews: PreviewProvider { static let token = "abc123def456" }"#,
    #"extension User { static let mock = User(password: makePassword(token: ["token": "abc123def456"])) }"#,
    "let pin = 1", "let maxTokens = 4096", #"let photoToken = "AKIAM7A7XWZTSAQPVJLG""#,
    "#if DEBUG\nlet apiKey = \"wx9f27c41b7d3e8820a6\"\n#endif",
  ])
  func isSilent(_ source: String) { expect(HardcodedCredential.self, in: source) }
}
