import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// A universal link that the app follows without looking at where it leads.
struct UniversalLinkUnvalidated: SwiftRule {
  static let metadata = RuleMetadata(
    id: "universal-link-unvalidated",
    title: LocalizedText("Universal link used unchecked", ja: "検証せずに使用されるユニバーサルリンク"),
    why: LocalizedText(
      """
      Any web page and message can hold such a link, with any path and query. What the app loads, sends or \
      opens because of it is chosen by whoever wrote the link.
      """,
      ja: """
        このようなリンクは、どのウェブページやメッセージにも、任意のパスとクエリーで書き込めます。\
        アプリが読み込み、送信、表示する内容をリンクの作者が選べることになります。
        """),
    fix: RuleFix(
      LocalizedText(
        "Check scheme and host against constants, and map the path to a closed set of screens.",
        ja: "スキームとホストを定数と照合し、パスを限定された画面に対応付けてください。"),
      library: .auth),
    severity: .medium, confidence: .medium, cwe: [939], owaspMobile2024: [.m4], owaspMobile2016: [.m1],
    masvs: ["PLATFORM-1"], mastg: [70],
    example: RuleMetadata.Example(
      bad: """
        func scene(_ scene: UIScene, continue userActivity: NSUserActivity) {
          guard let url = userActivity.webpageURL else { return }
          webView.load(URLRequest(url: url))
        }
        """,
      good: """
        func scene(_ scene: UIScene, continue userActivity: NSUserActivity) {
          guard let url = userActivity.webpageURL, url.host == "tsukimi.example" else { return }
          webView.load(URLRequest(url: url))
        }
        """))

  static let triggers: Set<String> = ["webpageURL", "onContinueUserActivity"]

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    var told: Set<Int> = []
    for reference in source.facts.references["webpageURL"] ?? [] {
      guard let function = source.facts.function(around: reference.scope) else { continue }
      let place =
        reference.node.ancestor(ClosureExprSyntax.self, within: 24).map { Syntax($0.statements) }
        ?? Syntax(function.body)
      guard told.insert(place.byteRange.lowerBound).inserted, !isChecked(place, source) else { continue }
      for call in source.facts.calls(in: function.scope) where place.byteRange.contains(call.range.lowerBound)
      {
        guard Self.isUse(call),
          let value = call.arguments.lazy.compactMap({
            source.taint(of: $0.value, in: call.scope, .link)
          }).first
        else { continue }
        report.add(
          Self.self, at: reference.range,
          LocalizedText(
            "The link goes into \(call.name); neither its host nor its path is looked at.",
            ja: "ホストもパスも確認されないまま、リンクが \(call.name) に渡されています。"),
          related: [report.step(at: call.range, LocalizedText("Used here.", ja: "ここで使用されます。"))],
          flow: value.steps)
        break
      }
    }
  }

  /// Whether the code looks at a part of the link, or asks something that may do so.
  private func isChecked(_ body: Syntax, _ source: SwiftSource) -> Bool {
    let looks = Self.parts.contains { name in
      (source.facts.references[name] ?? []).contains { body.byteRange.contains($0.range.lowerBound) }
    }
    return looks
      || source.facts.calls.contains { call in
        body.byteRange.contains(call.range.lowerBound)
          && !Set(Words.of(call.name)).isDisjoint(with: Self.checks)
      }
  }

  /// Following the link, or an action in the user's name.
  private static func isUse(_ call: Call) -> Bool {
    ["load", "open", "openURL", "dataTask", "data", "present"].contains(call.name)
      || call.name.first?.isLowercase == true && !Set(Words.of(call.name)).isDisjoint(with: actions)
  }

  private static let parts = [
    "host", "path", "pathComponents", "lastPathComponent", "URLComponents", "components", "scheme",
    "absoluteString", "queryItems",
  ]
  private static let checks: Set = [
    "valid", "validate", "validated", "verify", "allowed", "trusted", "check", "parse", "route", "router",
    "confirm", "match", "matches",
  ]
  private static let actions: Set = [
    "pay", "send", "transfer", "buy", "delete", "login", "authenticate", "post", "upload", "redeem", "join",
    "reset", "fetch", "request", "download",
  ]
}
