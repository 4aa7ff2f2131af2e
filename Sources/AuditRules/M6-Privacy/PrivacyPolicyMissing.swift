import AuditEngine
import OmamoriCore
import OmamoriReport

/// An app that asks for personal data and names no privacy policy.
struct PrivacyPolicyMissing: ProjectRule {
  static let metadata = RuleMetadata(
    id: "privacy-policy-missing",
    title: LocalizedText("No privacy policy is named", ja: "プライバシーポリシーの記載がない"),
    why: LocalizedText(
      """
      People cannot learn what happens to the data that they are asked for. App Review requires a link to the policy in \
      the app, not only in the store.
      """,
      ja: """
        求められたデータがどう扱われるかを、利用者が知ることができません。\
        App Review は、ストアだけでなくアプリ内にもポリシーへのリンクを求めています。
        """),
    fix: RuleFix(
      LocalizedText(
        "Link to the privacy policy where people sign up or are asked for data, and in the settings.",
        ja: "登録やデータの入力を求める画面と設定画面に、プライバシーポリシーへのリンクを置いてください。")),
    severity: .info, confidence: .low, cwe: [359], owaspMobile2024: [.m6], owaspMobile2016: [.m1],
    example: RuleMetadata.Example(
      language: "swift",
      bad: """
        import Contacts
        @main struct Invite: App {
          func ask() async throws { try await CNContactStore().requestAccess(for: .contacts) }
        }
        """,
      good: """
        import Contacts
        @main struct Invite: App {
          let privacyPolicy = "https://invite.example/privacy"
          func ask() async throws { try await CNContactStore().requestAccess(for: .contacts) }
        }
        """))

  static let names = SignUp.names

  func check(_ project: ProjectFacts, _ report: inout ProjectReport) {
    guard project.inventory.target.isApp else { return }
    let asked = project.apiUses.first { use in
      guard use.context == .app, case .permission(let family) = use.subject else { return false }
      return Self.personal.contains(family)
    }
    let signUp = SignUp(project)
    guard asked != nil || signUp != nil, !AppText.mentions(Self.policies, in: project.inventory) else {
      return
    }
    if let signUp {
      report.add(Self.self, at: signUp.use, Self.message(signUp.name))
    } else if let asked {
      report.add(Self.self, at: asked, Self.message(asked.name))
    }
  }

  private static func message(_ name: String) -> LocalizedText {
    LocalizedText(
      "\(name) asks for personal data, and no source, text or screen names a privacy policy.",
      ja: "\(name) で個人情報を求めていますが、ソースコード、文言、画面のいずれにもプライバシーポリシーの記載がありません。")
  }

  private static let personal: Set<PermissionFamily> = [
    .location, .alwaysLocation, .photoLibrary, .contacts, .calendars, .reminders, .health, .motion,
    .tracking,
  ]

  /// How apps call it, in sources, texts and addresses.
  private static let policies = [
    "privacypolicy", "policyprivacy", "privacystatement", "privacynotice", "privacyterms", "termsprivacy",
    "termsandprivacy", "privacyandterms", "/privacy", "privacyurl", "privacylink",
    "privacyhtml", "privacymd", "dataprivacy", "datenschutz", "プライバシー", "個人情報保護", "隐私", "隱私",
    "개인정보", "privacidad", "confidentialité",
  ]
}
