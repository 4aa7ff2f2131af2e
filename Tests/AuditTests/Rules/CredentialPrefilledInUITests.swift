import OmamoriCore
import OmamoriReport
import TestSupport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct CredentialPrefilledInUITests {
  @Test(arguments: [
    """
    class Login: UIViewController {
      @IBOutlet weak var passwordField: UITextField!
      override func viewDidLoad() { passwordField.text = ⟦"hanami-2023"⟧ }
    }
    """,
    """
    self.pinTextField?.text = ⟦"4917"⟧
    """,
    """
    let testPassword = "Momiji-2024!"
    passwordInput.stringValue = ⟦testPassword⟧
    """,
    """
    alert.addTextField { field in
      field.placeholder = "暗証番号"
      field.text = ⟦"8264"⟧
    }
    """,
    """
    SecureField("", text: .constant(⟦"u7Rk2pQ9x"⟧))
    """,
    """
    TextField("パスワード", text: Binding.constant(⟦"hanami-2023"⟧))
    """,
  ])
  func speaks(_ source: String) { expect(CredentialPrefilledInUI.self, in: source, confidence: .high) }

  @Test(arguments: [
    """
    passwordField.placeholder = "hanami-2023"
    """,
    """
    passwordField.text = ""
    passwordField.text = nil
    passwordField.text = "••••••••"
    """,
    """
    passwordField.text = try keychain.get("password")
    passwordField.text = saved ?? ""
    """,
    """
    passwordLabel.text = "Password123"
    passwordHintField.text = "Letters1and2digits"
    mailField.text = "review2023@tsukimi.example"
    """,
    """
    passwordField.text = "Password"
    """,
    """
    #Preview { SecureField("Password", text: .constant("hanami-2023")) }
    """,
    """
    SecureField("Password", text: $password)
    TextField("名前", text: .constant("kaguya2023"))
    """,
    """
    #if DEBUG
      passwordField.text = "hanami-2023"
    #endif
    """,
  ])
  func isSilent(_ source: String) { expect(CredentialPrefilledInUI.self, in: source) }

  @Test(arguments: [
    ("text=\"hanami-2023\" placeholder=\"パスワード\"", "", 1),
    ("text=\"hanami-2023\"", "secureTextEntry=\"YES\"", 1),
    ("text=\"8264\" id=\"pin\"", "", 1),
    ("text=\"Password\" placeholder=\"Password\"", "", 0),
    ("text=\"\" placeholder=\"Password\"", "", 0),
    ("placeholder=\"Password\"", "secureTextEntry=\"YES\"", 0),
    ("text=\"kaguya2023\" placeholder=\"名前\"", "", 0),
  ])
  func interfaceBuilder(_ attributes: String, _ traits: String, _ count: Int) async throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "Login.storyboard",
      """
      <document><scenes>
      <textField \(attributes)><textInputTraits key="t" \(traits)/></textField>
      <connections><outlet property="pinField" destination="pin" id="o"/></connections>
      </scenes></document>
      """)
    let report = try await Auditor().audit(Discovery().inventory(at: folder.path))
    let found = report.findings.filter { $0.rule == CredentialPrefilledInUI.id }
    #expect(found.count == count)
    #expect(found.allSatisfy { $0.region.startLine == 2 && $0.region.startColumn == 1 })
  }

  @Test func neitherMessageNorSnippetShowsTheCredential() async throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "Login.xib", "<document><textField text=\"hanami-2023\" placeholder=\"Password\" id=\"a\"/></document>")
    let report = try await Auditor().audit(Discovery().inventory(at: folder.path))
    #expect(Set(report.findings.map(\.rule)) == [CredentialPrefilledInUI.id, UISecureEntryMissing.id])
    for finding in report.findings {
      #expect(!finding.snippet.contains("hanami-2023"))
      #expect(!finding.message.english.contains("hanami-2023"))
      #expect(!finding.message.japanese.contains("hanami-2023"))
    }
  }
}
