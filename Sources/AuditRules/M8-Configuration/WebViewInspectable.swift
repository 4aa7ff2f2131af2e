import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// A web view that anyone with a cable can look into.
struct WebViewInspectable: FixingRule {
  static let metadata = RuleMetadata(
    id: "webview-inspectable",
    title: LocalizedText(
      "Web view inspectable in release builds",
      ja: "リリースビルドで検査可能なウェブビュー"),
    why: LocalizedText(
      """
      Whoever connects the unlocked device to a Mac opens the page in the web inspector, reads its \
      cookies and storage and runs scripts in it.
      """,
      ja: """
        ロック解除されたデバイスを Mac に接続できる者は、ウェブインスペクタでページを開き、Cookie やストレー\
        ジを読み取り、スクリプトを実行できます。
        """),
    fix: RuleFix(
      LocalizedText(
        "Set isInspectable only within #if DEBUG.",
        ja: "isInspectable の設定は #if DEBUG の中だけで行ってください。")),
    severity: .medium, confidence: .high, cwe: [489], owaspMobile2024: [.m8], owaspMobile2016: [.m10],
    example: RuleMetadata.Example(
      bad: "web.isInspectable = true",
      good: """
        #if DEBUG
          web.isInspectable = true
        #endif
        """))

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    for assignment in source.facts.assignments where assignment.name == "isInspectable" {
      guard source.fold(assignment.value, in: assignment.scope).boolean == true else { continue }
      report.add(
        Self.self, at: assignment.range,
        LocalizedText(
          "Release builds set isInspectable as well.", ja: "リリースビルドでも isInspectable が有効になります。"),
        fix: SourceFix(
          Self.repair, DebugEnclosure.around(assignment.target, assignment.range, in: source)))
    }
    for call in source.facts.calls("setInspectable") + source.facts.calls("_setRemoteInspectionEnabled") {
      guard let value = call.arguments.first?.value, source.fold(value, in: call.scope).boolean == true else {
        continue
      }
      report.add(
        Self.self, at: call.range,
        LocalizedText("Release builds call \(call.name) as well.", ja: "リリースビルドでも \(call.name) が呼ばれます。"),
        fix: SourceFix(Self.repair, DebugEnclosure.around(call.node, call.range, in: source)))
    }
  }

  static let repair = LocalizedText(
    "Puts the statement between #if DEBUG and #endif.", ja: "文を #if DEBUG と #endif で囲みます。")
}
