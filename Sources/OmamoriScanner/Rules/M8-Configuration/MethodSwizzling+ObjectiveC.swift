import OmamoriCore
import OmamoriReport

extension MethodSwizzling: ObjectiveCRule {
  func check(_ source: ObjectiveCSource, _ report: inout FileReport) {
    guard source.text.context != .test else { return }
    for call in source.calls(
      "method_exchangeImplementations", "method_setImplementation", "class_replaceMethod"
    )
    .prefix(ObjectiveCSource.closeLooks) {
      let changed = call.arguments.first.flatMap { Self.changedClass($0, call.function, source, 0) }
      report.add(
        Self.self, at: source.bytes(of: call.tokens),
        LocalizedText(
          "\(call.name) changes what a method does while the app runs.",
          ja: "\(call.name) は実行中にメソッドの動作を変更します。"),
        confidence: changed.map(Self.guardsNothing) == true ? .low : nil)
    }
  }

  /// The class whose method `range` is, or that it is itself; `nil` when it is not known.
  private static func changedClass(
    _ range: Range<Int>, _ function: Int?, _ source: ObjectiveCSource, _ depth: Int
  ) -> String? {
    let range = source.bare(range)
    guard depth < 6, let first = range.first, let function else { return nil }
    if let message = source.message(at: range), message.selector == "class" {
      let receiver = source.tokens[message.receiver.lowerBound]
      return receiver.isName("self") ? source.functions[function].className : receiver.text
    }
    if let call = call(at: range, source), let argument = call.arguments.first {
      switch call.name {
      case "class_getInstanceMethod", "class_getClassMethod", "object_getClass":
        return changedClass(argument, function, source, depth + 1)
      case "objc_getClass", "NSClassFromString", "objc_lookUpClass":
        return source.value(argument, in: function)?.string
      default: return nil
      }
    }
    guard range.count == 1, source.tokens[first].kind == .identifier else { return nil }
    if source.tokens[first].text == "self" { return source.functions[function].className }
    guard let (given, count) = source.values(of: source.tokens[first].text, in: function), count == 1 else {
      return nil
    }
    return changedClass(given.value, function, source, depth + 1)
  }

  private static func call(at range: Range<Int>, _ source: ObjectiveCSource) -> CCall? {
    source.calls(
      "class_getInstanceMethod", "class_getClassMethod", "object_getClass", "objc_getClass",
      "NSClassFromString",
      "objc_lookUpClass"
    )
    .first { $0.tokens == range }
  }

  /// Whether a class of the system neither talks to others nor shows or protects anything.
  private static func guardsNothing(_ name: String) -> Bool {
    guard name.hasPrefix("NS") else { return false }
    return harmless.contains { name == $0 || name == "NSMutable" + $0.dropFirst(2) }
  }

  private static let harmless = [
    "NSObject", "NSBundle", "NSString", "NSAttributedString", "NSArray", "NSDictionary", "NSSet", "NSNumber",
    "NSNull", "NSDate", "NSTimer", "NSLocale", "NSThread", "NSException", "NSProxy", "NSValue",
    "NSUndoManager",
  ]
}
