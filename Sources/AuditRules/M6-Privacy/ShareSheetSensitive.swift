import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// Something sensitive that is offered to every app the share sheet knows.
struct ShareSheetSensitive: SwiftRule {
  static let metadata = RuleMetadata(
    id: "share-sheet-sensitive",
    title: LocalizedText("Sensitive value offered for sharing", ja: "共有シートに渡される機密情報"),
    why: LocalizedText(
      """
      One tap sends the value by message, posts it, saves it to a file or hands it to whatever extension is installed. \
      None of them keeps it the way the app does.
      """,
      ja: """
        1 回のタップで、値がメッセージで送られたり、投稿されたり、ファイルや他の拡張機能に渡されたりします。\
        そのいずれも、アプリと同じようには値を保護しません。
        """),
    fix: RuleFix(
      LocalizedText(
        "Exclude the activities that make no sense, or show the value in the app and let the user copy it for a minute.",
        ja: "不要な共有先を excludedActivityTypes で除外するか、アプリ内に表示して短時間だけコピーできるようにしてください。")),
    severity: .low, confidence: .low, cwe: [200], owaspMobile2024: [.m6], owaspMobile2016: [.m1],
    example: RuleMetadata.Example(
      bad: """
        let sheet = UIActivityViewController(activityItems: [recoveryCode], applicationActivities: nil)
        present(sheet, animated: true)
        """,
      good: """
        let sheet = UIActivityViewController(activityItems: [recoveryCode], applicationActivities: nil)
        sheet.excludedActivityTypes = [.mail, .message, .postToFacebook, .saveToCameraRoll]
        present(sheet, animated: true)
        """))

  static let triggers: Set = ["UIActivityViewController", "ShareLink"]

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    for call in source.facts.calls("UIActivityViewController") {
      let body = ServerTrust.body(around: call.scope, source)
      guard let items = call.argument("activityItems"),
        source.facts.assignments(to: "excludedActivityTypes", in: body, from: 0).isEmpty
      else { continue }
      add(items, call.scope, source, &report)
    }
    for call in source.facts.calls("ShareLink") {
      guard let item = call.argument("item") ?? call.argument("items") else { continue }
      add(item, call.scope, source, &report)
    }
  }

  private func add(
    _ value: ExprSyntax, _ scope: ScopeID, _ source: SwiftSource, _ report: inout FileReport
  ) {
    guard let found = SharedContent.sensitive(value, in: scope, source), found.meaning == .secret else {
      return
    }
    report.add(
      Self.self, at: value.utf8Range,
      LocalizedText("“\(found.name)” is offered for sharing.", ja: "「\(found.name)」が共有シートに渡されています。"),
      flow: found.steps)
  }
}
