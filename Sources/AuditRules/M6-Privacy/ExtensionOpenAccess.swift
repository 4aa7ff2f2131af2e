import AuditEngine
import OmamoriATS
import OmamoriCore
import OmamoriReport

/// An extension that gets more than it needs: a keyboard with network, a share sheet entry for everything.
struct ExtensionOpenAccess: PropertyListRule {
  static let metadata = RuleMetadata(
    id: "extension-open-access",
    title: LocalizedText("Extension asks for open access", ja: "拡張機能が過大なアクセスを要求している"),
    why: LocalizedText(
      """
      A keyboard with open access can send everything that people type. An activation rule that is always true offers \
      the extension every kind of data and is refused by the store.
      """,
      ja: """
        フルアクセスを持つキーボードは、利用者が入力したすべての文字を送信できます。\
        常に真となる起動条件はあらゆるデータを受け取り、ストアの審査でも拒否されます。
        """),
    fix: RuleFix(
      LocalizedText(
        "Leave RequestsOpenAccess false, and list the types that the extension handles in NSExtensionActivationRule.",
        ja: "RequestsOpenAccess を false にし、NSExtensionActivationRule には扱う種類だけを列挙してください。")),
    severity: .low, confidence: .high, cwe: [250], owaspMobile2024: [.m6], owaspMobile2016: [.m1],
    example: RuleMetadata.Example(
      language: "plist",
      bad: """
        <key>NSExtension</key><dict><key>NSExtensionAttributes</key><dict>
        <key>RequestsOpenAccess</key><true/>
        </dict></dict>
        """,
      good: """
        <key>NSExtension</key><dict><key>NSExtensionAttributes</key><dict>
        <key>RequestsOpenAccess</key><false/>
        </dict></dict>
        """))

  func check(_ list: PropertyListSource, _ report: inout FileReport) {
    guard let attributes = list.root.value(at: ["NSExtension", "NSExtensionAttributes"])?.dictionary else {
      return
    }
    if let entry = attributes.entry(for: "RequestsOpenAccess"), entry.value.boolean == true {
      report.add(
        Self.self, in: list.region(of: entry.range),
        LocalizedText(
          "The keyboard asks for open access: network and shared files.",
          ja: "キーボードがフルアクセス（ネットワークと共有ファイル）を要求しています。"))
    }
    if let entry = attributes.entry(for: "NSExtensionActivationRule"),
      entry.value.string?.uppercased().split(separator: " ").joined() == "TRUEPREDICATE"
    {
      report.add(
        Self.self, in: list.region(of: entry.range),
        LocalizedText(
          "The extension is offered for every kind of data.", ja: "拡張機能があらゆる種類のデータに対して提示されます。"))
    }
  }
}
