import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// A use of the web view that Apple took out of service.
struct UIWebViewUse: SwiftRule, InterfaceRule {
  static let metadata = RuleMetadata(
    id: "uiwebview",
    title: LocalizedText("UIWebView in use", ja: "UIWebView の使用"),
    why: LocalizedText(
      """
      UIWebView runs in the app's own process, allows every file and script, and is no longer \
      repaired. A hostile page reaches what the app itself reaches; the store refuses such apps.
      """,
      ja: """
        UIWebView はアプリと同じプロセスで動作し、ファイルやスクリプトを制限できず、修正も提供されません。\
        悪意のあるページはアプリの権限で動作でき、ストアの審査も通りません。
        """),
    fix: RuleFix(
      LocalizedText(
        "Use WKWebView, or SFSafariViewController for pages of others.",
        ja: """
          WKWebView を使用してください。他者のページには SFSafariViewController が適しています。
          """)),
    severity: .medium, confidence: .high, cwe: [477], owaspMobile2024: [.m8], owaspMobile2016: [.m1],
    example: RuleMetadata.Example(
      bad: "let web = UIWebView()",
      good: "let web = WKWebView()"))

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    var lines: Set<Int> = []
    let calls = source.facts.calls("UIWebView").map(\.node.calledExpression.utf8Range)
    for range in (calls + (source.facts.typeReferences["UIWebView"] ?? [])).sorted(by: {
      $0.lowerBound < $1.lowerBound
    }) where lines.insert(source.text.lines.place(of: range.lowerBound).line).inserted {
      report.add(
        Self.self, at: range, LocalizedText("UIWebView is used here.", ja: "ここで UIWebView が使われています。"))
    }
  }

  /// Interface files call it `webView`; the new one is `wkWebView`.
  func check(_ document: InterfaceDocument, _ report: inout FileReport) {
    for region in document.oldWebViews {
      report.add(
        Self.self, in: region,
        LocalizedText("A UIWebView is placed here.", ja: "ここに UIWebView が配置されています。"))
    }
  }
}

extension UIWebViewUse: ObjectiveCRule {
  func check(_ source: ObjectiveCSource, _ report: inout FileReport) {
    guard source.names.contains("UIWebView") else { return }
    var lines: Set<Int> = []
    for index in source.uses(of: ["UIWebView"], in: source.tokens.indices) {
      let range = source.tokens[index].range
      // `@class UIWebView;` only promises that there is one.
      guard index == 0 || source.tokens[index - 1].text != "@class",
        lines.insert(source.text.lines.place(of: range.lowerBound).line).inserted
      else { continue }
      report.add(
        Self.self, at: range, LocalizedText("UIWebView is used here.", ja: "ここで UIWebView が使われています。"))
    }
  }
}
