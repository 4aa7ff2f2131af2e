import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// Pages of others that run scripts beside handlers of the app.
struct WebViewJSUntrusted: SwiftRule {
  static let metadata = RuleMetadata(
    id: "webview-js-untrusted",
    title: LocalizedText("Scripts of foreign pages with access to handlers", ja: "外部ページのスクリプトからのハンドラー利用"),
    why: LocalizedText(
      """
      The web view shows an address from outside, its scripts run, and the handlers that the app registered \
      answer every page: a foreign one calls them as well.
      """,
      ja: """
        ウェブビューが外部から渡されたアドレスを表示し、そのスクリプトが動作します。アプリが登録したハンドラーは\
        すべてのページに応答するため、他者のページからも呼び出されます。
        """),
    fix: RuleFix(
      LocalizedText(
        """
        Show foreign pages in a web view without handlers (or SFSafariViewController), and check the origin \
        in the handler.
        """,
        ja: """
          外部のページは、ハンドラーのないウェブビューか SFSafariViewController で表示し、\
          ハンドラーでは送信元を確認してください。
          """)),
    severity: .low, confidence: .medium, cwe: [749], owaspMobile2024: [.m8], owaspMobile2016: [.m1],
    example: RuleMetadata.Example(
      bad: """
        func go() {
          view.configuration.userContentController.add(self, name: "wallet")
          view.load(URLRequest(url: URL(string: addressField.text ?? "")!))
        }
        """,
      good: """
        func go() {
          view.configuration.userContentController.add(self, name: "wallet")
          view.load(URLRequest(url: home))
        }
        """))

  static let triggers: Set<String> = ["load"]

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    let handlers = WebViewFacts.handlers(in: source).filter { call in
      call.receiverPath.contains { Words.of($0).contains("content") || Words.of($0).contains("controller") }
    }
    guard let handler = handlers.first, !WebViewFacts.forbidsScripts(source),
      source.facts.references["securityOrigin"] == nil, source.facts.references["frameInfo"] == nil
    else { return }
    for call in source.facts.calls("load") {
      guard let request = call.arguments.first, request.label == nil, call.receiver != nil,
        let value = source.taint(of: request.value, in: call.scope, .outside.subtracting(.file))
      else { continue }
      report.add(
        Self.self, at: call.range,
        LocalizedText(
          "\(value.name) chooses the page, and its scripts reach the handler that the app added.",
          ja: "外部からの値 \(value.name) でページが決まり、そのスクリプトからアプリのハンドラーを呼び出せます。"),
        related: [
          report.step(at: handler.range, LocalizedText("The handler is added here.", ja: "ここでハンドラーを追加しています。"))
        ], flow: value.steps)
    }
  }
}
