import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct MemorySecretLifetimeTests {
  @Test(arguments: [
    "enum Globals { static var ⟦userPassword: String = \"\"⟧ }",
    """
    class LoginManager {
      static let sharedInstance = LoginManager()
      var ⟦passcode: String?⟧
      var name = ""
    }
    """,
    """
    actor Account {
      static let shared = Account()
      private var ⟦pin = ""⟧
      func unlock(_ typed: String) { pin = typed }
    }
    """,
  ])
  func speaks(_ source: String) { expect(MemorySecretLifetime.self, in: source, confidence: .low) }

  @Test(arguments: [
    // A view model lives as long as its screen.
    "final class LoginModel: ObservableObject { @Published var password = \"\" }",
    "struct Login { var password: String }",
    """
    class LoginManager {
      static let shared = LoginManager()
      var passcode: String?
      func finish() { passcode = nil }
    }
    """,
    """
    class LoginManager {
      static let shared = LoginManager()
      var password: String { store.read("password") }
      var passwordLabel = "Password"
    }
    """,
  ])
  func isSilent(_ source: String) { expect(MemorySecretLifetime.self, in: source) }
}
