import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// The pasteboard is read without anybody having asked for a paste.
struct PasteboardReadUnprompted: SwiftRule {
  static let metadata = RuleMetadata(
    id: "pasteboard-read-unprompted",
    title: LocalizedText("Pasteboard read without being asked", ja: "利用者の操作なしに読み取られるペーストボード"),
    why: LocalizedText(
      """
      What people copied was meant for another place: a password, an address, a message. An app that reads it at launch \
      or by a timer collects it, and the system shows an alert each time.
      """,
      ja: """
        コピーされた内容は、パスワードや住所、メッセージなど別の場所のためのものです。起動時やタイマーで読み取ると\
        それを収集することになり、システムも毎回確認を表示します。
        """),
    fix: RuleFix(
      LocalizedText(
        "Read on an action of the user, by UIPasteControl or PasteButton; ask hasURLs or detectPatterns before that.",
        ja: "UIPasteControl や PasteButton など、利用者の操作時だけ読み取り、事前の確認には hasURLs や detectPatterns を使用してください。")),
    severity: .low, confidence: .medium, cwe: [359], owaspMobile2024: [.m6], owaspMobile2016: [.m1],
    example: RuleMetadata.Example(
      bad: """
        func applicationDidBecomeActive(_ application: UIApplication) {
          if let link = UIPasteboard.general.string { offer(link) }
        }
        """,
      good: """
        @objc func pasteTapped() {
          if let link = UIPasteboard.general.string { offer(link) }
        }
        """))

  static let triggers: Set = ["UIPasteboard"]

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    guard source.facts.references["UIPasteboard"] != nil else { return }
    for name in Self.contents {
      for reference in source.facts.references[name] ?? [] {
        guard let member = reference.node.parent?.as(MemberAccessExprSyntax.self), let base = member.base,
          PasteboardWrite.isGeneral(base, reference.scope, source), !Self.isAssigned(member),
          let moment = UnaskedMoment.around(Syntax(member), reference.scope, source)
        else { continue }
        report.add(
          Self.self, at: member.utf8Range,
          LocalizedText(
            "The pasteboard is read in \(moment), before anybody asked for a paste.",
            ja: "貼り付けの操作がないまま、\(moment) でペーストボードが読み取られています。"))
      }
    }
  }

  /// Whether the member is what an assignment writes to.
  private static func isAssigned(_ member: MemberAccessExprSyntax) -> Bool {
    guard let sequence = member.parent?.parent?.as(SequenceExprSyntax.self) else { return false }
    let parts = Array(sequence.elements)
    return parts.count > 2 && parts[0].utf8Range == member.utf8Range && parts[1].is(AssignmentExprSyntax.self)
  }

  private static let contents = [
    "string", "strings", "url", "urls", "image", "images", "items", "itemProviders", "value", "data",
    "values",
  ]
}
