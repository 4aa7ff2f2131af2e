import AuditEngine
import OmamoriCore
import OmamoriReport

/// A query that also meets the items of other libraries in the app.
struct KeychainUnscopedQuery: SwiftRule {
  static let metadata = RuleMetadata(
    id: "keychain-unscoped-query",
    title: LocalizedText("Keychain query without a service", ja: "サービスを指定しない Keychain クエリ"),
    why: LocalizedText(
      """
      Every library of the app shares one Keychain. A query that names no service reads, changes or deletes \
      items of others: a deletion signs the user out elsewhere, a read returns the wrong secret.
      """,
      ja: """
        アプリ内のライブラリはすべて同じ Keychain を共有しています。サービスを指定しないクエリは他の項目まで\
        読み取り、変更、削除し、別の機能のサインアウトや誤った秘密情報の取得につながります。
        """),
    fix: RuleFix(
      LocalizedText(
        "Add kSecAttrService with a name of your own to every query; Keychain(service:) does so.",
        ja: "すべてのクエリに、アプリ独自の名前で kSecAttrService を指定してください。Keychain(service:) は自動で付加します。"),
      library: .keychain),
    severity: .low, confidence: .medium, cwe: [668], owaspMobile2024: [.m9], owaspMobile2016: [.m2],
    example: RuleMetadata.Example(
      bad: """
        let query: [CFString: Any] = [kSecClass: kSecClassGenericPassword, kSecAttrAccount: "token"]
        SecItemDelete(query as CFDictionary)
        """,
      good: """
        let query: [CFString: Any] = [
          kSecClass: kSecClassGenericPassword, kSecAttrService: "example.tsukimi", kSecAttrAccount: "token",
        ]
        SecItemDelete(query as CFDictionary)
        """))

  static let triggers: Set<String> = ["SecItemCopyMatching", "SecItemDelete", "SecItemUpdate"]

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    var (open, narrow): ([Call], [Call]) = ([], [])
    for name in ["SecItemDelete", "SecItemUpdate", "SecItemCopyMatching"] {
      for call in source.facts.calls(name) {
        guard let argument = call.arguments.first?.value,
          let query = source.dictionary(argument, in: call.scope), !query.hasUnknownAdditions,
          let kind = query["kSecClass"]?.symbol,
          ["kSecClassGenericPassword", "kSecClassInternetPassword"].contains(kind),
          !query.contains(anyOf: Self.scopes), !isDump(query)
        else { continue }
        if query["kSecAttrAccount"] == nil { open.append(call) } else { narrow.append(call) }
      }
    }
    // The queries of a file are repaired together, so they are one finding.
    guard let first = open.first ?? narrow.first else { return }
    let isNarrow = open.isEmpty
    report.add(
      Self.self, at: first.range,
      LocalizedText(
        "\(first.name) names \(isNarrow ? "an account but no service" : "neither service nor account").",
        ja: "\(first.name) のクエリで\(isNarrow ? "サービスが" : "サービスもアカウントも")指定されていません。"),
      severity: !isNarrow && first.name != "SecItemCopyMatching" ? .medium : nil,
      related: (open + narrow).dropFirst().map {
        report.step(
          at: $0.range, LocalizedText("This query names no service either.", ja: "このクエリでもサービスが指定されていません。"))
      })
  }

  /// Reading everything at once is a finding of its own.
  private func isDump(_ query: TrackedDictionary) -> Bool {
    query["kSecMatchLimit"]?.symbol == "kSecMatchLimitAll" && query["kSecReturnData"]?.boolean == true
      && query["kSecAttrAccount"] == nil
  }

  private static let scopes: Set = [
    "kSecAttrService", "kSecAttrServer", "kSecAttrAccessGroup", "kSecAttrGeneric", "kSecAttrLabel",
    "kSecValuePersistentRef", "kSecMatchItemList", "kSecValueRef", "kSecAttrPath", "kSecAttrSecurityDomain",
    "kSecAttrApplicationTag",
  ]
}
