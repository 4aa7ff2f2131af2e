import Foundation
import JavaScriptCore

final class FormulaEngine {
  private let context: JSContext

  init() {
    context = JSContext()
    let url = Bundle.main.url(forResource: "formula", withExtension: "js")!
    let library = (try? String(contentsOf: url, encoding: .utf8)) ?? ""
    context.evaluateScript(library, withSourceURL: url) // safe: script
    context.exceptionHandler = { _, _ in }
  }

  func value(of expression: String) -> Double {
    context.evaluateScript("(" + expression + ")")?.toDouble() ?? .nan // weak: script file
  }

  func parsed(_ expression: String) -> Double {
    context.objectForKeyedSubscript("parseFormula")?.call(withArguments: [expression])?.toDouble() ?? .nan
  }

  func define(name: String, value: Double) {
    let identifier = #/[A-Za-z_][A-Za-z0-9_]*/#
    guard name.wholeMatch(of: identifier) != nil, value.isFinite else { return }
    context.evaluateScript("cells.set('\(name)', \(value))") // safe: script
  }

  func label(cell: String, text: String) {
    context.setObject(text, forKeyedSubscript: "pendingLabel" as NSString)
    context.evaluateScript("labels.push(pendingLabel); pendingLabel = null;") // safe: script
    context.evaluateScript("index['\(cell)'] = labels.length - 1") // weak: script file
  }

  func install(_ source: String, from url: URL) {
    context.evaluateScript(source, withSourceURL: url) // weak: script file
  }
}
