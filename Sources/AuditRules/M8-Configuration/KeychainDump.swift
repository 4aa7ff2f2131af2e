import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// Code that reads every item of the Keychain at once.
struct KeychainDump: SwiftRule {
  static let metadata = RuleMetadata(
    id: "keychain-dump-helper",
    title: LocalizedText("Helper that reads the whole Keychain", ja: "Keychain 全体を読み出す補助コード"),
    why: LocalizedText(
      """
      A function that hands out every secret of the app is what an attacker with a foot in the process \
      looks for, and its result easily ends up in a log.
      """,
      ja: """
        すべての秘密を取り出す関数は、プロセスに侵入した攻撃者にとって格好の標的です。結果がログに残るこ\
        ともよくあります。
        """),
    fix: RuleFix(
      LocalizedText(
        """
        Take it out of release builds, or read the one item that is needed by service and account. \
        OmamoriKeychain has no way to read everything.
        """,
        ja: """
          リリースビルドから取り除くか、必要な項目だけをサービス名とアカウント名で読み取ってください。\
          OmamoriKeychain には全件を読み取る手段がありません。
          """),
      library: .keychain),
    severity: .medium, confidence: .medium, cwe: [489], owaspMobile2024: [.m8], owaspMobile2016: [.m10],
    example: RuleMetadata.Example(
      bad: """
        func dump() {
          let query: [CFString: Any] = [
            kSecClass: kSecClassGenericPassword, kSecMatchLimit: kSecMatchLimitAll, kSecReturnData: true,
            kSecReturnAttributes: true,
          ]
          var items: CFTypeRef?
          SecItemCopyMatching(query as CFDictionary, &items)
        }
        """,
      good: """
        func accounts() {
          let query: [CFString: Any] = [
            kSecClass: kSecClassGenericPassword, kSecAttrService: "example.app", kSecMatchLimit: kSecMatchLimitAll,
            kSecReturnAttributes: true,
          ]
          var items: CFTypeRef?
          SecItemCopyMatching(query as CFDictionary, &items)
        }
        """))

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    for call in source.facts.calls("SecItemCopyMatching") {
      guard let query = call.arguments.first?.value, let known = source.dictionary(query, in: call.scope),
        known["kSecMatchLimit"]?.symbol == "kSecMatchLimitAll", known["kSecReturnData"]?.boolean == true,
        !known.hasUnknownAdditions, !known.contains(anyOf: Self.limits)
      else { continue }
      report.add(
        Self.self, at: known.entry("kSecMatchLimit")?.range ?? call.range,
        LocalizedText(
          "Every item is read with its content; the query names neither service nor account.",
          ja: "サービス名もアカウント名も指定せず、すべての項目を内容ごと読み取っています。"))
    }
  }

  private static let limits: Set = [
    "kSecAttrService", "kSecAttrAccount", "kSecAttrServer", "kSecAttrAccessGroup", "kSecAttrLabel",
    "kSecAttrApplicationTag", "kSecAttrApplicationLabel", "kSecAttrGeneric", "kSecMatchItemList",
    "kSecValueRef",
    "kSecValuePersistentRef", "kSecAttrPath", "kSecAttrSubject", "kSecAttrIssuer",
  ]
}
