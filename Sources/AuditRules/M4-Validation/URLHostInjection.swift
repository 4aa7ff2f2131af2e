import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// An address whose host somebody outside can change.
struct URLHostInjection: SwiftRule {
  static let metadata = RuleMetadata(
    id: "url-host-injection",
    title: LocalizedText("Host of an address changed by input", ja: "入力によって変更できる接続先ホスト"),
    why: LocalizedText(
      """
      Text behind https://example.com without a slash becomes part of the host: with .evil.test or \
      @evil.test the request, with its cookies and tokens, goes elsewhere.
      """,
      ja: """
        https://example.com の直後にスラッシュなしで続く文字列はホスト名の一部になります。.evil.test や \
        @evil.test を渡されると、Cookie やトークンを含むリクエストが別のサーバーに送られます。
        """),
    fix: RuleFix(
      LocalizedText(
        "Set the path of URLComponents, and compare the host of the finished URL with a constant.",
        ja: "URLComponents の path を設定し、完成した URL のホストを定数と照合してください。"),
      library: .transport),
    severity: .medium, confidence: .high, cwe: [20, 601], owaspMobile2024: [.m4], owaspMobile2016: [.m7],
    example: RuleMetadata.Example(
      bad: #"""
        func body(_ view: AnyView) -> some View {
          view.onOpenURL { link in load(URL(string: "https://tsukimi.example\(link.path)")) }
        }
        """#,
      good: #"""
        func body(_ view: AnyView) -> some View {
          view.onOpenURL { link in load(URL(string: "https://tsukimi.example/notes/\(link.path)")) }
        }
        """#))

  static let triggers: Set<String> = ["URL", "NSURL", "URLComponents", "host"]

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    for address in AddressText.all(in: source) where address.isHostOpen {
      guard let hole = address.parts.first?.hole, !isAsserted(address.call, source),
        let value = source.taint(of: hole.value, in: hole.scope, .outside)
      else { continue }
      add(value, at: hole.builder, &report)
    }
    for assignment in source.facts.assignments
    where assignment.name == "host" && assignment.target.is(MemberAccessExprSyntax.self) {
      guard let value = source.taint(of: assignment.value, in: assignment.scope, .outside) else { continue }
      add(value, at: assignment.range, &report)
    }
  }

  private func add(_ value: TaintedValue, at range: Range<Int>, _ report: inout FileReport) {
    report.add(
      Self.self, at: range,
      LocalizedText(
        "\(value.name) comes from outside and can change the host of the address.",
        ja: "外部からの値 \(value.name) によって、アドレスのホストを変更できます。"),
      confidence: value.confidence, flow: value.steps)
  }

  /// Whether the function compares the host of what was made.
  private func isAsserted(_ call: Call, _ source: SwiftSource) -> Bool {
    guard let function = source.facts.function(around: call.scope) else { return false }
    return source.facts.references("host", in: function.scope).contains {
      CryptoNames.isCompared($0.node)
        || $0.node.ancestor(FunctionCallExprSyntax.self, within: 5).map {
          NamePath.last(of: $0.calledExpression) == "contains"
        } == true
    }
  }
}
