import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct URLHandlerUnvalidatedTests {
  @Test(arguments: [
    """
    struct TsukimiApp: App {
      var body: some Scene {
        WindowGroup {
          RootView()
            .⟦onOpenURL⟧ { url in
              guard let parts = URLComponents(url: url, resolvingAgainstBaseURL: false) else { return }
              let query = parts.queryItems ?? []
              switch parts.host {
              case "pay":
                let friend = query.first { $0.name == "to" }?.value ?? ""
                Task { try await PaymentService.shared.send(yen: 100, to: friend) }
              default: break
              }
            }
        }
      }
    }
    """,
    """
    func ⟦application⟧(_ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any] = [:]) -> Bool {
      if url.host == "delete" { store.deleteNote(id: url.lastPathComponent) }
      return true
    }
    """,
    """
    func ⟦application⟧(_ application: UIApplication, handleOpen url: URL) -> Bool {
      session.login(token: url.query)
      return true
    }
    """,
    """
    func ⟦scene⟧(_ scene: UIScene, openURLContexts URLContexts: Set<UIOpenURLContext>) {
      guard let url = URLContexts.first?.url else { return }
      wallet.transfer(to: url.host ?? "")
    }
    """,
  ])
  func speaks(_ source: String) { expect(URLHandlerUnvalidated.self, in: source) }

  @Test(arguments: [
    """
    let view = RootView().onOpenURL { url in link = DeepLink(url) }
    """,
    """
    func application(_ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any] = [:]) -> Bool {
      GIDSignIn.sharedInstance.handle(url)
    }
    """,
    """
    func application(_ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any] = [:]) -> Bool {
      let alert = UIAlertController(title: "Pay?", message: url.host, preferredStyle: .alert)
      alert.addAction(UIAlertAction(title: "OK", style: .default) { _ in wallet.pay(to: url.host) })
      return true
    }
    """,
    """
    func application(_ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any] = [:]) -> Bool {
      guard options[.sourceApplication] as? String == "com.example.partner" else { return false }
      wallet.pay(to: url.host)
      return true
    }
    """,
    """
    let view = RootView().onOpenURL { url in router.show(url) }
    """,
    """
    let view = HomeView().onOpenURL { url in viewStore.send(.opened(url: url)) }
    """,
    """
    let view = HomeView().onOpenURL { url in NotificationCenter.default.post(name: .opened, object: url) }
    """,
  ])
  func isSilent(_ source: String) { expect(URLHandlerUnvalidated.self, in: source) }
}
