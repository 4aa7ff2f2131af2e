import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct AppStorageSecretTests {
  @Test(arguments: [
    """
    struct ProfileView: View {
      ⟦@AppStorage("accessToken") private var accessToken = ""⟧
      @AppStorage("theme") private var theme = "night"
    }
    """,
    """
    struct LoginView: View {
      ⟦@SceneStorage("login.password") var typed: String = ""⟧
    }
    """,
    """
    final class Model: ObservableObject {
      ⟦@AppStorage(Keys.value, store: .shared) var apiKey: String?⟧
    }
    """,
  ])
  func speaks(_ source: String) { expect(AppStorageSecret.self, in: source) }

  @Test(arguments: [
    """
    struct Settings: View { @AppStorage("usesPasscode") var usesPasscode = false }
    """,
    """
    struct Settings: View { @AppStorage("token") private var showsToken: Bool = false }
    """,
    """
    struct Settings: View { @State private var password = "" }
    """,
    """
    struct Settings: View { @AppStorage("passwordHint") var hint = "" }
    """,
  ])
  func isSilent(_ source: String) { expect(AppStorageSecret.self, in: source) }
}
