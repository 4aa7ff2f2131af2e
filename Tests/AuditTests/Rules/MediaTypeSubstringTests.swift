import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct MediaTypeSubstringTests {
  @Test(arguments: [
    """
    guard let http = response as? HTTPURLResponse,
      ⟦http.value(forHTTPHeaderField: "Content-Type")?.contains("application/json")⟧ == true
    else { return }
    """,
    """
    let type = (response as! HTTPURLResponse).allHeaderFields["Content-Type"] as? String ?? ""
    if ⟦type.lowercased().contains("json")⟧ { decode(data) }
    """,
    "if ⟦response.mimeType!.range(of: \"image/\")⟧ != nil { show(data) }",
    """
    URLSession.shared.dataTask(with: url) { data, response, error in
      guard let mime = response?.mimeType, ⟦mime.contains("text/html")⟧ else { return }
      show(data)
    }
    """,
  ])
  func speaks(_ source: String) { expect(MediaTypeSubstring.self, in: source) }

  @Test(arguments: [
    "guard response.mimeType == \"application/json\" else { return }",
    "let isJSON = response.mimeType?.lowercased().hasPrefix(\"application/json\") ?? false",
    "if [\"application/json\", \"text/json\"].contains(response.mimeType ?? \"\") { decode(data) }",
    "if http.value(forHTTPHeaderField: \"Accept-Language\")?.contains(\"ja\") == true { japanese() }",
    "if path.contains(\"application/json\") { open(path) }",
    "if response.mimeType?.contains(\"charset=utf-8\") == true { decode(data) }",
  ])
  func isSilent(_ source: String) { expect(MediaTypeSubstring.self, in: source) }
}
