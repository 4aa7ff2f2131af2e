import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct URLHostInjectionTests {
  @Test(arguments: [
    #"func find() { load(URL(string: ⟦"https://api.tsukimi.example\(pathField.text!)"⟧)!) }"#,
    #"""
    func application(_ app: UIApplication, open url: URL, options: [Key: Any]) -> Bool {
      let server = url.host!
      return connect(URL(string: ⟦"https://\(server)/v1/session"⟧)!)
    }
    """#,
    """
    let base = "https://tsukimi.example"
    func body(_ view: AnyView) -> some View {
      view.onOpenURL { link in load(URL(string: ⟦base + link.lastPathComponent⟧)) }
    }
    """,
    """
    func body(_ view: AnyView) -> some View {
      view.onOpenURL { link in
        var parts = URLComponents()
        ⟦parts.host = link.host⟧
        load(parts.url)
      }
    }
    """,
  ])
  func speaks(_ source: String) { expect(URLHostInjection.self, in: source) }

  @Test(arguments: [
    #"func find() { load(URL(string: "https://tsukimi.example/notes/\(pathField.text!)")!) }"#,
    #"func load(_ id: Int) -> URL? { URL(string: "https://\(host)/notes/\(id)") }"#,
    #"""
    func body(_ view: AnyView) -> some View {
      view.onOpenURL { link in
        guard let url = URL(string: "https://tsukimi.example\(link.path)"), url.host == "tsukimi.example" else { return }
        load(url)
      }
    }
    """#,
    #"let url = URL(string: "https://api.\(Environment.domain)/v1")"#,
  ])
  func isSilent(_ source: String) { expect(URLHostInjection.self, in: source) }
}
