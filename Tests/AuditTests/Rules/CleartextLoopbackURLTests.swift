import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct CleartextLoopbackURLTests {
  @Test(arguments: [
    #"let baseURL = URL(string: ⟦"http://localhost:3000"⟧)!"#,
    #"let request = URLRequest(url: URL(string: ⟦"http://10.0.2.2/api"⟧)!)"#,
    #"let serverURL = ⟦"http://build-mac.local/api"⟧"#,
    #"let apiHost = ⟦"ws://[::1]:9000/socket"⟧"#,
  ])
  func speaks(_ source: String) {
    expect(CleartextLoopbackURL.self, in: source, severity: .low, confidence: .medium)
  }

  @Test(arguments: [
    #"let baseURL = URL(string: "https://localhost:3000")!"#,
    #"#if DEBUG\#nlet baseURL = URL(string: "http://localhost:3000")!\#n#endif"#,
    #"if url.hasPrefix("http://localhost") { return }"#,
    #"let baseURL = URL(string: "http://api.tsukimi.jp")!"#,
  ])
  func isSilent(_ source: String) { expect(CleartextLoopbackURL.self, in: source) }
}
