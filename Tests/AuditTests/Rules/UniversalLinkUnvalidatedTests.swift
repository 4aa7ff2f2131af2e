import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct UniversalLinkUnvalidatedTests {
  @Test(arguments: [
    """
    func application(
      _ application: UIApplication, continue userActivity: NSUserActivity,
      restorationHandler: @escaping ([UIUserActivityRestoring]?) -> Void
    ) -> Bool {
      guard let link = userActivity.webpageURL else { return false }
      ⟦webView.load(URLRequest(url: link))⟧
      return true
    }
    """,
    """
    func body(_ view: AnyView) -> some View {
      view.onContinueUserActivity(NSUserActivityTypeBrowsingWeb) { activity in
        if let url = activity.webpageURL { ⟦session.join(url)⟧ }
      }
    }
    """,
    """
    func body(_ view: AnyView) -> some View {
      view.onContinueUserActivity(NSUserActivityTypeBrowsingWeb) { activity in
        guard let page = activity.webpageURL else { return }
        ⟦account.shown = page⟧
      }
    }
    """,
  ])
  func speaks(_ source: String) { expect(UniversalLinkUnvalidated.self, in: source) }

  @Test(arguments: [
    """
    func scene(_ scene: UIScene, continue userActivity: NSUserActivity) {
      guard let url = userActivity.webpageURL, allowedHosts.contains(url.host ?? "") else { return }
      webView.load(URLRequest(url: url))
    }
    """,
    """
    func scene(_ scene: UIScene, continue userActivity: NSUserActivity) {
      guard let url = userActivity.webpageURL, let screen = Screen(url) else { return }
      show(screen)
    }
    """,
    // A library takes the whole activity.
    """
    func scene(_ scene: UIScene, continue userActivity: NSUserActivity) { Branch.getInstance().continue(userActivity) }
    """,
    // The app writes a link.
    "func share() { activity.webpageURL = page; load(page) }",
  ])
  func isSilent(_ source: String) { expect(UniversalLinkUnvalidated.self, in: source) }
}
