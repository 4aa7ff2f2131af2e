import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// A signed-in page whose cookies and cache stay on the device.
struct WebViewDataPersistent: SwiftRule {
  static let metadata = RuleMetadata(
    id: "webview-data-persistent",
    title: LocalizedText("Signed-in web content kept on the device", ja: "デバイスに残る認証済みウェブコンテンツ"),
    why: LocalizedText(
      """
      The default data store keeps cookies, cache and local storage of the page in files, after the app is \
      closed and mostly after the user signed out.
      """,
      ja: """
        既定のデータストアは、ページの Cookie、キャッシュ、ローカルストレージをファイルに保存します。\
        アプリの終了後や、多くの場合サインアウト後にも残ります。
        """),
    fix: RuleFix(
      LocalizedText(
        "Use WKWebsiteDataStore.nonPersistent(), or remove the data at sign-out.",
        ja: "WKWebsiteDataStore.nonPersistent() を使用するか、サインアウト時にデータを削除してください。"),
      library: .auth),
    severity: .low, confidence: .low, cwe: [525], owaspMobile2024: [.m9], owaspMobile2016: [.m2],
    example: RuleMetadata.Example(
      bad: """
        func showAccount(_ page: URL) {
          let web = WKWebView(frame: bounds)
          var request = URLRequest(url: page)
          request.setValue("Bearer " + token, forHTTPHeaderField: "Authorization")
          web.load(request)
        }
        """,
      good: """
        func showAccount(_ page: URL) {
          let configuration = WKWebViewConfiguration()
          configuration.websiteDataStore = .nonPersistent()
          let web = WKWebView(frame: bounds, configuration: configuration)
          var request = URLRequest(url: page)
          request.setValue("Bearer " + token, forHTTPHeaderField: "Authorization")
          web.load(request)
        }
        """))

  static let triggers: Set<String> = ["WKWebView", "WKWebsiteDataStore"]

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    guard !Self.tidy.contains(where: { source.facts.references[$0] != nil }),
      let load = source.facts.calls("load").first(where: { isSignedIn($0, source) })
    else { return }
    for view in WebViewFacts.views(in: source) {
      report.add(
        Self.self, at: view.range,
        LocalizedText(
          "The web view shows a signed-in page and keeps its data in the default store.",
          ja: "ウェブビューが認証済みのページを表示し、データを既定のストアに残します。"),
        related: [report.step(at: load.range, LocalizedText("The page is loaded here.", ja: "ここで読み込みます。"))])
    }
  }

  /// Whether the request carries a credential.
  private func isSignedIn(_ load: Call, _ source: SwiftSource) -> Bool {
    guard let request = load.arguments.first.flatMap({ NamePath.last(of: $0.value) }) else { return false }
    return ["setValue", "addValue"].contains { name in
      source.facts.calls(name).contains { call in
        call.receiver.flatMap(NamePath.last) == request
          && call.argument("forHTTPHeaderField").flatMap { source.fold($0, in: call.scope).string }
            .map { ["authorization", "cookie", "x-auth-token"].contains($0.lowercased()) } == true
      }
    }
  }

  private static let tidy = ["nonPersistent", "removeData", "fetchDataRecords", "HTTPCookieStorage"]
}
