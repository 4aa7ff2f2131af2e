import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// A token or key that moves to other devices by backup.
struct KeychainMigratable: FixingRule {
  static let metadata = RuleMetadata(
    id: "keychain-migratable",
    title: LocalizedText("Keychain item that leaves the device", ja: "デバイス外に移行される Keychain 項目"),
    why: LocalizedText(
      """
      Classes without ThisDeviceOnly are restored from a backup on any device. A session token or key should stay where \
      it was issued: on another device it is a stolen one.
      """,
      ja: """
        ThisDeviceOnly の付かない保護クラスの項目は、バックアップから別のデバイスに復元されます。\
        セッショントークンや鍵は発行されたデバイスだけに置くべきものです。
        """),
    fix: RuleFix(
      LocalizedText(
        "Use the …ThisDeviceOnly class of the same name; let a new device sign in again.",
        ja: "同名の保護クラス …ThisDeviceOnly を使用し、新しいデバイスでは再度サインインさせてください。"),
      library: .keychain),
    severity: .low, confidence: .medium, cwe: [922], owaspMobile2024: [.m9], owaspMobile2016: [.m2],
    example: RuleMetadata.Example(
      bad: """
        let query: [CFString: Any] = [
          kSecClass: kSecClassGenericPassword, kSecAttrAccount: "session-token",
          kSecAttrAccessible: kSecAttrAccessibleAfterFirstUnlock, kSecValueData: data,
        ]
        SecItemAdd(query as CFDictionary, nil)
        """,
      good: """
        let query: [CFString: Any] = [
          kSecClass: kSecClassGenericPassword, kSecAttrAccount: "session-token",
          kSecAttrAccessible: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly, kSecValueData: data,
        ]
        SecItemAdd(query as CFDictionary, nil)
        """))

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    for query in KeychainQuery.additions(in: source) where !query.isCertificate {
      guard !query.attributes.contains(anyOf: ["kSecAttrAccessControl"]) else { continue }
      for (name, entry) in query.accessibilities where Self.migrating.contains(name) {
        report.add(
          Self.self, at: entry.range,
          LocalizedText(
            "\(name) lets \(query.itemName) be restored on another device.",
            ja: "\(name) では\(query.itemNameInJapanese)が別のデバイスに復元されます。"),
          confidence: entry.isConditional ? .medium : nil, fix: Self.fix(of: name, in: entry.range, source))
      }
    }
  }

  static let repair = LocalizedText(
    "Uses the ThisDeviceOnly class of the same name.", ja: "同名の保護クラス …ThisDeviceOnly にします。")

  private static func fix(of name: String, in entry: Range<Int>, _ source: SwiftSource) -> SourceFix? {
    let uses = source.facts.references(name, within: entry)
    guard uses.count == 1, let use = uses.first else { return nil }
    if let element = use.node.ancestor(DictionaryElementSyntax.self, within: 4) {
      guard SequenceParts.single(element.value)?.utf8Range == use.range,
        KeychainQueryOwner.onlyAdds(literal: element, in: source)
      else { return nil }
    } else {
      guard let assignment = source.facts.assignment(startingAt: entry.lowerBound),
        assignment.range == entry,
        SequenceParts.single(assignment.value)?.utf8Range == use.range,
        KeychainQueryOwner.onlyAdds(assignment, in: source)
      else { return nil }
    }
    return SourceFix(repair, [WrittenValue.replacing(use.node.baseName, with: name + "ThisDeviceOnly")])
  }

  private static let migrating: Set = [
    "kSecAttrAccessibleAfterFirstUnlock", "kSecAttrAccessibleWhenUnlocked",
  ]
}
