import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct WebViewInspectableTests {
  @Test(arguments: [
    """
    let view = WKWebView(frame: .zero)
    ⟦view.isInspectable = true⟧
    """,
    """
    if #available(iOS 16.4, *) { ⟦self.webView?.isInspectable = true⟧ }
    """,
    """
    let inspectable = true
    ⟦context.isInspectable = inspectable⟧
    """,
  ])
  func speaks(_ source: String) { expect(WebViewInspectable.self, in: source) }

  @Test(arguments: [
    """
    #if DEBUG
      view.isInspectable = true
    #endif
    """,
    """
    #if !DEBUG
      view.isInspectable = false
    #elseif DEBUG
      view.isInspectable = true
    #endif
    """,
    """
    view.isInspectable = settings.allowsInspection
    """,
    """
    #if os(iOS)
      #if DEBUG || STAGING
        view.isInspectable = true
      #endif
    #endif
    """,
  ])
  func isSilent(_ source: String) { expect(WebViewInspectable.self, in: source) }
}
