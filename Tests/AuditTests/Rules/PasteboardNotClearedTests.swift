import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct PasteboardNotClearedTests {
  private static let app = "@main struct MoonApp: App { var body: some Scene { WindowGroup { MoonView() } } }"

  @Test(arguments: [
    "func copy() { ⟦UIPasteboard⟧.general.string = recoveryCode }",
    """
    final class CodeController: UIViewController {
      @IBAction func copyTapped(_ sender: Any) {
        ⟦UIPasteboard⟧.general.string = passwordField.text
        UIPasteboard.general.string = accountPassword
      }
    }
    """,
    "func copy() { ⟦UIPasteboard⟧.general.setValue(user.accessToken, forPasteboardType: type) }",
  ])
  func speaks(_ source: String) throws {
    try expect(PasteboardNotCleared.self, in: ["App.swift": Self.app, "Copy.swift": source], severity: .low)
  }

  @Test(arguments: [
    ["App.swift": app, "Copy.swift": "func copy() { UIPasteboard.general.string = link }"],
    [
      "App.swift": app, "Copy.swift": "func copy() { UIPasteboard.general.string = recoveryCode }",
      "Scene.swift": "func sceneDidEnterBackground(_ scene: UIScene) { UIPasteboard.general.items = [] }",
    ],
    [
      "App.swift": app,
      "Copy.swift": """
      func copy() { UIPasteboard.general.string = recoveryCode }
      func clear() { UIPasteboard.general.string = "" }
      """,
    ],
    // No app: a library cannot know when the app leaves the foreground.
    ["Copy.swift": "func copy() { UIPasteboard.general.string = recoveryCode }"],
  ])
  func isSilent(_ files: [String: String]) throws { try expect(PasteboardNotCleared.self, in: files) }
}
