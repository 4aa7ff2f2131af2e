import OmamoriCore
import OmamoriReport

extension URLHandlerUnvalidated: ObjectiveCRule {
  func check(_ source: ObjectiveCSource, _ report: inout FileReport) {
    let handlers = source.functions.enumerated().filter { Self.urlParameters[$0.element.name] != nil }
    for (index, function) in handlers.prefix(20) {
      guard let place = Self.urlParameters[function.name], place < function.parameters.count,
        !Self.asksOrChecks(function, index, source)
      else { continue }
      let names = source.spread([function.parameters[place].name], in: index)
      let messages = source.messages.filter { $0.function == index }.map {
        ($0.selector, $0.arguments, $0.tokens)
      }
      let calls = source.calls.filter { $0.function == index && !$0.hasReceiver }.map {
        ($0.name, $0.arguments, $0.tokens)
      }
      let action = (messages + calls).sorted { $0.2.lowerBound < $1.2.lowerBound }.first {
        name, arguments, _ in
        let first = name.prefix { $0 != ":" }
        return Words.of(first).contains(where: Self.actions.contains)
          && !first.hasPrefix("postNotification")
          && arguments.contains { source.use(of: names, in: $0) != nil }
      }
      guard let action else { continue }
      let name = String(action.0.prefix { $0 != ":" })
      report.add(
        Self.self, at: source.bytes(of: function.head),
        LocalizedText(
          "What the link says goes into \(name) without a question to the user.",
          ja: "リンクの内容が、利用者への確認なしに \(name) に渡されています。"),
        related: [
          report.step(at: source.bytes(of: action.2), LocalizedText("Acted upon here.", ja: "ここで実行されます。"))
        ])
    }
  }

  /// The methods that the system calls with a link, with the place of the link among their parameters.
  private static let urlParameters = [
    "application:openURL:options:": 1, "application:openURL:sourceApplication:annotation:": 1,
    "application:handleOpenURL:": 1, "scene:openURLContexts:": 1,
  ]

  private static func asksOrChecks(_ function: CFunction, _ index: Int, _ source: ObjectiveCSource) -> Bool {
    let checks: Set = [
      "UIAlertController", "UIAlertView", "UIOpenURLContext",
      "UIApplicationOpenURLOptionsSourceApplicationKey",
      "sourceApplication", "resumeExternalUserAgentFlowWithURL",
    ]
    if !source.uses(of: checks, in: function.body).isEmpty { return true }
    return source.messages.contains {
      $0.function == index
        && Words.of($0.selector).contains { ["confirm", "confirmation", "ask"].contains($0) }
    }
  }
}
