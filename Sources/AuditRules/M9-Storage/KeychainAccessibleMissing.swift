import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// An item added without saying when it may be read.
struct KeychainAccessibleMissing: FixingRule {
  static let metadata = RuleMetadata(
    id: "keychain-accessible-missing",
    title: LocalizedText(
      "Keychain item without an accessibility class", ja: "保護クラス（kSecAttrAccessible）の指定がない Keychain 項目"),
    why: LocalizedText(
      """
      Without kSecAttrAccessible the item gets the default class: it is copied into encrypted backups and restored on \
      other devices, so that whoever gets hold of a backup and its password gets the secret.
      """,
      ja: """
        kSecAttrAccessible を指定しない項目は既定の保護クラスになり、暗号化バックアップに含まれて別のデバイスにも復元されます。\
        バックアップとそのパスワードを入手した者に秘密情報が渡ります。
        """),
    fix: RuleFix(
      LocalizedText(
        """
        Set kSecAttrAccessible to a …ThisDeviceOnly class, or kSecAttrAccessControl. Keychain.set(_:for:) stores \
        device-only items unless told otherwise.
        """,
        ja: """
          kSecAttrAccessible に …ThisDeviceOnly の保護クラスを指定するか、kSecAttrAccessControl を設定してください。\
          Keychain.set(_:for:) は指定がなければこのデバイス限定で保存します。
          """),
      library: .keychain),
    severity: .info, confidence: .high, cwe: [522], owaspMobile2024: [.m9], owaspMobile2016: [.m2],
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
          LocalizedText("The item is bound to this device.", ja: "項目はこのデバイスに限定されています。"))
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
        ), fix: Self.fix(of: query, in: source))
    }
  }

  static let repair = LocalizedText(
    "Adds the class WhenUnlockedThisDeviceOnly to the attributes of the new item.",
    ja: "新しい項目の属性に保護クラス WhenUnlockedThisDeviceOnly を追加します。")

  /// An entry beside `kSecClass`, with the casts that this has.
  private static func fix(of query: KeychainQuery, in source: SwiftSource) -> SourceFix? {
    guard let argument = query.call.arguments.first?.value, let operand = SequenceParts.single(argument)
    else {
      return nil
    }
    var expression = operand
    if let name = WrittenValue.constant(operand) {
      guard let value = source.binding(named: name.text, from: query.call.scope)?.value else { return nil }
      expression = value
    }
    guard let literal = DictionaryAddition(expression, in: source),
      let element = literal.element("kSecClass"),
      let key = cast(around: "kSecClass", element.key),
      let item = SequenceParts.single(element.value).flatMap(WrittenValue.constant),
      let value = cast(around: item.text, element.value),
      KeychainQueryOwner.onlyAdds(literal: element, in: source)
    else { return nil }
    let entry = "kSecAttrAccessible\(key): kSecAttrAccessibleWhenUnlockedThisDeviceOnly\(value)"
    return SourceFix(repair, literal.adding(entry))
  }

  /// What follows `name`: nothing, or a cast such as ` as String`.
  private static func cast(around name: String, _ expression: ExprSyntax) -> String? {
    let text = expression.trimmedDescription
    guard text.hasPrefix(name) else { return nil }
    let rest = text.dropFirst(name.count)
    return rest.isEmpty || rest.hasPrefix(" as ") && !rest.contains(where: \.isNewline) ? String(rest) : nil
  }
}

extension KeychainAccessibleMissing: ObjectiveCRule {
  func check(_ source: ObjectiveCSource, _ report: inout FileReport) {
    for call in source.calls("SecItemAdd").prefix(ObjectiveCSource.closeLooks) where call.arguments.count == 2
    {
      let place = source.bytes(of: call.tokens)
      report.note(
        .keychainUse, at: place,
        LocalizedText("An item is added to the Keychain.", ja: "Keychain に項目を追加しています。"))
      guard let query = source.dictionary(call.arguments[0], in: call.function) else { continue }
      let access = query["kSecAttrAccessible"].flatMap { source.value($0.value, in: $0.function)?.symbol }
      if query["kSecAttrAccessControl"] != nil || access?.hasSuffix("ThisDeviceOnly") == true {
        report.note(
          .keychainProtected, at: place,
          LocalizedText("The item is bound to this device.", ja: "項目はこのデバイスに限定されています。"))
      }
      let kind = query["kSecClass"].flatMap { source.value($0.value, in: $0.function)?.symbol }
      guard !query.isOpen, query["kSecAttrAccessible"] == nil, query["kSecAttrAccessControl"] == nil,
        kind != "kSecClassCertificate", kind != "kSecClassIdentity",
        ["kSecValueData", "kSecValueRef", "kSecAttrAccount"].contains(where: { query[$0] != nil })
      else { continue }
      let account = query["kSecAttrAccount"].flatMap { source.value($0.value, in: $0.function)?.string }
      report.add(
        Self.self, at: place,
        LocalizedText(
          "SecItemAdd stores \(account.map { "“\($0)”" } ?? "an item") without kSecAttrAccessible or kSecAttrAccessControl.",
          ja:
            "SecItemAdd が\(account.map { "「\($0)」" } ?? "項目")を kSecAttrAccessible も kSecAttrAccessControl もなしに保存しています。"
        ))
    }
  }
}
