import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// Text that becomes part of a script.
struct JSInjection: SwiftRule {
  static let metadata = RuleMetadata(
    id: "js-injection",
    title: LocalizedText("Text put into a script", ja: "スクリプトへの文字列の埋め込み"),
    why: LocalizedText(
      """
      A quote in the text ends the string of the script; the rest runs as code in the page, with the \
      page's session and the app's message handlers.
      """,
      ja: """
        テキスト中の引用符でスクリプトの文字列が終わり、残りがコードとして実行されます。ページのセッショ\
        ンやアプリのメッセージハンドラーが悪用されます。
        """),
    fix: RuleFix(
      LocalizedText(
        """
        Pass values with callAsyncJavaScript(_:arguments:in:in:), or as JSON from JSONEncoder.
        """,
        ja: """
          callAsyncJavaScript(_:arguments:in:in:) の引数として渡すか、JSONEncoder で JSON にしてから埋め\
          込んでください。
          """)),
    severity: .high, confidence: .medium, cwe: [94], owaspMobile2024: [.m4], owaspMobile2016: [.m7],
    example: RuleMetadata.Example(
      bad: """
        func find(_ word: String) { web.evaluateJavaScript("window.find('\\(word)')") }
        """,
      good: """
        func find(_ word: String) {
          web.callAsyncJavaScript("window.find(word)", arguments: ["word": word], in: nil, in: .page)
        }
        """))

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    var seen: Set<Range<Int>> = []
    for (name, label) in Self.sinks {
      for call in source.facts.calls(name) {
        guard let argument = call.arguments.first, argument.label == label else { continue }
        for hole in source.holes(in: argument.value, scope: call.scope)
        where !InjectedPart.isHarmless(hole, words: Self.trustedWords, source) {
          guard seen.insert(hole.builder).inserted else { continue }
          let part = source.quote(hole.value)
          report.add(
            Self.self, at: hole.builder,
            LocalizedText(
              "\(part) becomes part of the script that \(name) runs.",
              ja: "\(part) が、\(name) で実行されるスクリプトの一部になります。"),
            confidence: InjectedPart.confidence(hole, source),
            related: [
              report.step(at: call.range, LocalizedText("The script is run here.", ja: "ここで実行されます。"))
            ],
            flow: InjectedPart.flow(hole, to: call.range, source))
        }
      }
    }
  }

  /// Functions that run a script, with the label of the argument that is the script.
  private static let sinks: [(String, String?)] = [
    ("evaluateJavaScript", nil), ("stringByEvaluatingJavaScript", "from"), ("WKUserScript", "source"),
    ("evaluateScript", nil), ("callAsyncJavaScript", nil), ("stringByEvaluatingJavaScriptFromString", nil),
  ]
  /// Words of names for code and values of the app itself.
  private static let trustedWords: Set = [
    "function", "method", "callback", "handler", "script", "js", "javascript", "json", "css", "color",
    "colour",
    "size", "width", "height", "font", "offset", "scale", "theme", "selector", "enabled", "element", "event",
  ]
}

extension JSInjection: FlowRule {
  static let places: FlowSinkClass = .script

  func message(_ arrival: FlowArrival) -> LocalizedText? {
    LocalizedText(
      "\(arrival.origin.english) becomes part of the script that \(arrival.sink) runs.",
      ja: "\(arrival.origin.japanese)が \(arrival.sink) で実行されるスクリプトの一部になります。")
  }
}
