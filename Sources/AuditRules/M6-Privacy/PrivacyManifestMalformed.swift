import AuditEngine
import OmamoriATS
import OmamoriCore
import OmamoriReport

/// A privacy manifest that the store refuses or that says two different things.
struct PrivacyManifestMalformed: PropertyListRule {
  static let metadata = RuleMetadata(
    id: "privacy-manifest-malformed",
    title: LocalizedText("Privacy manifest is wrong", ja: "プライバシーマニフェストの誤り"),
    why: LocalizedText(
      """
      The system blocks tracking domains only when the manifest is right, and people read what it says in the store. A \
      wrong key is ignored without a word.
      """,
      ja: """
        追跡ドメインの遮断は正しいマニフェストがあって初めて機能し、その内容はストアで利用者に示されます。\
        誤ったキーは警告なしに無視されます。
        """),
    fix: RuleFix(
      LocalizedText(
        "Write the keys and types as Apple documents them, and compare the manifest with Xcode's privacy report.",
        ja: "Apple の文書どおりのキーと型で記述し、Xcode のプライバシーレポートと照合してください。")),
    severity: .medium, confidence: .high, cwe: [359], owaspMobile2024: [.m6], owaspMobile2016: [.m1],
    example: RuleMetadata.Example(
      language: "xcprivacy",
      bad: """
        <key>NSPrivacyTracking</key><false/>
        <key>NSPrivacyTrackingDomains</key><array><string>t.example.com</string></array>
        """,
      good: """
        <key>NSPrivacyTracking</key><true/>
        <key>NSPrivacyTrackingDomains</key><array><string>t.example.com</string></array>
        """))

  func check(_ list: PropertyListSource, _ report: inout FileReport) {
    guard list.kind == .privacyManifest, let root = list.root.dictionary else { return }
    checkKeys(of: root, PrivacyManifestKeys.root, list, &report)
    checkTracking(root, list, &report)
    for entry in elements(of: "NSPrivacyCollectedDataTypes", root, list, &report) {
      checkCollected(entry, list, &report)
    }
    for entry in elements(of: "NSPrivacyAccessedAPITypes", root, list, &report) {
      guard let dictionary = entry.dictionary else {
        tell(
          entry.range, "an element of NSPrivacyAccessedAPITypes is no dictionary",
          ja: "NSPrivacyAccessedAPITypes の要素が辞書ではありません", list, &report)
        continue
      }
      checkKeys(of: dictionary, PrivacyManifestKeys.accessed, list, &report)
      if let type = dictionary.entry(for: "NSPrivacyAccessedAPIType"), let name = type.value.string,
        RequiredReasonFamily(rawValue: name) == nil
      {
        tell(type.range, "\(name) is no family of APIs", ja: "\(name) は API の種類ではありません", list, &report)
      }
    }
  }

  private func checkTracking(
    _ root: PropertyListDictionary, _ list: PropertyListSource, _ report: inout FileReport
  ) {
    let tracking = root.entry(for: "NSPrivacyTracking")
    if let tracking, tracking.value.boolean == nil {
      tell(
        tracking.range, "NSPrivacyTracking is no truth value", ja: "NSPrivacyTracking が真偽値ではありません", list,
        &report)
    }
    let domains = root.entry(for: "NSPrivacyTrackingDomains")
    let names = domains?.value.array
    if let domains, names == nil {
      tell(
        domains.range, "NSPrivacyTrackingDomains is no list", ja: "NSPrivacyTrackingDomains が配列ではありません", list,
        &report)
    }
    if let domains, let names, !names.isEmpty, tracking?.value.boolean != true {
      tell(
        domains.range, "tracking domains are listed while NSPrivacyTracking is not true",
        ja: "NSPrivacyTracking が true でないのに追跡ドメインが列挙されています", list, &report)
    }
    for name in names ?? [] {
      guard let text = name.string, text.contains("/") || text.contains("*") || text.contains(" ") else {
        continue
      }
      tell(name.range, "“\(text)” is no host name", ja: "「\(text)」はホスト名ではありません", list, &report)
    }
  }

  private func checkCollected(
    _ entry: PropertyList, _ list: PropertyListSource, _ report: inout FileReport
  ) {
    guard let dictionary = entry.dictionary else {
      tell(
        entry.range, "an element of NSPrivacyCollectedDataTypes is no dictionary",
        ja: "NSPrivacyCollectedDataTypes の要素が辞書ではありません", list, &report)
      return
    }
    checkKeys(of: dictionary, PrivacyManifestKeys.collected, list, &report)
    let name = dictionary["NSPrivacyCollectedDataType"]?.string ?? "?"
    let purposes = dictionary["NSPrivacyCollectedDataTypePurposes"]?.array ?? []
    if purposes.isEmpty {
      tell(entry.range, "\(name) has no purposes", ja: "\(name) に目的がありません", list, &report)
    }
    for purpose in purposes {
      guard let text = purpose.string, !PrivacyManifestKeys.purposes.contains(text) else { continue }
      tell(purpose.range, "“\(text)” is no purpose", ja: "「\(text)」は定められた目的ではありません", list, &report)
    }
    for key in ["NSPrivacyCollectedDataTypeLinked", "NSPrivacyCollectedDataTypeTracking"] {
      guard let flag = dictionary.entry(for: key), flag.value.boolean == nil else { continue }
      tell(flag.range, "\(key) is no truth value", ja: "\(key) が真偽値ではありません", list, &report)
    }
  }

  private func checkKeys(
    of dictionary: PropertyListDictionary, _ known: Set<String>, _ list: PropertyListSource,
    _ report: inout FileReport
  ) {
    for entry in dictionary.entries where !known.contains(entry.key) {
      tell(
        entry.range, "\(entry.key) is no key of a privacy manifest",
        ja: "\(entry.key) はプライバシーマニフェストのキーではありません", list, &report)
    }
  }

  private func elements(
    of key: String, _ root: PropertyListDictionary, _ list: PropertyListSource, _ report: inout FileReport
  ) -> [PropertyList] {
    guard let entry = root.entry(for: key) else { return [] }
    guard let elements = entry.value.array else {
      tell(entry.range, "\(key) is no list", ja: "\(key) が配列ではありません", list, &report)
      return []
    }
    return elements
  }

  private func tell(
    _ range: TextRange?, _ english: String, ja: String, _ list: PropertyListSource,
    _ report: inout FileReport
  ) {
    let start = english.prefix(1).uppercased()
    report.add(
      Self.self, in: list.region(of: range),
      LocalizedText(start + english.dropFirst() + ".", ja: ja + "。"))
  }
}
