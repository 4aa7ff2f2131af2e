import OmamoriCore
import OmamoriReport

/// An item added without saying when it may be read.
struct KeychainAccessibleMissing: SwiftRule {
  static let metadata = RuleMetadata(
    id: "keychain-accessible-missing",
    title: LocalizedText("Keychain item without an accessibility class", ja: "アクセシビリティ指定のない Keychain 項目"),
    why: LocalizedText(
      """
      Without kSecAttrAccessible the item gets the default class: it is copied into encrypted backups and restored on \
      other devices, so that whoever gets hold of a backup and its password gets the secret.
      """,
      ja: """
        kSecAttrAccessible を指定しない項目は既定のクラスになり、暗号化バックアップに含まれて別の端末にも復元されます。\
        バックアップとそのパスワードを入手した者に秘密情報が渡ります。
        """),
    fix: RuleFix(
      LocalizedText(
        """
        Set kSecAttrAccessible to a …ThisDeviceOnly class, or kSecAttrAccessControl. Keychain.set(_:for:) stores \
        device-only items unless told otherwise.
        """,
        ja: """
          kSecAttrAccessible に …ThisDeviceOnly のクラスを指定するか、kSecAttrAccessControl を設定してください。\
          Keychain.set(_:for:) は指定がなければこの端末限定で保存します。
          """),
      library: .keychain),
    severity: .medium, confidence: .high, cwe: [522], owaspMobile2024: [.m9], owaspMobile2016: [.m2],
    masvs: ["STORAGE-1"], mastg: [52],
    example: RuleMetadata.Example(
      bad: """
        let query: [String: Any] = [
          kSecClass as String: kSecClassGenericPassword,
          kSecAttrAccount as String: "refresh-token",
          kSecValueData as String: data,
        ]
        let status = SecItemAdd(query as CFDictionary, nil)
        """,
      good: """
        let query: [String: Any] = [
          kSecClass as String: kSecClassGenericPassword,
          kSecAttrAccount as String: "refresh-token",
          kSecAttrAccessible as String: kSecAttrAccessibleWhenUnlockedThisDeviceOnly,
          kSecValueData as String: data,
        ]
        let status = SecItemAdd(query as CFDictionary, nil)
        """))

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    for query in KeychainQuery.additions(in: source) {
      report.note(
        .keychainUse, at: query.call.range,
        LocalizedText("An item is added to the Keychain.", ja: "Keychain に項目を追加しています。"))
      if query.isBoundToDevice {
        report.note(
          .keychainProtected, at: query.call.range,
          LocalizedText("The item is bound to this device.", ja: "項目はこの端末に限定されています。"))
      }
      guard !query.attributes.hasUnknownAdditions, !query.isCertificate,
        query.attributes.contains(anyOf: ["kSecValueData", "kSecValueRef", "kSecAttrAccount"]),
        !query.attributes.contains(anyOf: ["kSecAttrAccessible", "kSecAttrAccessControl"])
      else { continue }
      report.add(
        Self.self, at: query.call.range,
        LocalizedText(
          "SecItemAdd stores \(query.itemName) without kSecAttrAccessible or kSecAttrAccessControl.",
          ja:
            "SecItemAdd が\(query.itemNameInJapanese)を kSecAttrAccessible も kSecAttrAccessControl もなしに保存しています。"
        ))
    }
  }
}
