import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// A web view of the app that follows links anywhere.
struct WebViewNavigationUnrestricted: SwiftRule {
  static let metadata = RuleMetadata(
    id: "webview-navigation-unrestricted",
    title: LocalizedText("Web view without a navigation policy", ja: "遷移を制限しないウェブビュー"),
    why: LocalizedText(
      """
      A link or redirect leads to any site, inside the app and without an address bar: people type their \
      password into a page that only looks like the app's.
      """,
      ja: """
        リンクやリダイレクトで、アドレスバーのないアプリ画面のまま任意のサイトへ移動します。\
        利用者は、アプリの一部に見える偽のページにパスワードを入力してしまいます。
        """),
    fix: RuleFix(
      LocalizedText(
        "Set a navigationDelegate that allows the own hosts and hands the rest to SFSafariViewController.",
        ja: "navigationDelegate を設定し、自社のホストだけを許可して、他は SFSafariViewController で開いてください。")),
    severity: .low, confidence: .low, cwe: [601], owaspMobile2024: [.m8], owaspMobile2016: [.m1],
    example: RuleMetadata.Example(
      bad: """
        func show(_ page: URL) {
          let web = WKWebView(frame: bounds)
          web.load(URLRequest(url: page))
        }
        """,
      good: """
        func show(_ page: URL) {
          let web = WKWebView(frame: bounds)
          web.navigationDelegate = policy
          web.load(URLRequest(url: page))
        }
        """))

  static let triggers: Set<String> = ["WKWebView"]

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    guard source.facts.references["navigationDelegate"] == nil,
      source.facts.references["decidePolicyFor"] == nil,
      let load = WebViewFacts.remoteLoads(in: source).first,
      // A subclass and a wrapper are told what to do by others.
      !source.facts.types.contains(where: {
        $0.inherited.contains("WKWebView") || $0.inherited.contains("WKNavigationDelegate")
      })
    else { return }
    for view in WebViewFacts.views(in: source) {
      report.add(
        Self.self, at: view.range,
        LocalizedText(
          "The web view loads pages of the network, and nothing limits where they lead.",
          ja: "ウェブビューがネットワーク上のページを読み込みますが、移動先が制限されていません。"),
        related: [report.step(at: load.range, LocalizedText("A page is loaded here.", ja: "ここでページを読み込みます。"))])
    }
  }
}
