import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct WebViewFileAccessTests {
  @Test(arguments: [
    """
    ⟦configuration.preferences.setValue(true, forKey: "allowFileAccessFromFileURLs")⟧
    """,
    """
    ⟦webView.configuration.setValue(NSNumber(value: true), forKey: "allowUniversalAccessFromFileURLs")⟧
    ⟦web.setValue("YES", forKeyPath: "configuration.preferences.allowFileAccessFromFileURLs")⟧
    """,
    """
    web.loadFileURL(page, allowingReadAccessTo: ⟦URL.documentsDirectory⟧)
    """,
    """
    let documents = FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)[0]
    web.loadFileURL(page, allowingReadAccessTo: ⟦documents⟧)
    web.loadFileURL(page, allowingReadAccessTo: ⟦URL(fileURLWithPath: "/")⟧)
    """,
  ])
  func speaks(_ source: String) { expect(WebViewFileAccess.self, in: source) }

  @Test(arguments: [
    """
    configuration.preferences.setValue(false, forKey: "allowFileAccessFromFileURLs")
    """,
    """
    web.loadFileURL(page, allowingReadAccessTo: page.deletingLastPathComponent())
    """,
    """
    person.setValue(true, forKey: "isActive")
    """,
    """
    let page = URL.documentsDirectory.appending(path: "page.html")
    web.loadFileURL(page, allowingReadAccessTo: page)
    """,
  ])
  func isSilent(_ source: String) { expect(WebViewFileAccess.self, in: source) }
}
