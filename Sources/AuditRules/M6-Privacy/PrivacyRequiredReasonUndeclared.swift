import AuditEngine
import OmamoriATS
import OmamoriCore
import OmamoriReport

/// A privacy manifest that does not explain an API in use, or explains it with a code that does not fit.
struct PrivacyRequiredReasonUndeclared: ProjectRule {
  static let metadata = RuleMetadata(
    id: "privacy-required-reason-undeclared",
    title: LocalizedText("API without its required reason", ja: "理由の申告がない API の使用"),
    why: LocalizedText(
      """
      Apple accepts these APIs only with one of its reason codes in the privacy manifest. An app with a missing or \
      unknown code is refused, and people cannot see what is collected.
      """,
      ja: "これらの API は、プライバシーマニフェストに Apple の定める理由コードがある場合のみ使用できます。コードの欠落や誤りがあると審査で拒否されます。"),
    fix: RuleFix(
      LocalizedText(
        "Add the family to NSPrivacyAccessedAPITypes with a reason code from Apple's list that is true of the app.",
        ja: "NSPrivacyAccessedAPITypes に API の種類と、実際の用途に合う Apple の理由コードを追加してください。")),
    severity: .medium, confidence: .high, cwe: [359], owaspMobile2024: [.m6], owaspMobile2016: [.m1],
    example: RuleMetadata.Example(
      language: "xcprivacy",
      bad: """
        <key>NSPrivacyAccessedAPITypes</key><array><dict>
        <key>NSPrivacyAccessedAPIType</key><string>NSPrivacyAccessedAPICategoryUserDefaults</string>
        <key>NSPrivacyAccessedAPITypeReasons</key><array><string>35F9.1</string></array>
        </dict></array>
        """,
      good: """
        <key>NSPrivacyAccessedAPITypes</key><array><dict>
        <key>NSPrivacyAccessedAPIType</key><string>NSPrivacyAccessedAPICategoryUserDefaults</string>
        <key>NSPrivacyAccessedAPITypeReasons</key><array><string>CA92.1</string></array>
        </dict></array>
        """))

  func check(_ project: ProjectFacts, _ report: inout ProjectReport) {
    let manifests = project.propertyLists(.privacyManifest)
    guard !manifests.isEmpty else { return }
    var declared: Set<String> = []
    for manifest in manifests {
      for entry in manifest.root["NSPrivacyAccessedAPITypes"]?.array ?? [] {
        guard let name = entry["NSPrivacyAccessedAPIType"]?.string else { continue }
        declared.insert(name)
        checkReasons(of: entry, name, manifest, &report)
      }
    }
    var told: Set<RequiredReasonFamily> = []
    for use in project.apiUses {
      guard use.context == .app, case .requiredReason(let family) = use.subject,
        !declared.contains(family.rawValue), told.insert(family).inserted
      else { continue }
      report.add(
        Self.self, at: use,
        LocalizedText(
          "\(use.name) needs a reason under \(family.rawValue), which the privacy manifest does not have.",
          ja: "\(use.name) の使用には \(family.rawValue) の理由が必要ですが、プライバシーマニフェストにありません。"))
    }
  }

  private func checkReasons(
    of entry: PropertyList, _ name: String, _ manifest: PropertyListSource, _ report: inout ProjectReport
  ) {
    guard let family = RequiredReasonFamily(rawValue: name) else { return }
    let reasons = entry["NSPrivacyAccessedAPITypeReasons"]?.array ?? []
    if reasons.isEmpty {
      report.add(
        Self.self, in: manifest.text, at: manifest.region(of: entry.range),
        LocalizedText("\(name) has no reason.", ja: "\(name) に理由がありません。"))
    }
    for reason in reasons {
      guard let code = reason.string, !family.reasons.contains(code) else { continue }
      report.add(
        Self.self, in: manifest.text, at: manifest.region(of: reason.range),
        LocalizedText("\(code) is no reason for \(name).", ja: "\(code) は \(name) の理由コードではありません。"))
    }
  }
}
