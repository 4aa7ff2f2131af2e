import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// A save that deletes the item first: when the following add fails, the secret is gone.
struct KeychainLossySave: SwiftRule {
  static let metadata = RuleMetadata(
    id: "keychain-lossy-save",
    title: LocalizedText("Keychain save that can lose the item", ja: "項目を失うおそれのある Keychain への保存"),
    why: LocalizedText(
      """
      SecItemDelete followed by SecItemAdd is not one step: locked device, full disk or a crash between them loses the \
      old item without storing the new one, and the user's key or session with it.
      """,
      ja: """
        SecItemDelete の後に SecItemAdd を行う方法は 1 つの操作になりません。デバイスのロック、容量不足、\
        途中の異常終了で、新しい項目が保存されないまま古い項目が失われます。
        """),
    fix: RuleFix(
      LocalizedText(
        "Add first and call SecItemUpdate on errSecDuplicateItem. Keychain.set(_:for:) never deletes.",
        ja: "先に追加し、errSecDuplicateItem の場合に SecItemUpdate を呼び出してください。Keychain.set(_:for:) は削除を行いません。"),
      library: .keychain),
    severity: .low, confidence: .medium, cwe: [404], owaspMobile2024: [.m9], owaspMobile2016: [.m2],
    example: RuleMetadata.Example(
      bad: """
        func save(_ data: Data) -> Bool {
          SecItemDelete(query as CFDictionary)
          return SecItemAdd(query as CFDictionary, nil) == errSecSuccess
        }
        """,
      good: """
        func save(_ data: Data) -> OSStatus {
          let status = SecItemAdd(query as CFDictionary, nil)
          guard status == errSecDuplicateItem else { return status }
          return SecItemUpdate(base as CFDictionary, changes as CFDictionary)
        }
        """))

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    var told: Set<Range<Int>> = []
    for addition in source.facts.calls("SecItemAdd") {
      guard let function = source.facts.function(around: addition.scope) else { continue }
      guard source.facts.calls("SecItemUpdate", in: function.scope).isEmpty else { continue }
      let deletion = source.facts.calls("SecItemDelete", in: function.scope).last {
        $0.range.lowerBound < addition.range.lowerBound
      }
      guard let deletion, told.insert(deletion.range).inserted else { continue }
      report.add(
        Self.self, at: deletion.range,
        LocalizedText(
          "\(function.name) deletes the item before it adds the new one.",
          ja: "\(function.name) は新しい項目を追加する前に古い項目を削除しています。"),
        related: [
          report.step(at: addition.range, LocalizedText("The add that may fail.", ja: "失敗する可能性のある追加処理です。"))
        ])
    }
  }
}
