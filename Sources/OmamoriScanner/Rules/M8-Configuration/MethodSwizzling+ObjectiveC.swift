import OmamoriCore
import OmamoriReport

extension MethodSwizzling: ObjectiveCRule {
  func check(_ source: ObjectiveCSource, _ report: inout FileReport) {
    guard source.text.context != .test else { return }
    for call in source.calls(
      "method_exchangeImplementations", "method_setImplementation", "class_replaceMethod")
    {
      report.add(
        Self.self, at: source.bytes(of: call.tokens),
        LocalizedText(
          "\(call.name) changes what a method does while the app runs.",
          ja: "\(call.name) は実行中にメソッドの動作を変更します。"))
    }
  }
}
