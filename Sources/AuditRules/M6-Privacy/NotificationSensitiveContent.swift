import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// A notification that shows a code, a balance or personal data on the lock screen.
struct NotificationSensitiveContent: SwiftRule {
  static let metadata = RuleMetadata(
    id: "notification-sensitive-content",
    title: LocalizedText("Sensitive text in a notification", ja: "通知に含まれる機密情報"),
    why: LocalizedText(
      """
      Notifications are shown on the lock screen, on the watch, in the car and on a shared display. Whoever stands beside \
      the device reads the code or the number without unlocking anything.
      """,
      ja: """
        通知はロック画面や Apple Watch、車載画面、共有中の画面にも表示されます。\
        ロックを解除しなくても、そばにいる人にコードや番号を読まれます。
        """),
    fix: RuleFix(
      LocalizedText(
        """
        Say that something arrived and show it in the app; set a hiddenPreviewsBodyPlaceholder for the category. \
        OmamoriMessaging decrypts inside of the app only.
        """,
        ja: """
          通知では届いたことだけを伝えて内容はアプリ内で表示し、カテゴリーに hiddenPreviewsBodyPlaceholder を設定してください。\
          OmamoriMessaging はアプリ内でのみ復号します。
          """),
      library: .messaging),
    severity: .low, confidence: .medium, cwe: [200], owaspMobile2024: [.m6], owaspMobile2016: [.m1],
    example: RuleMetadata.Example(
      bad: #"""
        let content = UNMutableNotificationContent()
        content.body = "Your sign-in code is \(otp)"
        """#,
      good: """
        let content = UNMutableNotificationContent()
        content.body = "Your sign-in code has arrived."
        """))

  static let triggers: Set = ["UNMutableNotificationContent", "UILocalNotification"]

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    // Previews that the category hides are handled.
    guard !source.facts.strings.isEmpty || !source.facts.assignments.isEmpty,
      !source.facts.calls("UNNotificationCategory").contains(where: {
        $0.argument("hiddenPreviewsBodyPlaceholder") != nil
      })
    else { return }
    for property in Self.properties {
      for assignment in source.facts.assignments(to: property, in: .file, from: 0) {
        guard
          SharedContent.isMade(assignment.target, by: Self.triggers, in: assignment.scope, source),
          let found = SharedContent.sensitive(assignment.value, in: assignment.scope, source)
            ?? announced(in: assignment.value, source)
        else { continue }
        report.add(
          Self.self, at: assignment.range,
          LocalizedText(
            "“\(found.name)” is shown in the \(property) of a notification.",
            ja: "「\(found.name)」が通知の \(property) に表示されます。"), flow: found.steps)
      }
    }
  }

  /// A value that the words before it call a code or a balance: `"Your code: \(code)"`.
  private func announced(in value: ExprSyntax, _ source: SwiftSource) -> SharedContent.Part? {
    guard let literal = value.as(StringLiteralExprSyntax.self), !source.isMadeUp(value) else { return nil }
    var before = ""
    for segment in literal.segments {
      switch segment {
      case .stringSegment(let text): before = text.content.text.lowercased()
      case .expressionSegment(let hole):
        if let value = hole.expressions.first?.expression, let name = NamePath.last(of: value),
          Words.of(name).last.map(Self.values.contains) ?? false,
          Self.announcements.contains(where: before.contains)
        {
          return SharedContent.Part(name: name, meaning: .secret)
        }
        before = ""
      @unknown default: before = ""
      }
    }
    return nil
  }

  private static let values: Set = ["code", "otp", "pin", "balance", "password", "passcode"]
  private static let announcements = ["code", "コード", "暗証番号", "残高", "balance", "password", "パスワード", "pin"]
  private static let properties = ["body", "title", "subtitle", "alertBody", "alertTitle"]
}
