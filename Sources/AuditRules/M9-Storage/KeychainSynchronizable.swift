import AuditEngine
import OmamoriCore
import OmamoriReport

/// A token or key that iCloud Keychain copies to every device of the account.
struct KeychainSynchronizable: SwiftRule {
  static let metadata = RuleMetadata(
    id: "keychain-synchronizable",
    title: LocalizedText("Keychain item synchronised through iCloud", ja: "iCloud で同期される Keychain 項目"),
    why: LocalizedText(
      """
      A synchronised item is on every device of the account, family tablet included, and stays there when one is lost. \
      Tokens and keys belong to one device.
      """,
      ja: """
        同期された項目は、家族と共用のタブレットも含めアカウントのすべてのデバイスに置かれ、紛失したデバイスにも残ります。\
        トークンや鍵は 1 台のデバイスに属するものです。
        """),
    fix: RuleFix(
      LocalizedText(
        "Remove kSecAttrSynchronizable, or keep it for passwords that the user wants everywhere.",
        ja: "kSecAttrSynchronizable を外してください。利用者自身が同期を望むパスワードに限って使用します。"),
      library: .keychain),
    severity: .medium, confidence: .high, cwe: [522], owaspMobile2024: [.m9], owaspMobile2016: [.m2],
    example: RuleMetadata.Example(
      bad: """
        var query: [String: Any] = [kSecClass as String: kSecClassGenericPassword]
        query[kSecAttrSynchronizable as String] = kCFBooleanTrue
        query[kSecValueData as String] = apiKey
        SecItemAdd(query as CFDictionary, nil)
        """,
      good: """
        var query: [String: Any] = [kSecClass as String: kSecClassGenericPassword]
        query[kSecAttrAccessible as String] = kSecAttrAccessibleWhenUnlockedThisDeviceOnly
        query[kSecValueData as String] = apiKey
        SecItemAdd(query as CFDictionary, nil)
        """))

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    for query in KeychainQuery.additions(in: source) where !query.isCertificate {
      for entry in query.attributes.entries(for: "kSecAttrSynchronizable") where entry.value.boolean == true {
        report.add(
          Self.self, at: entry.range,
          LocalizedText(
            "kSecAttrSynchronizable copies \(query.itemName) to all devices of the account.",
            ja: "kSecAttrSynchronizable により\(query.itemNameInJapanese)がアカウントのすべてのデバイスにコピーされます。"),
          confidence: entry.isConditional ? .medium : nil)
      }
    }
    for call in source.facts.calls("synchronizable") where call.receiver != nil {
      guard let value = call.arguments.first?.value, source.fold(value, in: call.scope) == .boolean(true)
      else {
        continue
      }
      report.add(
        Self.self, at: call.arguments[0].value.utf8Range,
        LocalizedText(
          "synchronizable(true) copies items to all devices.", ja: "synchronizable(true) は項目をすべてのデバイスにコピーします。"
        ))
    }
  }
}
