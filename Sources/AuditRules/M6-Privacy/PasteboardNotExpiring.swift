import AuditEngine
import OmamoriCore
import OmamoriReport

/// A pasteboard entry that stays on the device and is there until something else is copied.
struct PasteboardNotExpiring: SwiftRule {
  static let metadata = RuleMetadata(
    id: "pasteboard-not-expiring",
    title: LocalizedText("Pasteboard entry never expires", ja: "有効期限のないペーストボードの内容"),
    why: LocalizedText(
      """
      Without an expiration date the entry stays until something else is copied, for days perhaps, and every app that is \
      opened in the meantime can offer to paste it.
      """,
      ja: """
        有効期限がないと、別のものがコピーされるまで何日でも残り、その間に開いたどのアプリにも貼り付けられます。
        """),
    fix: RuleFix(
      LocalizedText(
        "Set .expirationDate to a minute from now beside .localOnly.",
        ja: ".localOnly と併せて、.expirationDate に 1 分程度の有効期限を指定してください。")),
    severity: .low, confidence: .high, cwe: [200], owaspMobile2024: [.m6], owaspMobile2016: [.m1],
    example: RuleMetadata.Example(
      bad: "UIPasteboard.general.setItems(items, options: [.localOnly: true])",
      good: "UIPasteboard.general.setItems(items, options: [.localOnly: true, .expirationDate: soon])"))

  static let triggers = PasteboardWrite.names

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    for write in PasteboardWrite.all(in: source) {
      guard let limits = write.limits, limits.areGiven, limits.isLocal, !limits.expires else { continue }
      report.add(
        Self.self, at: limits.range,
        LocalizedText(
          "The entry stays on this device, but nothing takes it away again.",
          ja: "このデバイス内にとどまりますが、いつまでも消えません。"))
    }
  }
}
