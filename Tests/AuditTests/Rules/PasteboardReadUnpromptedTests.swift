import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct PasteboardReadUnpromptedTests {
  @Test(arguments: [
    """
    func application(_ application: UIApplication,
                     didFinishLaunchingWithOptions options: [UIApplicationLaunchOptionsKey: Any]?) -> Bool {
      if let text = ⟦UIPasteboard.general.string⟧ { referral = text }
      return true
    }
    """,
    """
    override func viewDidAppear(_ animated: Bool) {
      super.viewDidAppear(animated)
      let board = UIPasteboard.general
      if board.hasURLs { offer(⟦board.url⟧) }
    }
    """,
    "var body: some View { List {}.onAppear { text = ⟦UIPasteboard.general.string⟧ } }",
    """
    var body: some View {
      Text(text).onChange(of: scenePhase) { _, phase in
        if phase == .active { text = ⟦UIPasteboard.general.strings⟧?.first }
      }
    }
    """,
    """
    func watch() {
      Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { _ in collect(⟦UIPasteboard.general.items⟧) }
    }
    """,
    // A helper that only such a moment calls, and one that is given as a selector.
    """
    func sceneDidBecomeActive(_ scene: UIScene) { look() }
    func look() { offer(⟦UIPasteboard.general.string⟧) }
    """,
    """
    func start() {
      NotificationCenter.default.addObserver(
        self, selector: #selector(look), name: UIApplication.didBecomeActiveNotification, object: nil)
    }
    @objc func look() { offer(⟦UIPasteboard.general.string⟧) }
    """,
  ])
  func speaks(_ source: String) { expect(PasteboardReadUnprompted.self, in: source, severity: .low) }

  @Test(arguments: [
    "@IBAction func paste(_ sender: Any) { field.text = UIPasteboard.general.string }",
    "func viewDidAppear(_ animated: Bool) { pasteButton.isEnabled = UIPasteboard.general.hasStrings }",
    "func viewWillAppear(_ animated: Bool) { UIPasteboard.general.string = shareLink }",
    "var body: some View { Button(\"Paste\") { text = UIPasteboard.general.string ?? \"\" } }",
    """
    func viewDidLoad() {
      menu.addAction(UIAction(title: "Paste") { _ in self.text = UIPasteboard.general.string })
    }
    """,
    """
    func viewDidLoad() { look() }
    @IBAction func pasteTapped() { look() }
    func look() { offer(UIPasteboard.general.string) }
    """,
    """
    override func viewDidLoad() {
      super.viewDidLoad()
      pasteAction = AccessibleAction(name: title, handler: { () -> Bool in
        open(UIPasteboard.general.string)
        return true
      })
    }
    """,
  ])
  func isSilent(_ source: String) { expect(PasteboardReadUnprompted.self, in: source) }
}
