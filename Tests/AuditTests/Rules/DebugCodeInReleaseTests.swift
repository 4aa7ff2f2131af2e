import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct DebugCodeInReleaseTests {
  @Test(arguments: [
    """
    import FLEX
    func application(_ application: UIApplication) -> Bool {
      ⟦FLEXManager.shared.showExplorer()⟧
      return true
    }
    """,
    """
    import netfox
    ⟦NFX.sharedInstance().start()⟧
    """,
    """
    func open(_ receipt: Data, completion: (Bool) -> Void) {
      ⟦assert(verifySignature(of: receipt), "bad receipt")⟧
      completion(true)
    }
    """,
    "func decrypt(token: Data) -> Data { ⟦fatalError(\"not implemented\")⟧ }",
    "view.onTapGesture(count: ⟦7⟧) { showsServers = true }",
    "func setUp() { ⟦tap.numberOfTapsRequired = 6⟧ }",
    "let baseURL = URL(string: ⟦\"https://api.staging.example.com/v1\"⟧)!",
    "class API { static let host = ⟦\"https://dev-api.tsukimi.example\"⟧ }",
  ])
  func speaks(_ source: String) { expect(DebugCodeInRelease.self, in: source) }

  @Test(arguments: [
    """
    import FLEX
    #if DEBUG
      FLEXManager.shared.showExplorer()
    #endif
    """,
    // One of several environments.
    """
    enum Server: String {
      case production = "https://api.example.com"
      case test = "https://staging.example.com"
    }
    """,
    """
    var host: URL {
      switch environment {
      case .staging: return URL(string: "https://staging.api.example.com")!
      case .live: return URL(string: "https://api.example.com")!
      }
    }
    """,
    "let stagingURL = URL(string: \"https://api.staging.example.com\")!",
    "let url = URL(string: useTest ? \"https://api.staging.example.com\" : \"https://api.example.com\")!",
    "assert(index < count)",
    "view.onTapGesture(count: 2) { zoom() }",
    "func draw() { fatalError(\"not implemented\") }",
    "required init?(coder: NSCoder) { fatalError(\"init(coder:) has not been implemented\") }",
    "let site = URL(string: \"https://testing-library.com\")!",
    "let page = URL(string: \"https://dev.to\")!",
    "let issues = URL(string: \"https://dev.azure.com/tsukimi/notes\")!",
  ])
  func isSilent(_ source: String) { expect(DebugCodeInRelease.self, in: source) }
}
