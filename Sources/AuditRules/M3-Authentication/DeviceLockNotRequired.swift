import AuditEngine
import OmamoriCore
import OmamoriReport

/// An app that keeps secrets on devices that may have no passcode at all.
struct DeviceLockNotRequired: ProjectRule {
  static let metadata = RuleMetadata(
    id: "device-lock-not-required",
    title: LocalizedText("Secrets kept on devices without a passcode", ja: "パスコードのないデバイスにも秘密を保存する"),
    why: LocalizedText(
      """
      Without a passcode the Keychain and Data Protection have no key of the user to rest on. Whoever picks the device up \
      opens the app and everything in it.
      """,
      ja: """
        パスコードがなければ、Keychain もデータ保護も利用者に由来する鍵を持てません。デバイスを拾った人は誰でもアプリと\
        その内容を開けます。
        """),
    fix: RuleFix(
      LocalizedText(
        """
        Store the most valuable items with kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly, or ask \
        canEvaluatePolicy(.deviceOwnerAuthentication) first. OmamoriDevice reports the state of the lock.
        """,
        ja: """
          特に重要な項目は kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly で保存するか、先に \
          canEvaluatePolicy(.deviceOwnerAuthentication) で確認してください。OmamoriDevice はロックの状態を調べます。
          """),
      library: .device),
    severity: .low, confidence: .low, cwe: [287], owaspMobile2024: [.m3], owaspMobile2016: [.m4],
    example: RuleMetadata.Example(
      bad: """
        @main struct MoonApp: App {
          var body: some Scene { WindowGroup { MoonView() } }
          func keep() { SecItemAdd([kSecClass: kSecClassGenericPassword, kSecValueData: key] as CFDictionary, nil) }
        }
        """,
      good: """
        @main struct MoonApp: App {
          var body: some Scene { WindowGroup { MoonView() } }
          func keep() {
            guard LAContext().canEvaluatePolicy(.deviceOwnerAuthentication, error: nil) else { return }
            SecItemAdd([kSecClass: kSecClassGenericPassword, kSecValueData: key] as CFDictionary, nil)
          }
        }
        """))

  static let names: Set = Set(stores).union(questions)

  func check(_ project: ProjectFacts, _ report: inout ProjectReport) {
    guard project.inventory.target.isApp,
      Self.questions.allSatisfy({ project.uses(of: $0).isEmpty }),
      let first = Self.stores.lazy.flatMap({ project.uses(of: $0) }).first(where: { $0.context == .app })
    else { return }
    report.add(
      Self.self, at: first,
      LocalizedText(
        "Secrets are stored, and nothing in the app asks whether the device has a passcode.",
        ja: "秘密を保存していますが、デバイスにパスコードがあるかを確認する処理がアプリにありません。"))
  }

  private static let stores = ["SecItemAdd", "KeychainStore", "KeychainWrapper", "Keychain"]
  private static let questions = [
    "kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly", "whenPasscodeSetThisDeviceOnly",
    "SecAccessControlCreateWithFlags", "canEvaluatePolicy", "evaluatePolicy", "deviceOwnerAuthentication",
    "evaluateAccessControl", "DeviceLock", "isPasscodeSet", "LAContext",
  ]
}
