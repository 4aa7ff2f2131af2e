import OmamoriCore
import OmamoriReport

extension DebuggerCheckFailOpen: ObjectiveCRule {
  func check(_ source: ObjectiveCSource, _ report: inout FileReport) {
    let traced = source.uses(of: ["P_TRACED"], in: source.tokens.indices)
    guard let first = traced.first else { return }
    report.note(
      .integrityCheck, at: source.tokens[first].range,
      LocalizedText("An attached debugger is looked for.", ja: "デバッガーの接続を調べています。"))
    for call in source.calls("sysctl").prefix(ObjectiveCSource.closeLooks) {
      guard let index = call.function, traced.contains(where: source.functions[index].body.contains),
        !Self.asksAboutOthers(source.functions[index], source),
        let place = Self.failure(of: call, source.functions[index], source)
      else { continue }
      let name = source.functions[index].name
      report.add(
        Self.self, at: source.bytes(of: place),
        LocalizedText(
          "When sysctl fails, \(name) finds no debugger.", ja: "sysctl が失敗すると、\(name) は「デバッガーなし」と判断します。"))
    }
  }

  /// Whether the function lists processes, or looks at the one that its caller names: debuggers do.
  private static func asksAboutOthers(_ function: CFunction, _ source: ObjectiveCSource) -> Bool {
    if source.use(of: ["KERN_PROC_ALL"], in: function.body) != nil { return true }
    let parameters = Set(function.parameters.map(\.name))
    return source.uses(of: ["KERN_PROC_PID"], in: function.body).contains { index in
      index + 2 < function.body.upperBound && parameters.contains(source.tokens[index + 2].text)
    }
  }

  /// Where a failure of `call` is lost.
  private static func failure(of call: CCall, _ function: CFunction, _ source: ObjectiveCSource) -> Range<
    Int
  >? {
    func token(_ index: Int) -> String { function.body.contains(index) ? source.tokens[index].text : ";" }
    let (before, after) = (call.tokens.lowerBound - 1, call.tokens.upperBound)
    // `sysctl(…);`
    if [";", "{", "}"].contains(token(before)), token(after) == ";" { return call.tokens }
    if token(before) == ")", token(before - 1) == "void", token(after) == ";" { return call.tokens }
    // `sysctl(…) == 0 && …`
    if token(after) == "==", token(after + 2) == "&&" { return call.tokens }
    if token(after) == "!=" || token(after) == ")" || token(after) == "<" || token(after) == "==" {
      return answerOfFailure(after, token)
    }
    // `junk = sysctl(…); assert(junk == 0);`, which release builds leave out.
    guard token(before) == "=", function.body.contains(before - 1) else { return nil }
    let name = source.tokens[before - 1].text
    let uses = source.uses(of: [name], in: after..<function.body.upperBound)
    let isTested = uses.contains { use in
      let around = source.calls.last { $0.tokens.contains(use) }
      return !["assert", "NSAssert", "NSCAssert"].contains(around?.name ?? "")
    }
    return isTested ? nil : call.tokens
  }

  /// Looks at `if (sysctl(…) != 0) { return NO; }`.
  private static func answerOfFailure(_ after: Int, _ token: (Int) -> String) -> Range<Int>? {
    var index = after
    while index < after + 4, token(index) != ")" { index += 1 }
    // With `== 0` the branch is the one of success.
    guard token(index) == ")", token(after) != "==" || token(after + 1) == "-" else { return nil }
    index += 1
    if token(index) == "{" { index += 1 }
    guard token(index) == "return", ["NO", "false", "0"].contains(token(index + 1)) else { return nil }
    return index..<(index + 2)
  }
}
