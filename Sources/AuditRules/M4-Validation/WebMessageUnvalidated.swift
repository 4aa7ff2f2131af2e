import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// A message of a web page that the app acts upon, whichever page sent it.
struct WebMessageUnvalidated: SwiftRule {
  static let metadata = RuleMetadata(
    id: "web-message-unvalidated",
    title: LocalizedText("Web message without a check of its sender", ja: "送信元を確認しないウェブメッセージ"),
    why: LocalizedText(
      """
      Every frame of the page reaches the handler, advertisements and injected scripts included. What it \
      triggers runs with the rights of the app.
      """,
      ja: """
        ハンドラーは、広告や注入されたスクリプトを含むページ内のすべてのフレームから呼び出せます。\
        呼び出された処理はアプリの権限で実行されます。
        """),
    fix: RuleFix(
      LocalizedText(
        """
        Check message.frameInfo.isMainFrame and its securityOrigin against an allow-list, decode the body \
        into a closed type, and register the handler in a content world of its own.
        """,
        ja: """
          message.frameInfo の isMainFrame と securityOrigin を許可リストと照合し、body を限定された型に\
          変換してください。ハンドラーは専用の content world に登録してください。
          """)),
    severity: .medium, confidence: .medium, cwe: [749], owaspMobile2024: [.m4], owaspMobile2016: [.m7],
    example: RuleMetadata.Example(
      bad: """
        func userContentController(_ c: WKUserContentController, didReceive message: WKScriptMessage) {
          guard let account = message.body as? String else { return }
          wallet.transfer(to: account)
        }
        """,
      good: """
        func userContentController(_ c: WKUserContentController, didReceive message: WKScriptMessage) {
          guard message.frameInfo.securityOrigin.host == "app.example", let account = message.body as? String
          else { return }
          wallet.transfer(to: account)
        }
        """))

  static let triggers: Set<String> = ["WKScriptMessage", "userContentController"]

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    for function in source.facts.functions("userContentController") {
      guard let message = (function.parameters ?? []).first(where: { $0.firstName.text == "didReceive" }),
        !Self.origins.contains(where: { !source.facts.references($0, in: function.scope).isEmpty }),
        !showsOnlyOwnPages(source)
      else { continue }
      let name = (message.secondName ?? message.firstName).text
      guard let (action, value) = action(in: function, source) else { continue }
      report.add(
        Self.self, at: action.range,
        LocalizedText(
          "\(action.name) acts on \(name) from any frame; neither frame nor origin is looked at.",
          ja: "フレームも送信元も確認されないまま、\(name) の内容が \(action.name) に渡されています。"),
        related: [
          report.step(at: function.nameRange, LocalizedText("The handler.", ja: "ハンドラーです。"))
        ],
        flow: value.steps)
    }
  }

  /// The first call that does something with what the message says.
  private func action(in function: Function, _ source: SwiftSource) -> (Call, TaintedValue)? {
    for call in source.facts.calls(in: function.scope) {
      let words = Words.of(call.name)
      guard call.name.first?.isLowercase == true, words.isEmpty || !Self.harmless.contains(words[0]),
        !Set(words).isDisjoint(with: Self.actions)
      else { continue }
      for argument in call.arguments {
        if let value = source.taint(of: argument.value, in: call.scope, .webMessage) { return (call, value) }
      }
    }
    return nil
  }

  /// Whether the file loads nothing but its own files into the web view.
  private func showsOnlyOwnPages(_ source: SwiftSource) -> Bool {
    // A page put together of texts may hold what others wrote.
    let texts = source.facts.calls("loadHTMLString")
    let isConstant = texts.allSatisfy { call in
      guard let page = call.arguments.first?.value else { return false }
      // A property that stands in the text may be set by another file.
      let literal = page.as(StringLiteralExprSyntax.self)
      return literal.map { !$0.segments.contains { $0.is(ExpressionSegmentSyntax.self) } }
        ?? source.isFixed(page, in: call.scope)
    }
    let loadsOwn = (!source.facts.calls("loadFileURL").isEmpty || !texts.isEmpty) && isConstant
    return loadsOwn && source.facts.calls("load").isEmpty && source.facts.references["URLRequest"] == nil
  }

  private static let origins = [
    "frameInfo", "securityOrigin", "isMainFrame", "trustedOrigins", "allowedHosts",
  ]
  /// First words of functions that only look at something.
  private static let harmless: Set = ["log", "print", "debug", "is", "contains", "decode", "parse", "track"]
  private static let actions: Set = [
    "pay", "send", "transfer", "buy", "purchase", "checkout", "delete", "erase", "wipe", "login", "sign",
    "authenticate", "post", "upload", "open", "load", "present", "push", "show", "navigate", "set", "save",
    "store", "write", "update", "perform", "execute", "evaluate", "copy", "share", "call", "dial", "remove",
    "token", "grant", "register", "download", "handle", "run", "insert",
  ]
}
