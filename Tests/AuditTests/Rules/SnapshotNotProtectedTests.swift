import OmamoriReport
import TestSupport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct SnapshotNotProtectedTests {
  private func findings(_ files: [String: String]) async throws -> [Finding] {
    let folder = try TemporaryFolder()
    for (name, text) in files { try folder.write(name, text) }
    let report = try await Auditor().audit(Discovery().inventory(at: folder.path))
    return report.findings.filter { $0.rule == SnapshotNotProtected.id }
  }

  private let login =
    "struct LoginView: View { var body: some View { SecureField(\"Password\", text: $typed) } }"

  @Test(arguments: [
    ("@main\nstruct MoonApp: App {\n  var body: some Scene { WindowGroup { LoginView() } }\n}", 2),
    ("@main\nclass AppDelegate: UIResponder, UIApplicationDelegate {\n}", 2),
    (
      """
      @main class AppDelegate: NSObject, UIApplicationDelegate {
        func applicationDidEnterBackground(_ application: UIApplication) {
        }
      }
      """, 1
    ),
  ])
  func speaks(_ app: String, line: Int) async throws {
    let found = try await findings(["App.swift": app, "Login.swift": login])
    #expect(found.map(\.file) == ["App.swift"])
    #expect(found.map(\.region.startLine) == [line])
  }

  @Test(arguments: [
    """
    @main struct MoonApp: App {
      @Environment(\\.scenePhase) private var scenePhase
      var body: some Scene {
        WindowGroup { LoginView().overlay { if scenePhase != .active { Curtain() } } }
      }
    }
    """,
    """
    @main class AppDelegate: NSObject, UIApplicationDelegate {
      func applicationWillResignActive(_ application: UIApplication) { window?.addSubview(curtain) }
    }
    """,
    """
    class SceneDelegate: UIResponder, UIWindowSceneDelegate {
      func sceneWillResignActive(_ scene: UIScene) { window?.rootViewController?.view.isHidden = true }
    }
    @main class AppDelegate: NSObject, UIApplicationDelegate {}
    """,
  ])
  func isSilent(_ app: String) async throws {
    #expect(try await findings(["App.swift": app, "Login.swift": login]).isEmpty)
  }

  @Test func anAppWithoutSecretsAndALibraryAreLeftAlone() async throws {
    let app = "@main struct MoonApp: App { var body: some Scene { WindowGroup { Moon() } } }"
    #expect(try await findings(["App.swift": app]).isEmpty)
    #expect(try await findings(["Login.swift": login]).isEmpty)
  }
}
