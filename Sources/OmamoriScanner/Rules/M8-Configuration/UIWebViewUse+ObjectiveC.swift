import OmamoriCore
import OmamoriReport

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
