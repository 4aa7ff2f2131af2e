import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// A link that has the app act at once, without a question to the user.
struct URLHandlerUnvalidated: SwiftRule {
  static let metadata = RuleMetadata(
    id: "url-handler-unvalidated",
    title: LocalizedText("Link acted upon without confirmation", ja: "リンクの内容を確認なしに実行している"),
    why: LocalizedText(
      """
      Any app and any web page can open a link of the app. What the link asks for happens with the \
      user's session: money is sent, an account is switched, data goes.
      """,
      ja: """
        アプリのリンクは、どのアプリやウェブページからでも開けます。リンクの要求は利用者のセッションで実\
        行され、送金、アカウントの切り替え、データの削除などが起こります。
        """),
    fix: RuleFix(
      LocalizedText(
        """
        Parse the link into a closed set of requests, check each value, and ask the user before \
        anything is sent, paid, changed or signed in. OmamoriAuth checks the answers of sign-ins.
        """,
        ja: """
          リンクを限定された種類の要求として解釈し、値を確認したうえで、送信・支払い・変更・サインインの\
          前に利用者に確認してください。OmamoriAuth はサインインの応答を検証します。
          """),
      library: .auth),
    severity: .medium, confidence: .medium, cwe: [939], owaspMobile2024: [.m4], owaspMobile2016: [.m1],
    example: RuleMetadata.Example(
      bad: """
        func body(_ view: AnyView) -> some View {
          view.onOpenURL { url in
            let friend = URLComponents(url: url, resolvingAgainstBaseURL: false)?.queryItems?.first?.value
            payments.send(yen: 500, to: friend)
          }
        }
        """,
      good: """
        func body(_ view: AnyView) -> some View {
          view.onOpenURL { url in request = LinkRequest(url) }
        }
        """))

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    for handler in handlers(in: source) {
      let names = NameFlow.spread(handler.names, in: handler.body)
      let calls = source.facts.calls.filter { handler.body.utf8Range.contains($0.range.lowerBound) }
      guard !calls.contains(where: asksOrForwards), !checksSender(handler, source) else { continue }
      let action = calls.first { call in
        isAction(call)
          && call.arguments.contains {
            // `store.send(.opened(url))` is a message to the app's own logic.
            !isMessage($0.value) && NameFlow.use(of: names, in: $0.value) != nil
          }
      }
      guard let action else { continue }
      report.add(
        Self.self, at: handler.place,
        LocalizedText(
          "What the link says goes into \(action.name) without a question to the user.",
          ja: "リンクの内容が、利用者への確認なしに \(action.name) に渡されています。"),
        related: [report.step(at: action.range, LocalizedText("Acted upon here.", ja: "ここで実行されます。"))],
        flow: flow(to: action, source))
    }
  }

  private func flow(to action: Call, _ source: SwiftSource) -> [FindingStep] {
    let found = action.arguments.lazy.compactMap { source.taint(of: $0.value, in: action.scope, .link) }.first
    return found.map { source.flow(of: $0, to: action.range) } ?? []
  }

  private struct Handler {
    let place: Range<Int>
    let names: Set<String>
    let body: Syntax
  }

  private func handlers(in source: SwiftSource) -> [Handler] {
    let closures = source.facts.calls("onOpenURL").compactMap { call -> Handler? in
      guard
        let closure = call.closures.first?.closure ?? call.argument("perform")?.as(ClosureExprSyntax.self),
        let place = call.node.calledExpression.as(MemberAccessExprSyntax.self)?.declName.utf8Range
      else { return nil }
      return Handler(place: place, names: parameters(of: closure), body: Syntax(closure.statements))
    }
    let functions = source.facts.functions.compactMap { function -> Handler? in
      guard function.name == "application" || function.name == "scene" else { return nil }
      let labels = (function.parameters ?? []).map { $0.firstName.text }
      let isHandler =
        function.name == "application" && (labels.contains("open") || labels.contains("handleOpen"))
        || function.name == "scene" && labels.contains("openURLContexts")
      guard isHandler else { return nil }
      let url = (function.parameters ?? []).first {
        ["open", "handleOpen", "openURLContexts"].contains($0.firstName.text)
      }
      let name = url.map { ($0.secondName ?? $0.firstName).text } ?? "url"
      return Handler(place: function.nameRange, names: [name], body: Syntax(function.body))
    }
    return closures + functions
  }

  private func parameters(of closure: ClosureExprSyntax) -> Set<String> {
    switch closure.signature?.parameterClause {
    case .simpleInput(let names): Set(names.map(\.name.text))
    case .parameterClause(let clause): Set(clause.parameters.map { ($0.secondName ?? $0.firstName).text })
    default: ["$0"]
    }
  }

  private func isAction(_ call: Call) -> Bool {
    call.name.first?.isLowercase == true && !call.receiverPath.contains("NotificationCenter")
      && Words.of(call.name).contains(where: Self.actions.contains)
  }

  private func isMessage(_ value: ExprSyntax) -> Bool {
    let called = value.as(FunctionCallExprSyntax.self)?.calledExpression ?? value
    return called.as(MemberAccessExprSyntax.self).map { $0.base == nil } ?? false
  }

  /// A question to the user, or a library of a sign-in service that takes the whole URL.
  private func asksOrForwards(_ call: Call) -> Bool {
    if ["UIAlertController", "confirmationDialog", "alert", "resumeExternalUserAgentFlow"].contains(call.name)
    {
      return true
    }
    return Words.of(call.name).contains { ["confirm", "confirmation", "ask"].contains($0) }
  }

  private func checksSender(_ handler: Handler, _ source: SwiftSource) -> Bool {
    (source.facts.references["sourceApplication"] ?? []).contains {
      handler.body.utf8Range.contains($0.range.lowerBound)
    }
  }

  /// Words of functions that do something for the user that cannot be taken back by going back.
  static let actions: Set = [
    "pay", "send", "transfer", "buy", "purchase", "checkout", "order", "donate", "withdraw", "delete",
    "erase",
    "wipe", "authenticate", "login", "finish", "post", "upload", "invite", "approve", "grant",
    "reset", "register", "redeem", "join", "pair",
  ]
}

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
