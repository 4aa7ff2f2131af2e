import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct CleartextURLTests {
  @Test(arguments: [
    #"let request = URLRequest(url: URL(string: ⟦"http://api.tsukimi.jp/v1"⟧)!)"#,
    """
    let address = ⟦"http://api.tsukimi.jp/login"⟧
    let (data, _) = try await session.data(from: URL(string: address)!)
    """,
    #"let socket = URLSession.shared.webSocketTask(with: URL(string: ⟦"ws://chat.tsukimi.jp/room"⟧)!)"#,
    #"AsyncImage(url: URL(string: ⟦"http://img.tsukimi.jp/\(name).png"⟧))"#,
    """
    guard let url = URL(string: ⟦"http://api.tsukimi.jp/"⟧ + path) else { return }
    webView.load(URLRequest(url: url))
    """,
  ])
  func speaksAboutRequests(_ source: String) {
    expect(CleartextURL.self, in: source, severity: .high, confidence: .high)
  }

  @Test(arguments: [
    #"enum Config { static let baseURL = URL(string: ⟦"http://api.tsukimi.jp"⟧)! }"#,
    #"let apiServer = ⟦"http://203.0.113.9:8080"⟧"#,
    #"⟦components.scheme = "http"⟧"#,
  ])
  func speaksAboutEndpoints(_ source: String) {
    expect(CleartextURL.self, in: source, severity: .medium, confidence: .medium)
  }

  @Test(arguments: [
    #"let url = URL(string: "https://api.tsukimi.jp")!"#,
    #"if text.hasPrefix("http://") || text.hasPrefix("http://www.example.org") { warn() }"#,
    #"let secure = text.replacingOccurrences(of: "http://", with: "https://")"#,
    #"let namespace = "http://www.w3.org/2000/svg""#,
    #"let dtd = "http://www.apple.com/DTDs/PropertyList-1.0.dtd""#,
    #"let soap = "http://schemas.xmlsoap.org/soap/envelope/""#,
    "// see http://example.org/issue\nlet a = 1",
    #"#if DEBUG\#nlet base = "http://staging.tsukimi.jp"\#n#endif"#,
    #"let local = URLRequest(url: URL(string: "http://localhost:8080")!)"#,
    #"let scheme = "http://""#,
    #"switch text { case "http://a.example": break; default: break }"#,
  ])
  func isSilent(_ source: String) { expect(CleartextURL.self, in: source) }

  /// Links and texts of unknown use are there for those who ask for them, not in the default report.
  @Test(arguments: [
    #"Link("Help", destination: URL(string: ⟦"http://help.tsukimi.jp"⟧)!)"#,
    #"let names = [⟦"http://a.tsukimi.jp"⟧]"#,
  ])
  func doubtfulOnesHaveLowConfidence(_ source: String) {
    expect(CleartextURL.self, in: source, confidence: .low)
  }
}
