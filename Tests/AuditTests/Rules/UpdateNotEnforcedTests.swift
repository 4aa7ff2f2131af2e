import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct UpdateNotEnforcedTests {
  private static func alert(_ name: String, _ dismissal: String) -> String {
    """
    class Gate: UIViewController {
      func \(name)() {
        let alert = UIAlertController(title: "Update", message: nil, preferredStyle: .alert)
        alert.addAction(UIAlertAction(title: "Update", style: .default) { _ in UIApplication.shared.open(store) })
        \(dismissal)
        present(alert, animated: true)
      }
    }
    """
  }

  @Test(arguments: [
    alert("showForcedUpdate", "alert.addAction(⟦UIAlertAction(title: \"Later\", style: .cancel)⟧)"),
    alert("forceUpdate", "alert.addAction(⟦UIAlertAction(title: \"Cancel\", style: .cancel, handler: nil)⟧)"),
    alert(
      "presentMandatoryUpdateAlert",
      "alert.addAction(⟦UIAlertAction(title: L10n.skip, style: .default) { _ in }⟧)"),
    alert(
      "updateRequired",
      "let later = ⟦UIAlertAction(title: \"Not now\", style: .destructive)⟧\nalert.addAction(later)"),
    alert("showRequiredUpgradeDialog", "alert.addAction(⟦UIAlertAction(title: \"OK\", style: .default)⟧)"),
    """
    struct Root: View {
      @State var isOld = false
      var forceUpdateAlert: some View {
        Text("").alert("Update", isPresented: $isOld) {
          Button("Update") { openURL(store) }
          ⟦Button("Later", role: .cancel) {}⟧
        }
      }
    }
    """,
  ])
  func speaks(_ source: String) {
    expect(UpdateNotEnforced.self, in: source, severity: .low, confidence: .medium)
  }

  @Test(arguments: [
    alert("showForcedUpdate", ""),
    alert(
      "showForcedUpdate", "alert.addAction(UIAlertAction(title: \"Quit\", style: .cancel) { _ in exit(0) })"),
    alert("forceUpdate", "if !isForced { alert.addAction(UIAlertAction(title: \"Later\", style: .cancel)) }"),
    alert("showUpdate", "alert.addAction(UIAlertAction(title: \"Later\", style: .cancel))"),
    alert("suggestOptionalUpdate", "alert.addAction(UIAlertAction(title: \"Later\", style: .cancel))"),
    alert("updateRequiredFields", "alert.addAction(UIAlertAction(title: \"OK\", style: .default))"),
    alert("forceUpdateFeeds", "alert.addAction(UIAlertAction(title: \"OK\", style: .default))"),
    // An error of a forced refresh: there is nothing to update to.
    """
    func forceUpdate() {
      let alert = UIAlertController(title: "Offline", message: nil, preferredStyle: .alert)
      alert.addAction(UIAlertAction(title: "OK", style: .default))
      present(alert, animated: true)
    }
    """,
    """
    var mandatoryUpdateView: some View {
      VStack { Text("Update"); Button("Open the App Store") { openURL(store) } }.interactiveDismissDisabled()
    }
    """,
    "func setup(image: UIImage, forceUpdate: Bool = false) { if forceUpdate { layoutIfNeeded() } }",
  ])
  func isSilent(_ source: String) { expect(UpdateNotEnforced.self, in: source) }

  // MARK: Apps without any check

  private static let app = "import UIKit\n@main class App: UIResponder, UIApplicationDelegate {}\n"
  private static let request = "func load() { session.dataTask(with: URLRequest(url: feed)).resume() }\n"
  private static let marked = request.replacing("URLRequest", with: "⟦URLRequest⟧")

  @Test(arguments: [
    ["Feed.swift": marked],
    ["Feed.swift": "import Foundation\n" + marked, "en.lproj/a.strings": "\"a\" = \"Update\";"],
    ["Feed.swift": marked, "Layout.swift": "func f(_ v: UIView) { v.setNeedsUpdateConstraints() }"],
    [
      "Feed.swift": marked,
      "About.swift": "let v = Bundle.main.infoDictionary![\"CFBundleShortVersionString\"]",
    ],
  ])
  func nothingComparesTheVersion(_ files: [String: String]) throws {
    let files = files.merging(["a.swift": Self.app]) { first, _ in first }
    try expect(UpdateNotEnforced.self, in: files, severity: .info)
    var report = ProjectReport()
    let plain = files.mapValues { $0.filter { $0 != "⟦" && $0 != "⟧" } }
    UpdateNotEnforced().check(try ProjectFixture.facts(plain), &report)
    #expect(report.findings.map(\.confidence) == [.low])
  }

  @Test(arguments: [
    ["Gate.swift": "struct Limits: Decodable { let minimumVersion: String }"],
    ["Gate.swift": "let key = \"min_app_version\""], ["Gate.swift": "enum State { case updateRequired }"],
    ["Gate.m": "static NSString *const kForceUpdate = @\"force_update\";"],
    ["remote_config.json": "{\"minimum_supported_version\": \"2.0\"}"],
    ["en.lproj/a.strings": "\"a\" = \"This is an unsupported version.\";"],
  ])
  func somethingDoes(_ files: [String: String]) throws {
    let more = ["a.swift": Self.app, "Feed.swift": Self.request]
    try expect(UpdateNotEnforced.self, in: files.merging(more) { first, _ in first })
  }

  @Test func onlyAppsWithAServer() throws {
    try expect(UpdateNotEnforced.self, in: ["a.swift": Self.app])
    try expect(
      UpdateNotEnforced.self,
      in: [
        "Package.swift": "let package = Package(name: \"K\", targets: [.target(name: \"K\")])",
        "Sources/K/a.swift": Self.request,
      ])
  }
}
