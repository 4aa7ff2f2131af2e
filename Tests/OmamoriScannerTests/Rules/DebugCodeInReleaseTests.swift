import OmamoriReport
import Testing

@testable import OmamoriScanner

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
    "func draw() { fatalError(\"not implemented\") }",
    "required init?(coder: NSCoder) { fatalError(\"init(coder:) has not been implemented\") }",
    "let site = URL(string: \"https://testing-library.com\")!",
    "let page = URL(string: \"https://dev.to\")!",
  ])
  func isSilent(_ source: String) { expect(DebugCodeInRelease.self, in: source) }
}
