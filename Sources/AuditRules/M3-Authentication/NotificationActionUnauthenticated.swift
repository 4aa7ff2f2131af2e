import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// A button of a notification that pays, approves or erases on a locked device.
struct NotificationActionUnauthenticated: SwiftRule {
  static let metadata = RuleMetadata(
    id: "notification-action-unauthenticated",
    title: LocalizedText("Sensitive notification action without authentication", ja: "認証を求めない重要な通知アクション"),
    why: LocalizedText(
      """
      Without authenticationRequired the action of a notification works on the lock screen. Anyone who holds the device \
      can approve the sign-in or payment that the notification asks about.
      """,
      ja: """
        authenticationRequired のない通知アクションは、ロック画面でも実行できます。\
        デバイスを手にした人は誰でも、通知が求めるサインインや支払いを承認できます。
        """),
    fix: RuleFix(
      LocalizedText(
        "Add .authenticationRequired to the options of the action.",
        ja: "アクションのオプションに .authenticationRequired を加えてください。")),
    severity: .medium, confidence: .medium, cwe: [306], owaspMobile2024: [.m3], owaspMobile2016: [.m4],
    example: RuleMetadata.Example(
      bad: """
        let approve = UNNotificationAction(identifier: "APPROVE_LOGIN", title: "Approve", options: [])
        """,
      good: """
        let approve = UNNotificationAction(
          identifier: "APPROVE_LOGIN", title: "Approve", options: [.authenticationRequired])
        """))

  static let triggers: Set<String> = ["UNNotificationAction"]

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    for call in source.facts.calls("UNNotificationAction") {
      guard let identifier = call.argument("identifier"),
        let (name, act) = Self.act(identifier, in: call.scope, source)
          ?? call.argument("title").flatMap({ Self.act($0, in: call.scope, source) }),
        runsLocked(call.argument("options"), in: call.scope, source)
      else { continue }
      add(name, act, at: call.range, &report)
    }
  }

  private func add(_ name: String, _ act: SensitiveAct, at range: Range<Int>, _ report: inout FileReport) {
    report.add(
      Self.self, at: range,
      LocalizedText(
        "The action “\(name)” \(act.text.english), and works on the lock screen.",
        ja: "アクション「\(name)」は\(act.text.japanese)。ロック画面でも実行できます。"))
  }

  /// The act that an identifier or a title speaks of, with its text or name.
  private static func act(
    _ value: ExprSyntax, in scope: ScopeID, _ source: SwiftSource
  ) -> (name: String, act: SensitiveAct)? {
    let text =
      source.fold(value, in: scope).string
      ?? Call(value, scope: scope).flatMap { call in
        call.arguments.first.flatMap { source.fold($0.value, in: call.scope).string }
      }
    let names = NamePath.of(value).filter { $0 != "rawValue" }
    for name in [text.map(lastPart), names.last].compactMap(\.self) {
      if let act = SensitiveAct(name: name), act.isCritical { return (name, act) }
    }
    return nil
  }

  /// `APPROVE` of `jp.example.app.APPROVE`.
  private static func lastPart(_ identifier: String) -> String {
    identifier.split(separator: ".").last.map(String.init) ?? identifier
  }

  /// Whether the options let the action run without unlocking the device.
  private func runsLocked(_ options: ExprSyntax?, in scope: ScopeID, _ source: SwiftSource) -> Bool {
    guard let options else { return true }
    let origins = source.origins(of: options, in: scope)
    return !origins.isEmpty
      && origins.allSatisfy { origin in
        let listed = origin.expression.as(ArrayExprSyntax.self)?.elements.map(\.expression)
        return (listed ?? [origin.expression]).allSatisfy { NamePath.last(of: $0) == "destructive" }
      }
  }
}

extension NotificationActionUnauthenticated: ObjectiveCRule {
  func check(_ source: ObjectiveCSource, _ report: inout FileReport) {
    let messages = source.messages(
      "actionWithIdentifier:title:options:", "actionWithIdentifier:title:options:icon:")
    for message in messages.prefix(ObjectiveCSource.closeLooks) {
      guard source.use(of: ["UNNotificationAction"], in: message.receiver) != nil,
        let (name, act) = self.act(message.arguments[0], in: message.function, source)
          ?? self.act(message.arguments[1], in: message.function, source),
        message.arguments[2].allSatisfy({ Self.isHarmless(source.tokens[$0]) })
      else { continue }
      add(name, act, at: source.bytes(of: message.tokens), &report)
    }
  }

  private func act(
    _ range: Range<Int>, in function: Int?, _ source: ObjectiveCSource
  ) -> (name: String, act: SensitiveAct)? {
    let value = source.value(range, in: function)
    guard let name = value?.string.map(Self.lastPart) ?? value?.symbol, let act = SensitiveAct(name: name),
      act.isCritical
    else { return nil }
    return (name, act)
  }

  /// Whether an option does not ask for the passcode, nor open the app.
  private static func isHarmless(_ token: CToken) -> Bool {
    token.kind != .identifier
      || ["UNNotificationActionOptionNone", "UNNotificationActionOptionDestructive"].contains(token.text)
  }
}
