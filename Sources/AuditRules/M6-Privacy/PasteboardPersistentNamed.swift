import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// A named pasteboard with something sensitive on it, which outlives the app.
struct PasteboardPersistentNamed: SwiftRule {
  static let metadata = RuleMetadata(
    id: "pasteboard-persistent-named",
    title: LocalizedText("Sensitive value on a named pasteboard", ja: "名前付きペーストボードに置かれる機密情報"),
    why: LocalizedText(
      """
      A named pasteboard is shared with every app of the team and, where it is persistent, still there after the app has \
      been removed. It is no place to keep or hand over a secret.
      """,
      ja: """
        名前付きペーストボードは同じチームのすべてのアプリと共有され、永続化されたものはアプリを削除しても残ります。\
        秘密の保管や受け渡しには適しません。
        """),
    fix: RuleFix(
      LocalizedText(
        "Share secrets between your apps through a Keychain access group (OmamoriKeychain).",
        ja: "アプリ間で秘密を共有する場合は、Keychain のアクセスグループ（OmamoriKeychain）を使用してください。"),
      library: .keychain),
    severity: .low, confidence: .medium, cwe: [200], owaspMobile2024: [.m6], owaspMobile2016: [.m1],
    example: RuleMetadata.Example(
      bad: """
        let board = UIPasteboard(name: UIPasteboard.Name("team"), create: true)
        board?.string = sessionToken
        """,
      good: """
        let board = UIPasteboard(name: UIPasteboard.Name("team"), create: true)
        board?.string = recipeTitle
        """))

  static let triggers: Set = ["UIPasteboard"]

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    for write in PasteboardWrite.all(in: source) where !write.isGeneral(source) {
      guard let found = write.sensitive(source), isNamed(write, source), !source.isMadeUp(write.value) else {
        continue
      }
      report.add(
        Self.self, at: write.range,
        LocalizedText(
          "“\(found.name)” is put on a named pasteboard that other apps of the team read.",
          ja: "「\(found.name)」が、同じチームの他のアプリからも読める名前付きペーストボードに置かれています。"))
    }
  }

  /// Whether the pasteboard is made with a name, or is made to stay.
  private func isNamed(_ write: PasteboardWrite, _ source: SwiftSource) -> Bool {
    if let call = Call(write.board, scope: write.scope) { return call.argument("name") != nil }
    guard let name = NamePath.last(of: write.board) else { return false }
    let isMade = source.facts.bindings(name).contains { binding in
      binding.value.flatMap { Call($0, scope: binding.scope) }?.argument("name") != nil
    }
    return isMade
      || source.facts.calls("setPersistent").contains { $0.receiver.flatMap(NamePath.last) == name }
  }
}
