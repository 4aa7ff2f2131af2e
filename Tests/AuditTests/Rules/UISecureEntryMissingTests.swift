import OmamoriReport
import TestSupport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct UISecureEntryMissingTests {
  @Test(arguments: [
    """
    struct RoomView: View {
      @State private var typedPassword = ""
      var body: some View { ⟦TextField("合言葉", text: $typedPassword)⟧ }
    }
    """,
    """
    ⟦TextField("カード番号", text: $number)⟧
      .keyboardType(.numberPad)
    """,
    """
    ⟦alert.addTextField { field in
      field.placeholder = "暗証番号"
      field.keyboardType = .numberPad
    }⟧
    """,
    """
    class Login: UIViewController {
      private let ⟦passwordField = UITextField()⟧
      private let mailField = UITextField()
    }
    """,
    """
    ⟦alert.addTextField(configurationHandler: { $0.placeholder = "Enter your PIN" })⟧
    """,
    """
    ⟦TextField("", text: $model.cvv)⟧
    """,
  ])
  func speaks(_ source: String) { expect(UISecureEntryMissing.self, in: source) }

  @Test(arguments: [
    """
    SecureField("パスワード", text: $password)
    """,
    """
    if isShown { TextField("Password", text: $password) } else { SecureField("Password", text: $password) }
    """,
    """
    TextField("メッセージ", text: $draft)
    TextField("Password hint", text: $hint)
    """,
    """
    alert.addTextField { field in
      field.placeholder = "Password"
      field.isSecureTextEntry = true
    }
    """,
    """
    let passwordField = UITextField()
    passwordField.isSecureTextEntry = true
    """,
    """
    TextField("One-time code", text: $oneTimeCode)
    TextField("Search passwords", text: $searchText)
    """,
    """
    TextField("Shopping", text: $shopping)
    """,
  ])
  func isSilent(_ source: String) { expect(UISecureEntryMissing.self, in: source) }

  @Test(arguments: [
    ("<textInputTraits key=\"textInputTraits\"/>", "", 1),
    ("<textInputTraits key=\"textInputTraits\" secureTextEntry=\"YES\"/>", "", 0),
    ("", "passwordField.isSecureTextEntry = true", 0),
  ])
  func interfaceBuilder(_ traits: String, _ code: String, _ count: Int) async throws {
    let board = """
      <document><scenes><textField placeholder="パスワード" id="f">\(traits)</textField>
      <textField placeholder="名前" id="n"/>
      <connections><outlet property="passwordField" destination="f" id="o"/></connections></scenes></document>
      """
    let folder = try TemporaryFolder()
    try folder.write("Login.storyboard", board)
    try folder.write("Login.swift", "func load() { \(code) }")
    let report = try await Auditor().audit(Discovery().inventory(at: folder.path))
    let found = report.findings.filter { $0.rule == UISecureEntryMissing.id }
    #expect(found.count == count)
    #expect(found.allSatisfy { $0.file == "Login.storyboard" && $0.region.startLine == 1 })
  }
}
