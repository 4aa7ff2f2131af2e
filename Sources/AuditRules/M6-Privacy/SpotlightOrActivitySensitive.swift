import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// Something sensitive in the device's search index, or in an activity that is handed to other devices.
struct SpotlightOrActivitySensitive: SwiftRule {
  static let metadata = RuleMetadata(
    id: "spotlight-or-activity-sensitive",
    title: LocalizedText(
      "Sensitive value in search index or activity", ja: "検索インデックスや NSUserActivity に含まれる機密情報"),
    why: LocalizedText(
      """
      What is indexed turns up in the device's search, without the app and its lock. An activity travels to the other \
      devices of the account, and one for public indexing to everybody.
      """,
      ja: """
        インデックスされた内容は、アプリのロックとは関係なくデバイスの検索結果に表示されます。NSUserActivity は同じアカウントの\
        他のデバイスに渡り、公開インデックスを許可すると誰にでも公開されます。
        """),
    fix: RuleFix(
      LocalizedText(
        "Index a title that says nothing and an identifier; the app looks the rest up when it is opened and unlocked.",
        ja: "意味のない見出しと識別子だけを登録し、残りはアプリを開いてロックを解除したときに取得してください。")),
    severity: .low, confidence: .medium, cwe: [200], owaspMobile2024: [.m6], owaspMobile2016: [.m1],
    example: RuleMetadata.Example(
      bad: """
        let attributes = CSSearchableItemAttributeSet(contentType: .text)
        attributes.contentDescription = account.password
        """,
      good: """
        let attributes = CSSearchableItemAttributeSet(contentType: .text)
        attributes.contentDescription = account.label
        """))

  static let triggers: Set = ["CSSearchableItemAttributeSet", "NSUserActivity", "userActivity"]

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    for (type, properties) in [
      ("CSSearchableItemAttributeSet", Self.indexed), ("NSUserActivity", ["title", "keywords"]),
    ] where source.facts.references[type] != nil || source.facts.typeReferences[type] != nil {
      for property in properties {
        for assignment in source.facts.assignments(to: property, in: .file, from: 0) {
          guard SharedContent.isMade(assignment.target, by: [type], in: assignment.scope, source),
            let found = SharedContent.sensitive(assignment.value, in: assignment.scope, source)
          else { continue }
          add(found, to: type + "." + property, at: assignment.range, &report)
        }
      }
    }
    checkActivities(source, &report)
  }

  private func checkActivities(_ source: SwiftSource, _ report: inout FileReport) {
    for assignment in source.facts.assignments(to: "userInfo", in: .file, from: 0) {
      guard isActivity(assignment.target, assignment.scope, source),
        let found = SharedContent.sensitiveEntry(assignment.value, in: assignment.scope, source)
      else { continue }
      add(found, to: "NSUserActivity.userInfo", at: assignment.range, &report)
    }
    for call in source.facts.calls("addUserInfoEntries") {
      guard let entries = call.arguments.first?.value,
        let found = SharedContent.sensitiveEntry(entries, in: call.scope, source)
      else { continue }
      add(found, to: "NSUserActivity.userInfo", at: call.range, &report)
    }
    // SwiftUI: `.userActivity("…") { activity in activity.userInfo = … }`
    for call in source.facts.calls("userActivity") {
      for (_, closure) in call.closures {
        for assignment in source.facts.assignments(
          to: "userInfo", in: .file, from: closure.utf8Range.lowerBound)
        where closure.utf8Range.contains(assignment.range.lowerBound)
          && !isActivity(assignment.target, assignment.scope, source)
        {
          guard let found = SharedContent.sensitiveEntry(assignment.value, in: assignment.scope, source)
          else {
            continue
          }
          add(found, to: "NSUserActivity.userInfo", at: assignment.range, &report)
        }
      }
    }
  }

  private func isActivity(_ target: ExprSyntax, _ scope: ScopeID, _ source: SwiftSource) -> Bool {
    SharedContent.isMade(target, by: ["NSUserActivity"], in: scope, source)
      || NamePath.of(target).dropLast().last == "userActivity"
  }

  private func add(
    _ found: SharedContent.Part, to place: String, at range: Range<Int>, _ report: inout FileReport
  ) {
    report.add(
      Self.self, at: range,
      LocalizedText(
        "“\(found.name)” is written to \(place), which the system keeps and hands on.",
        ja: "「\(found.name)」が \(place) に書き込まれ、システムに保存・共有されます。"), flow: found.steps)
  }

  private static let indexed = [
    "title", "displayName", "contentDescription", "textContent", "keywords",
    "alternateNames", "comment", "subject", "accountIdentifier", "htmlContentData",
  ]
}
