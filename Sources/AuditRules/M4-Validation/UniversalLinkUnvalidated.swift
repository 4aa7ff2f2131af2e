import AuditEngine
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
      guard told.insert(place.utf8Range.lowerBound).inserted, !isChecked(place, source) else { continue }
      guard let use = use(in: place, function, source) else { continue }
      report.add(
        Self.self, at: use.range,
        LocalizedText(
          "The link goes into \(use.name); neither its host nor its path is looked at.",
          ja: "ホストもパスも確認されないまま、リンクが \(use.name) に渡されています。"),
        confidence: use.isCertain ? nil : .low,
        related: [report.step(at: reference.range, LocalizedText("The link.", ja: "リンクです。"))],
        flow: use.value.steps)
    }
  }

  private struct Use {
    let name: String
    let range: Range<Int>
    let value: TaintedValue
    /// Whether it is followed or shown; what a controller keeps for itself may be looked at later.
    var isCertain = true
  }

  /// The first place at which the link is followed, acted upon, or kept for a screen to show.
  private func use(in place: Syntax, _ function: Function, _ source: SwiftSource) -> Use? {
    for call in source.facts.calls(in: function.scope)
    where place.utf8Range.contains(call.range.lowerBound) && Self.isUse(call) {
      for argument in call.arguments {
        if let value = source.taint(of: argument.value, in: call.scope, .link) {
          return Use(name: call.name, range: call.range, value: value)
        }
      }
    }
    for assignment in source.facts.assignments
    where place.utf8Range.contains(assignment.range.lowerBound)
      && assignment.target.is(MemberAccessExprSyntax.self)
    {
      if let name = assignment.name,
        let value = source.taint(of: assignment.value, in: assignment.scope, .link)
      {
        let isOwn = NamePath.of(assignment.target).first == "self"
        return Use(name: name, range: assignment.range, value: value, isCertain: !isOwn)
      }
    }
    return nil
  }

  /// Whether the code looks at a part of the link, or asks something that may do so.
  private func isChecked(_ body: Syntax, _ source: SwiftSource) -> Bool {
    let looks = Self.parts.contains { name in
      (source.facts.references[name] ?? []).contains { body.utf8Range.contains($0.range.lowerBound) }
    }
    return looks
      || source.facts.calls.contains { call in
        body.utf8Range.contains(call.range.lowerBound)
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
